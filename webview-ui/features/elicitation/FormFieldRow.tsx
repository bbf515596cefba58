import type { ReactElement } from 'react';
import { useId } from 'react';
import { visibleCharacters } from '../../../src/shared/base/visibleCharacters.ts';
import { Icon } from '../../components/Icon.tsx';
import { text } from '../../text.ts';
import type { FormField, FormOption } from './formField.ts';
import type { FieldValue } from './formValues.ts';

interface FormFieldRowProps {
  readonly field: FormField;
  readonly value: FieldValue;
  /** What is wrong with the value. */
  readonly problem: string | undefined;
  readonly onChange: (value: FieldValue) => void;
}

/** One field of a server's form, with its name, its explanation and what is wrong with it. */
export function FormFieldRow({ field, value, problem, onChange }: FormFieldRowProps): ReactElement {
  const id = useId();
  const label = visibleCharacters(field.label);
  const aboutId = `${id}-about`;
  const about = (
    <p id={aboutId} className="secondary">
      {problem !== undefined && (
        <span className="field-error">
          <Icon name="error" /> {problem}{' '}
        </span>
      )}
      {field.description !== undefined && visibleCharacters(field.description)}
    </p>
  );
  const shared = {
    'aria-describedby': aboutId,
    'aria-invalid': problem !== undefined,
    required: field.isRequired,
    name: field.name,
  };
  switch (field.kind) {
    case 'flag':
      return (
        <div className="form-field">
          <label className="form-tick">
            <input type="checkbox" {...shared} required={false} checked={value === true} onChange={ticked(onChange)} />
            <span>{label}</span>
          </label>
          {about}
        </div>
      );
    case 'choices':
      return (
        <fieldset className="form-field" aria-describedby={aboutId}>
          <legend>{labelled(label, field.isRequired)}</legend>
          <Ticks options={field.options} chosen={typeof value === 'object' ? value : []} onChange={onChange} />
          {about}
        </fieldset>
      );
    case 'choice':
      return (
        <div className="form-field">
          <label htmlFor={id}>{labelled(label, field.isRequired)}</label>
          <select
            id={id}
            className="text-input"
            {...shared}
            value={String(value)}
            onChange={(event) => onChange(event.target.value)}
          >
            <option value="">{text('nothingChosen')}</option>
            {field.options.map((option) => (
              <option key={option.value} value={option.value}>
                {visibleCharacters(option.label)}
              </option>
            ))}
          </select>
          {about}
        </div>
      );
    case 'number':
    case 'text':
      return (
        <div className="form-field">
          <label htmlFor={id}>{labelled(label, field.isRequired)}</label>
          <input
            id={id}
            className="text-input"
            autoComplete="off"
            spellCheck={false}
            inputMode={field.kind === 'number' ? 'decimal' : 'text'}
            placeholder={placeholderOf(field)}
            {...shared}
            value={String(value)}
            onChange={(event) => onChange(event.target.value)}
          />
          {about}
        </div>
      );
  }
}

interface TicksProps {
  readonly options: readonly FormOption[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

function Ticks({ options, chosen, onChange }: TicksProps): ReactElement {
  return (
    <>
      {options.map(({ value, label }) => (
        <label key={value} className="form-tick">
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={(event) => {
              const ticked = event.target.checked;
              // In the server's order, whatever the order of the clicks.
              onChange(options.map((option) => option.value).filter((item) => isTicked(item)));
              function isTicked(item: string): boolean {
                return item === value ? ticked : chosen.includes(item);
              }
            }}
          />
          <span>{visibleCharacters(label)}</span>
        </label>
      ))}
    </>
  );
}

function ticked(onChange: (value: boolean) => void) {
  return (event: { readonly target: { readonly checked: boolean } }): void => onChange(event.target.checked);
}

function labelled(label: string, isRequired: boolean): ReactElement {
  return (
    <>
      {label}
      {isRequired && <span aria-hidden="true"> *</span>}
    </>
  );
}

function placeholderOf(field: FormField): string | undefined {
  if (field.kind !== 'text') return undefined;
  if (field.format === 'date') return text('dateExample');
  return field.format === 'date-time' ? text('dateTimeExample') : undefined;
}
