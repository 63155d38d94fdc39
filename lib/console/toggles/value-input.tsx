import { SelectField, TextArea, TextField } from '../forms/field.tsx';
import { toggleTexts } from '../texts/toggles.ts';
import { type ToggleType, valueProblem } from './toggle-values.ts';

interface ValueInputProps {
  type: ToggleType;
  label: string;
  value: string;
  onValue: (value: string) => void;
  /** Why the API refuses it. */
  problem?: string | undefined;
  /** Whether it can be empty. */
  isOptional?: boolean;
}

/** The control for a value of the type, controlled by its form. */
export function ValueInput({ type, label, value, onValue, problem, isOptional = false }: ValueInputProps) {
  const { values } = toggleTexts;
  const onChange = ({ target }: { target: { value: string } }) => onValue(target.value);
  if (type === 'boolean') {
    return (
      <SelectField label={label} value={value} error={problem} onChange={onChange}>
        {isOptional && <option value="">{values.none}</option>}
        <option value="true">{values.true}</option>
        <option value="false">{values.false}</option>
      </SelectField>
    );
  }
  const field = { label, value, onChange, error: valueProblem(type, value) ?? problem };
  if (type === 'json') return <TextArea {...field} isCode rows={4} />;
  return <TextField {...field} inputMode={type === 'number' ? 'decimal' : 'text'} />;
}
