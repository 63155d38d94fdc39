import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { TextArea, TextField } from '../forms/field.tsx';
import { toggleTexts } from '../texts/toggles.ts';
import { type ToggleType, valueProblem } from './toggle-values.ts';
import { ValueField } from './value-field.tsx';

const texts = toggleTexts.form;

export interface ToggleForm {
  identifier: string;
  name: string;
  description: string;
  category: string;
  /** As text, parsed by type. */
  defaultValue: string;
}

interface ToggleFieldsProps {
  type: ToggleType;
  register: UseFormRegister<ToggleForm>;
  errors: FieldErrors<ToggleForm>;
}

/** Common fields of creation and change. */
export function ToggleFields({ type, register, errors }: ToggleFieldsProps) {
  const required = { required: texts.required };
  return (
    <>
      <TextField
        label={texts.name}
        error={errors.name?.message}
        maxLength={255}
        {...register('name', required)}
      />
      <TextField
        label={texts.identifier}
        hint={texts.identifierHint}
        error={errors.identifier?.message}
        maxLength={150}
        autoCapitalize="off"
        {...register('identifier', required)}
      />
      <ValueField
        type={type}
        label={texts.defaultValue}
        hint={texts.defaultHint}
        error={errors.defaultValue?.message}
        field={register('defaultValue', { validate: (text) => valueProblem(type, text) ?? true })}
      />
      <TextField label={texts.category} maxLength={255} {...register('category')} />
      <TextArea label={texts.description} maxLength={5_000} {...register('description')} />
    </>
  );
}
