import type { KeyboardEvent, ReactElement } from 'react';
import { useId, useState } from 'react';
import { Icon } from '../../components/Icon.tsx';
import { text } from '../../text.ts';
import type { CompletionSource } from './useCompletion.ts';
import { useCompletion } from './useCompletion.ts';

/** An argument as a form asks for it. */
export interface Argument {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly isRequired: boolean;
}

interface ArgumentFieldProps {
  readonly argument: Argument;
  readonly source: CompletionSource;
  /** All values of the form. */
  readonly values: Readonly<Record<string, string>>;
  readonly isMissing: boolean;
  readonly isFirst: boolean;
  /** Whether this is the field that shows proposals. */
  readonly isAsking: boolean;
  readonly onAsk: (isAsking: boolean) => void;
  readonly onChange: (value: string) => void;
}

/** One argument, with what its server proposes for it. */
export function ArgumentField(props: ArgumentFieldProps): ReactElement {
  const { argument, source, values, isMissing, isAsking, onAsk, onChange } = props;
  const id = useId();
  const value = values[argument.name] ?? '';
  const [active, setActive] = useState(-1);
  const context = Object.fromEntries(Object.entries(values).filter(([name]) => name !== argument.name));
  const proposed = useCompletion(isAsking ? { ...source, argument: argument.name, value, context } : undefined);
  const suggestions = proposed.length === 1 && proposed[0] === value ? [] : proposed;
  const isOpen = suggestions.length > 0;

  const choose = (chosen: string): void => {
    onChange(chosen);
    onAsk(false);
    setActive(-1);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' && !isOpen) onAsk(true);
    else if (!isOpen) return;
    else if (event.key === 'ArrowDown') setActive((active + 1) % suggestions.length);
    else if (event.key === 'ArrowUp') setActive((active - 1 + suggestions.length) % suggestions.length);
    else if (event.key === 'Escape') onAsk(false);
    else if (event.key === 'Enter' && suggestions[active] !== undefined) choose(suggestions[active]);
    else return;
    event.preventDefault();
  };
  return (
    <div className="argument">
      <label htmlFor={id}>
        {argument.title ?? argument.name}
        {argument.isRequired && <span aria-hidden="true"> *</span>}
      </label>
      <input
        id={id}
        name={argument.name}
        className="text-input"
        autoComplete="off"
        spellCheck={false}
        autoFocus={props.isFirst}
        required={argument.isRequired}
        aria-invalid={isMissing}
        aria-describedby={`${id}-about`}
        aria-autocomplete="list"
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-activedescendant={isOpen && active >= 0 ? `${id}-${active}` : undefined}
        value={value}
        onChange={(event) => {
          onAsk(true);
          setActive(-1);
          onChange(event.target.value);
        }}
        onFocus={() => onAsk(true)}
        onKeyDown={press}
      />
      {isOpen && (
        <ul
          id={`${id}-list`}
          role="listbox"
          className="suggestions"
          aria-label={text('suggestionsFor', { field: argument.title ?? argument.name })}
        >
          {suggestions.map((suggestion, index) => (
            <li
              key={suggestion}
              id={`${id}-${index}`}
              role="option"
              className="option"
              aria-selected={index === active}
              onMouseDown={(event) => {
                event.preventDefault();
                choose(suggestion);
              }}
            >
              {suggestion}
            </li>
          ))}
        </ul>
      )}
      <p id={`${id}-about`} className="secondary">
        {isMissing && (
          <span className="field-error">
            <Icon name="error" /> {text('fieldRequired')}{' '}
          </span>
        )}
        {argument.description}
      </p>
    </div>
  );
}
