import { useId } from 'react';
import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { TextField } from '../forms/field.tsx';
import { refusalsOf } from '../forms/form-fields.ts';
import { toggleTexts } from '../texts/toggles.ts';
import { Button } from '../ui/button.tsx';
import { newPrerequisite, type ToggleForm } from './toggle-extras.ts';
import { valueProblem } from './toggle-values.ts';
import { ValueInput } from './value-input.tsx';

const texts = toggleTexts.extras;

/** Toggles to choose from; others are typed. */
const maxChoices = 200;

/** The toggles that this one needs, with their values. */
export function PrerequisiteRows({ form, error }: { form: UseFormReturn<ToggleForm>; error: unknown }) {
  const { control, register, watch, setValue, getFieldState, formState } = form;
  const { fields, append, remove } = useFieldArray({ control, name: 'prerequisites' });
  const listId = useId();
  const refused = refusalsOf(error);
  const query = { page: 1, pageSize: maxChoices };
  const { data } = useRead(['toggles', 'choices'], (api) =>
    orThrow(api.GET('/api/feature_toggles/global', { params: { query } })),
  );
  const choices = (data?.items ?? []).filter(({ identifier }) => identifier !== watch('identifier'));
  const choose = (index: number, identifier: string) => {
    const type = choices.find((choice) => choice.identifier === identifier)?.type;
    if (type === undefined || type === watch(`prerequisites.${index}.type`)) return;
    setValue(`prerequisites.${index}.type`, type);
    setValue(`prerequisites.${index}.value`, type === 'boolean' ? 'true' : '', { shouldDirty: true });
  };
  return (
    <fieldset className="stack tight">
      <legend>{texts.prerequisites}</legend>
      <p className="muted small">{texts.prerequisitesHint}</p>
      <datalist id={listId}>
        {choices.map(({ identifier, name }) => (
          <option key={identifier} value={identifier}>
            {name}
          </option>
        ))}
      </datalist>
      {fields.map(({ id }, index) => {
        const name = `prerequisites.${index}` as const;
        const { type, value } = watch(name);
        return (
          <div key={id} className="toggle-row">
            <TextField
              label={texts.toggle(index + 1)}
              list={listId}
              autoCapitalize="off"
              autoComplete="off"
              maxLength={150}
              error={
                getFieldState(`${name}.identifier`, formState).error?.message ??
                refused(`prerequisites[${index}].identifier`)
              }
              {...register(`${name}.identifier`, {
                required: toggleTexts.form.required,
                onChange: ({ target }) => choose(index, String(target.value)),
              })}
            />
            <ValueInput
              type={type}
              label={texts.required(index + 1)}
              value={value}
              problem={refused(`prerequisites[${index}].value`)}
              onValue={(text) => setValue(`${name}.value`, text, { shouldDirty: true })}
            />
            <input
              type="hidden"
              {...register(`${name}.value`, { validate: (text) => valueProblem(type, text) ?? true })}
            />
            <Button
              variant="quiet"
              icon="close"
              aria-label={texts.removePrerequisite(index + 1)}
              onClick={() => remove(index)}
            />
          </div>
        );
      })}
      <div>
        <Button icon="plus" onClick={() => append({ ...newPrerequisite })}>
          {texts.addPrerequisite}
        </Button>
      </div>
    </fieldset>
  );
}
