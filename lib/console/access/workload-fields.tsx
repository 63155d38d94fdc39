import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { TextField } from '../forms/field.tsx';
import { refusalsOf } from '../forms/form-fields.ts';
import { keyTexts } from '../texts/access.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button } from '../ui/button.tsx';
import type { KeyForm } from './key-fields.ts';

const texts = keyTexts.workloads;
const fieldNames = ['issuer', 'audience', 'subject'] as const;

/** Which workloads may use the key with their own tokens. */
export function WorkloadFields({ form, error }: { form: UseFormReturn<KeyForm>; error: unknown }) {
  const { register, getFieldState, formState } = form;
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'workloads' });
  const refused = refusalsOf(error);
  return (
    <div className="stack">
      <h3>{texts.title}</h3>
      <p className="muted">{texts.intro}</p>
      {fields.map(({ id }, index) => (
        <div key={id} className="stack tight">
          {fieldNames.map((name) => {
            const path = `workloads.${index}.${name}` as const;
            return (
              <TextField
                key={name}
                label={texts[name]}
                hint={texts.hints[name]}
                error={
                  getFieldState(path, formState).error?.message ?? refused(`workloads[${index}].${name}`)
                }
                {...register(path, { required: uiTexts.required })}
              />
            );
          })}
          <div>
            <Button variant="quiet" icon="close" onClick={() => remove(index)}>
              {texts.remove(index + 1)}
            </Button>
          </div>
        </div>
      ))}
      <div>
        <Button icon="plus" onClick={() => append({ issuer: '', audience: location.origin, subject: '' })}>
          {texts.add}
        </Button>
      </div>
    </div>
  );
}
