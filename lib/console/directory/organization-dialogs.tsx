import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type OrganizationOption, orThrow } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { changedFields } from '../forms/changed-fields.ts';
import { CheckField, SelectField, TextField } from '../forms/field.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { fieldsOf } from '../forms/form-fields.ts';
import { useRefreshSession } from '../session/session.ts';
import { organizationTexts } from '../texts/directory.ts';
import { uiTexts } from '../texts/ui.ts';
import { DeleteDialog } from '../ui/delete-dialog.tsx';
import { useToast } from '../ui/toasts.tsx';
import { branchOf } from './organization-tree.ts';

const texts = organizationTexts.form;

interface OrganizationForm {
  name: string;
  slug: string;
  /** Empty for a root organization. */
  parentId: string;
  isActive: boolean;
}

const newOrganization: OrganizationForm = { name: '', slug: '', parentId: '', isActive: true };

const formOf = ({ name, slug, parentId, isActive }: OrganizationOption): OrganizationForm => ({
  ...{ name, isActive },
  slug: slug ?? '',
  parentId: parentId ?? '',
});

const bodyOf = ({ name, slug, parentId, isActive }: OrganizationForm) => ({
  name: name.trim(),
  isActive,
  ...(slug.trim() && { slug: slug.trim() }),
  parentId: parentId || null,
});

interface OrganizationDialogProps {
  organizations: readonly OrganizationOption[];
  /** The organization to change; undefined for a new one. */
  edited: OrganizationOption | undefined;
  /** Parent of a new one. */
  parentId?: string;
  onClose: () => void;
}

/** Creates an organization in the tree, or changes one. */
export function OrganizationDialog(props: OrganizationDialogProps) {
  const { organizations, parentId = '', onClose } = props;
  const toast = useToast();
  const refreshSession = useRefreshSession();
  const [edited] = useState(props.edited);
  const form = useForm<OrganizationForm>({
    defaultValues: edited ? formOf(edited) : { ...newOrganization, parentId },
  });
  const { register } = form;
  const saving = useWrite(
    (api, fields: OrganizationForm): Promise<unknown> => {
      const body = bodyOf(fields);
      // Callers of a branch may not name organizations above it.
      const changes = changedFields(body, bodyOf(edited ? formOf(edited) : newOrganization));
      return edited
        ? orThrow(api.PUT('/api/directory/organizations', { body: { id: edited.id, ...changes } }))
        : orThrow(api.POST('/api/directory/organizations', { body: { ...changes, name: body.name } }));
    },
    ['organizations'],
  );
  const field = fieldsOf(form, saving.error);
  const onSuccess = () => {
    toast(texts.saved);
    refreshSession();
    onClose();
  };
  const branch = edited ? branchOf(organizations, edited.id) : new Set<string>();
  const parents = organizations.filter(({ id }) => !branch.has(id));
  return (
    <FormDialog
      title={edited ? texts.edit(edited.name) : texts.create}
      form={form}
      saving={saving}
      submitLabel={edited ? uiTexts.save : texts.confirm}
      onSave={(fields) => saving.mutate(fields, { onSuccess })}
      onClose={onClose}
    >
      <TextField label={texts.name} {...field('name', { required: uiTexts.required })} />
      <TextField label={texts.slug} hint={texts.slugHint} {...field('slug')} />
      <SelectField
        label={texts.parent}
        {...field('parentId')}
        choices={parents.map(({ id, name, depth }) => [id, `${'\u2003'.repeat(depth)}${name}`])}
        {...(edited?.parentId && { stored: [edited.parentId, edited.parentId] as const })}
      >
        <option value="">{texts.top}</option>
      </SelectField>
      <CheckField label={texts.isOpen} hint={texts.isOpenHint} {...register('isActive')} />
    </FormDialog>
  );
}

export function DeleteOrganizationDialog(props: { of: OrganizationOption; onClose: () => void }) {
  const { of, onClose } = props;
  const refreshSession = useRefreshSession();
  return (
    <DeleteDialog
      name={of.name}
      texts={organizationTexts.removal}
      remove={async (api) => {
        await orThrow(api.DELETE('/api/directory/organizations', { params: { query: { id: of.id } } }));
        refreshSession();
      }}
      refreshes={['organizations']}
      onClose={onClose}
    />
  );
}
