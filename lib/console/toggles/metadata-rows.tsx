import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { SelectField, TextField } from '../forms/field.tsx';
import { refusalsOf } from '../forms/form-fields.ts';
import { toggleTexts } from '../texts/toggles.ts';
import { Button } from '../ui/button.tsx';
import {
  entryNameProblem,
  entryValueProblem,
  metadataKinds,
  newEntry,
  type ToggleForm,
} from './toggle-extras.ts';

const { extras: texts, values } = toggleTexts;

/** The facts that checks return with the value. */
export function MetadataRows({ form, error }: { form: UseFormReturn<ToggleForm>; error: unknown }) {
  const { control, register, watch, setValue, getFieldState, formState } = form;
  const { fields, append, remove } = useFieldArray({ control, name: 'metadata' });
  const refused = refusalsOf(error);
  return (
    <fieldset className="stack tight">
      <legend>{texts.metadata}</legend>
      <p className="muted small">{texts.metadataHint}</p>
      {fields.map(({ id }, index) => {
        const name = `metadata.${index}` as const;
        const row = watch(name);
        const field = register(`${name}.value`, {
          validate: (_, form) => entryValueProblem(form.metadata[index] ?? newEntry) ?? true,
        });
        const label = texts.entryValue(index + 1);
        return (
          <div key={id} className="toggle-row with-kind">
            <TextField
              label={texts.entryName(index + 1)}
              maxLength={64}
              error={
                getFieldState(`${name}.name`, formState).error?.message ??
                refused(`metadata.${row.name.trim()}`)
              }
              {...register(`${name}.name`, {
                validate: (text, form) => entryNameProblem(text, form.metadata) ?? true,
              })}
            />
            <SelectField
              label={texts.entryKind(index + 1)}
              choices={metadataKinds.map((kind) => [kind, toggleTexts.types[kind]])}
              {...register(`${name}.kind`, {
                onChange: ({ target }) =>
                  setValue(`${name}.value`, target.value === 'boolean' ? 'true' : '', { shouldDirty: true }),
              })}
            />
            {row.kind === 'boolean' ? (
              <SelectField
                label={label}
                choices={[
                  ['true', values.true],
                  ['false', values.false],
                ]}
                {...field}
              />
            ) : (
              <TextField
                label={label}
                inputMode={row.kind === 'number' ? 'decimal' : 'text'}
                error={getFieldState(`${name}.value`, formState).error?.message}
                {...field}
              />
            )}
            <Button
              variant="quiet"
              icon="close"
              aria-label={texts.removeEntry(index + 1)}
              onClick={() => remove(index)}
            />
          </div>
        );
      })}
      <div>
        <Button icon="plus" onClick={() => append({ ...newEntry })}>
          {texts.addEntry}
        </Button>
      </div>
    </fieldset>
  );
}
