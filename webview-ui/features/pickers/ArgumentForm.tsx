import type { FormEvent, ReactElement } from 'react';
import { useRef, useState } from 'react';
import { visibleCharacters } from '../../../src/shared/base/visibleCharacters.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { text } from '../../text.ts';
import type { Argument } from './ArgumentField.tsx';
import { ArgumentField } from './ArgumentField.tsx';
import type { CompletionSource } from './useCompletion.ts';

interface ArgumentFormProps {
  readonly label: string;
  readonly title: string;
  readonly description?: string | undefined;
  readonly arguments: readonly Argument[];
  readonly source: CompletionSource;
  readonly initialValues?: Readonly<Record<string, string>> | undefined;
  readonly submitLabel: string;
  /** Why the last attempt did not succeed. */
  readonly error: string | undefined;
  readonly onBack: () => void;
  /** Empty optional values are left out. */
  readonly onSubmit: (values: Record<string, string>) => void;
}

/** A form of named texts, checked before it is sent. */
export function ArgumentForm(props: ArgumentFormProps): ReactElement {
  const [values, setValues] = useState<Readonly<Record<string, string>>>(props.initialValues ?? {});
  const [wasSent, setWasSent] = useState(false);
  // Its proposals stay open until another field is entered: closing them on the way to a button would move the button
  // away from under the pointer.
  const [asking, setAsking] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const missing = props.arguments.filter(({ name, isRequired }) => isRequired && (values[name] ?? '') === '');

  const send = (event?: FormEvent): void => {
    event?.preventDefault();
    setWasSent(true);
    if (missing[0]) return focusField(form.current, missing[0].name);
    props.onSubmit(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')));
  };
  return (
    <form ref={form} className="argument-form" aria-label={props.label} noValidate onSubmit={send}>
      <header className="form-header">
        <IconButton icon="arrow-left" label={text('back')} onPress={props.onBack} />
        <h2>{props.title}</h2>
        <bdi className="secondary">{visibleCharacters(props.source.server)}</bdi>
      </header>
      {props.description !== undefined && <p className="secondary">{props.description}</p>}
      {props.arguments.map((argument, index) => (
        <ArgumentField
          key={argument.name}
          argument={argument}
          source={props.source}
          values={values}
          isMissing={wasSent && missing.includes(argument)}
          isFirst={index === 0}
          isAsking={asking === argument.name}
          onAsk={(isAsking) => setAsking(isAsking ? argument.name : undefined)}
          onChange={(value) => setValues({ ...values, [argument.name]: value })}
        />
      ))}
      {props.error !== undefined && <ErrorNote role="alert" message={props.error} />}
      <div className="button-row">
        <Button appearance="primary" onPress={() => send()}>
          {props.submitLabel}
        </Button>
      </div>
      {/* Lets Enter in a field send the form: the toolkit's button is no submit button to the browser. */}
      <input type="submit" hidden />
    </form>
  );
}

function focusField(form: HTMLFormElement | null, name: string): void {
  const field = form?.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}
