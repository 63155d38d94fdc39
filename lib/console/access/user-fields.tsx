/** The form of a user, for an invitation and for a change. */
import { type UseFormReturn, useForm } from 'react-hook-form';
import { type Choices, TextField } from '../forms/field.tsx';
import { fieldsOf } from '../forms/form-fields.ts';
import { userTexts } from '../texts/access.ts';
import { uiTexts } from '../texts/ui.ts';
import { OrganizationField } from './organization-field.tsx';
import { RoleChoice } from './role-choice.tsx';

const texts = userTexts.form;

export interface UserForm {
  email: string;
  name: string;
  /** Empty for none. */
  organizationId: string;
  /** Ids of roles. */
  roles: string[];
}

export const bodyOf = ({ email, name, organizationId, roles }: UserForm) => ({
  email: email.trim(),
  name: name.trim() || null,
  organizationId: organizationId || null,
  roles,
});

export const useUserForm = (initial: UserForm) => useForm<UserForm>({ defaultValues: initial });

interface UserFieldsProps {
  form: UseFormReturn<UserForm>;
  error: unknown;
  /** The stored organization with its name. */
  home?: Choices[number];
}

export function UserFields({ form, error, home }: UserFieldsProps) {
  const { watch, setValue } = form;
  const field = fieldsOf(form, error);
  return (
    <>
      <TextField
        label={texts.email}
        type="email"
        autoComplete="off"
        {...field('email', { required: uiTexts.required })}
      />
      <TextField label={texts.name} {...field('name')} />
      <OrganizationField
        label={texts.organization}
        none={texts.noOrganization}
        stored={home}
        {...field('organizationId')}
      />
      <RoleChoice
        chosen={watch('roles')}
        hint={texts.rolesHint}
        onChange={(roles) => setValue('roles', roles, { shouldDirty: true })}
      />
    </>
  );
}
