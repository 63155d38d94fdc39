import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { TextField } from '../forms/field.tsx';
import { refusalsOf } from '../forms/form-fields.ts';
import { providerTexts } from '../texts/provider.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button } from '../ui/button.tsx';
import { OrganizationField } from './organization-field.tsx';
import type { ProviderFields } from './provider-fields.ts';
import { RoleChoice } from './role-choice.tsx';

const texts = providerTexts.rights;

/** What membership in each group of the provider gives. */
export function GroupMappings({ form, error }: { form: UseFormReturn<ProviderFields>; error: unknown }) {
  const { register, watch, setValue, getFieldState, formState } = form;
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'groups' });
  const refused = refusalsOf(error);
  return (
    <div className="stack">
      <h3>{texts.groups}</h3>
      <p className="muted">{texts.groupsIntro}</p>
      {fields.length === 0 && <p>{texts.noGroups}</p>}
      {fields.map(({ id }, index) => {
        const name = `groups.${index}` as const;
        const group = watch(`${name}.group`);
        return (
          <div key={id} className="stack tight mapping">
            <div className="form-columns">
              <TextField
                label={texts.group}
                error={
                  getFieldState(`${name}.group`, formState).error?.message ??
                  refused(`groups[${index}].group`)
                }
                {...register(`${name}.group`, { required: uiTexts.required })}
              />
              <OrganizationField
                label={texts.organization}
                none={texts.none}
                {...register(`${name}.organizationId`)}
              />
            </div>
            <RoleChoice
              chosen={watch(`${name}.roles`)}
              hint={texts.groupRoles}
              onChange={(roles) => setValue(`${name}.roles`, roles, { shouldDirty: true })}
            />
            {refused(`groups[${index}].roles`) && (
              <span className="field-error">{refused(`groups[${index}].roles`)}</span>
            )}
            <div>
              <Button variant="quiet" icon="close" onClick={() => remove(index)}>
                <span className="break">{texts.remove(group)}</span>
              </Button>
            </div>
          </div>
        );
      })}
      <div>
        <Button icon="plus" onClick={() => append({ group: '', roles: [], organizationId: '' })}>
          {texts.add}
        </Button>
      </div>
    </div>
  );
}
