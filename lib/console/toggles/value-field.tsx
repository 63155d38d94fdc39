import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { SelectField, TextArea, TextField } from '../forms/field.tsx';
import { toggleTexts } from '../texts/toggles.ts';
import type { ToggleType } from './toggle-values.ts';

interface ValueFieldProps {
  type: ToggleType;
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  field: UseFormRegisterReturn;
}

/** The control for a value of the type. */
export function ValueField({ type, label, hint, error, field }: ValueFieldProps) {
  const { values } = toggleTexts;
  const described = { label, hint, error };
  if (type === 'boolean') {
    return (
      <SelectField {...described} {...field}>
        <option value="true">{values.true}</option>
        <option value="false">{values.false}</option>
        <option value="">{values.none}</option>
      </SelectField>
    );
  }
  if (type === 'json') return <TextArea {...described} {...field} isCode rows={8} />;
  return <TextField {...described} {...field} inputMode={type === 'number' ? 'decimal' : 'text'} />;
}
