import type { UseFormReturn } from 'react-hook-form';
import { TextArea, TextField } from '../forms/field.tsx';
import { fieldProblem, fieldsOf } from '../forms/form-fields.ts';
import { toggleTexts } from '../texts/toggles.ts';
import { MetadataRows } from './metadata-rows.tsx';
import { PrerequisiteRows } from './prerequisite-rows.tsx';
import type { ToggleForm } from './toggle-extras.ts';
import { type ToggleType, valueProblem } from './toggle-values.ts';
import { ValueField } from './value-field.tsx';
import './rules.css';

const texts = toggleTexts.form;

interface ToggleFieldsProps {
  type: ToggleType;
  form: UseFormReturn<ToggleForm>;
  /** The error of saving. */
  error: unknown;
}

/** Common fields of creation and change. */
export function ToggleFields({ type, form, error }: ToggleFieldsProps) {
  const { register } = form;
  const field = fieldsOf(form, error);
  const required = { required: texts.required };
  return (
    <>
      <TextField label={texts.name} maxLength={255} {...field('name', required)} />
      <TextField
        label={texts.identifier}
        hint={texts.identifierHint}
        maxLength={150}
        autoCapitalize="off"
        {...field('identifier', required)}
      />
      <ValueField
        type={type}
        label={texts.defaultValue}
        hint={texts.defaultHint}
        error={fieldProblem(form, error, 'defaultValue')}
        field={register('defaultValue', { validate: (text) => valueProblem(type, text) ?? true })}
      />
      <TextField label={texts.category} maxLength={255} {...register('category')} />
      <TextArea label={texts.description} maxLength={5_000} {...register('description')} />
      <PrerequisiteRows form={form} error={error} />
      <MetadataRows form={form} error={error} />
    </>
  );
}
