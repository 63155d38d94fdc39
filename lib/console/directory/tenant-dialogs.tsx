import { useForm } from 'react-hook-form';
import { orThrow, type Tenant } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { TextField } from '../forms/field.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { fieldsOf } from '../forms/form-fields.ts';
import { useRefreshSession } from '../session/session.ts';
import { tenantTexts as texts } from '../texts/directory.ts';
import { uiTexts } from '../texts/ui.ts';
import { DeleteDialog } from '../ui/delete-dialog.tsx';
import { useToast } from '../ui/toasts.tsx';

/** Creates a tenant, or renames the given one. */
export function TenantDialog({ of, onClose }: { of?: Tenant; onClose: () => void }) {
  const toast = useToast();
  const refreshSession = useRefreshSession();
  const form = useForm({ defaultValues: { name: of?.name ?? '' } });
  const saving = useWrite(
    (api, name: string): Promise<unknown> =>
      of
        ? orThrow(api.PUT('/api/directory/tenants', { body: { id: of.id, name } }))
        : orThrow(api.POST('/api/directory/tenants', { body: { name } })),
    ['tenants'],
  );
  const onSuccess = () => {
    toast(texts.saved);
    refreshSession();
    onClose();
  };
  return (
    <FormDialog
      title={of ? texts.rename : texts.create}
      form={form}
      saving={saving}
      submitLabel={of ? uiTexts.save : texts.createConfirm}
      onSave={({ name }) => saving.mutate(name.trim(), { onSuccess })}
      onClose={onClose}
    >
      <TextField
        label={texts.name}
        {...fieldsOf(form, saving.error)('name', { required: uiTexts.required })}
      />
    </FormDialog>
  );
}

export function DeleteTenantDialog({ of, onClose }: { of: Tenant; onClose: () => void }) {
  const refreshSession = useRefreshSession();
  return (
    <DeleteDialog
      name={of.name}
      texts={texts.remove}
      remove={async (api) => {
        await orThrow(api.DELETE('/api/directory/tenants', { params: { query: { id: of.id } } }));
        refreshSession();
      }}
      to="/tenants"
      onClose={onClose}
    />
  );
}
