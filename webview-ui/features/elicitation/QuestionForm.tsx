import type { FormEvent, ReactElement } from 'react';
import { useMemo, useRef, useState } from 'react';
import { visibleCharacters } from '../../../src/shared/base/visibleCharacters.ts';
import type { JsonObject } from '../../../src/shared/base/json.ts';
import { ConsentButton } from '../../components/ConsentButton.tsx';
import { text } from '../../text.ts';
import type { FormField } from './formField.ts';
import { formFieldsOf } from './formField.ts';
import { FormFieldRow } from './FormFieldRow.tsx';
import { contentOf, initialValues, problemOf } from './formValues.ts';

interface QuestionFormProps {
  readonly server: string;
  readonly requestedSchema: JsonObject;
  readonly isInert: boolean;
  readonly onSubmit: (content: JsonObject) => void;
  readonly onDecline: () => void;
  readonly onCancel: () => void;
}

/** The form that a server asks to fill in. It is checked before it is sent, and by the host again. */
export function QuestionForm(props: QuestionFormProps): ReactElement {
  const { requestedSchema, isInert } = props;
  const fields = useMemo(() => formFieldsOf(requestedSchema), [requestedSchema]);
  const [values, setValues] = useState(() => initialValues(fields));
  const [wasSent, setWasSent] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const valueOf = (field: FormField) => values[field.name] ?? field.initial;

  const send = (event?: FormEvent): void => {
    event?.preventDefault();
    setWasSent(true);
    const wrong = fields.find((field) => problemOf(field, valueOf(field)) !== undefined);
    if (wrong) return focusField(form.current, wrong.name);
    if (!isInert) props.onSubmit(contentOf(fields, values));
  };
  return (
    <form ref={form} className="question-form" noValidate onSubmit={send}>
      <div className="question-fields">
        {fields.map((field) => (
          <FormFieldRow
            key={field.name}
            field={field}
            value={valueOf(field)}
            problem={wasSent ? problemOf(field, valueOf(field)) : undefined}
            onChange={(value) => setValues({ ...values, [field.name]: value })}
          />
        ))}
        <p className="secondary">{text('questionNote', { server: visibleCharacters(props.server) })}</p>
      </div>
      <div className="button-row">
        <ConsentButton appearance="primary" isInert={isInert} onPress={() => send()}>
          {text('submit')}
        </ConsentButton>
        <ConsentButton isInert={isInert} onPress={props.onDecline}>
          {text('decline')}
        </ConsentButton>
        <ConsentButton isInert={isInert} onPress={props.onCancel}>
          {text('cancel')}
        </ConsentButton>
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
