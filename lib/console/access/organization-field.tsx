import type { ComponentProps } from 'react';
import { SelectField } from '../forms/field.tsx';
import { useSession } from '../session/session.ts';

interface OrganizationFieldProps extends Omit<ComponentProps<typeof SelectField>, 'children' | 'choices'> {
  /** Title of the empty option; undefined if an organization is required. */
  none?: string;
}

/** The organizations that the caller may select, indented by their depth. */
export function OrganizationField({ none, ...field }: OrganizationFieldProps) {
  const { organizations } = useSession();
  return (
    <SelectField
      {...field}
      choices={organizations
        .filter(({ selectable }) => selectable)
        .map(({ id, name, depth }) => [id, `${'\u2003'.repeat(depth)}${name}`])}
    >
      {none !== undefined && <option value="">{none}</option>}
    </SelectField>
  );
}
