import type { ComponentProps } from 'react';
import { SelectField } from '../forms/field.tsx';
import { useSession } from '../session/session.ts';

interface OrganizationFieldProps extends Omit<ComponentProps<typeof SelectField>, 'children'> {
  /** The choice of none, by its title; missing where one must be chosen. */
  none?: string;
}

/** The organizations that the caller may select, those below another one further in. */
export function OrganizationField({ none, ...field }: OrganizationFieldProps) {
  const { organizations } = useSession();
  return (
    <SelectField {...field}>
      {none !== undefined && <option value="">{none}</option>}
      {organizations
        .filter(({ selectable }) => selectable)
        .map(({ id, name, depth }) => (
          <option key={id} value={id}>
            {'\u2003'.repeat(depth)}
            {name}
          </option>
        ))}
    </SelectField>
  );
}
