/** Form fields: label, hint and error, associated with the control for screen readers. */
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, type WheelEvent } from 'react';
import { useLabelOf } from './field-labels.tsx';

interface FieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
}

interface Described {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

interface FrameProps extends FieldProps {
  name?: string | undefined;
  isWide?: boolean;
  control: (described: Described) => ReactNode;
}

function Frame({ label, hint, error, name, isWide, control }: FrameProps) {
  useLabelOf(name, label);
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = [hint ? hintId : '', error ? errorId : ''].filter(Boolean).join(' ');
  return (
    <div className={isWide ? 'field wide' : 'field'}>
      <label htmlFor={id}>{label}</label>
      {control({ id, 'aria-invalid': error !== undefined, 'aria-describedby': described || undefined })}
      {hint && (
        <span className="hint" id={hintId}>
          {hint}
        </span>
      )}
      {error && (
        <span className="field-error" id={errorId}>
          {error}
        </span>
      )}
    </div>
  );
}

type Control<Tag extends 'input' | 'textarea' | 'select'> = FieldProps &
  Omit<ComponentProps<Tag>, 'className'>;

/** A search within a form finds something for it: the key that searches must not send the form. */
const doNotSend = (event: KeyboardEvent) => {
  if (event.key === 'Enter') event.preventDefault();
};

/** A user who scrolls on after entering a number does not mean to change it. */
const leave = ({ currentTarget }: WheelEvent<HTMLInputElement>) => currentTarget.blur();

export function TextField({ label, hint, error, isWide, ...rest }: Control<'input'> & { isWide?: boolean }) {
  return (
    <Frame
      label={label}
      hint={hint}
      error={error}
      name={rest.name}
      isWide={isWide ?? false}
      control={(described) => (
        <input
          {...(rest.type === 'search' && { onKeyDown: doNotSend })}
          {...(rest.type === 'number' && { onWheel: leave })}
          {...rest}
          {...described}
          className="input"
        />
      )}
    />
  );
}

export function TextArea({
  label,
  hint,
  error,
  isCode,
  ...rest
}: Control<'textarea'> & { isCode?: boolean }) {
  return (
    <Frame
      label={label}
      hint={hint}
      error={error}
      name={rest.name}
      control={(described) => (
        <textarea {...rest} {...described} className={isCode ? 'input mono' : 'input'} spellCheck={!isCode} />
      )}
    />
  );
}

/** Options of a select field. */
export type Choices = readonly (readonly [value: string, title: string])[];

interface SelectProps {
  choices?: Choices;
  /** The stored value. It stays an option without being a choice any more: otherwise leaving the field would clear it. */
  stored?: Choices[number] | undefined;
}

const withStored = (choices: Choices, stored: Choices[number] | undefined): Choices => {
  if (stored === undefined || stored[0] === '') return choices;
  return choices.some(([value]) => value === stored[0]) ? choices : [...choices, stored];
};

/** A select field; `children` are options before the choices. */
export function SelectField(props: Control<'select'> & SelectProps) {
  const { label, hint, error, choices = [], stored, children, ...rest } = props;
  return (
    <Frame
      label={label}
      hint={hint}
      error={error}
      name={rest.name}
      control={(described) => (
        <select {...rest} {...described} className="input">
          {children}
          {withStored(choices, stored).map(([value, title]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
      )}
    />
  );
}

export function CheckField({ label, hint, ...rest }: Omit<Control<'input'>, 'error'>) {
  const id = useId();
  useLabelOf(rest.name, label);
  return (
    <label className="check">
      <input {...rest} type="checkbox" aria-describedby={hint ? id : undefined} />
      <span>
        {label}
        {hint && (
          <span className="muted small" id={id}>
            <br />
            {hint}
          </span>
        )}
      </span>
    </label>
  );
}
