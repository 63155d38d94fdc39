import { useForm } from 'react-hook-form';
import { orThrow, type Tenant } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { TextField } from '../forms/field.tsx';
import { fieldProblem } from '../forms/resource-form.tsx';
import { SaveProblem } from '../forms/save-problem.tsx';
import { useRefreshSession } from '../session/session.ts';
import { tenantTexts as texts } from '../texts/directory.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button } from '../ui/button.tsx';
import { DeleteDialog } from '../ui/delete-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
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
    <Dialog title={of ? texts.rename : texts.create} onClose={onClose}>
      <form
        className="form"
        onSubmit={form.handleSubmit(({ name }) => saving.mutate(name.trim(), { onSuccess }))}
        noValidate
      >
        <SaveProblem error={saving.error} />
        <TextField
          label={texts.name}
          error={fieldProblem(form, saving.error, 'name')}
          {...form.register('name', { required: uiTexts.required })}
        />
        <div className="form-actions">
          <Button variant="primary" type="submit" isBusy={saving.isPending}>
            {of ? uiTexts.save : texts.createConfirm}
          </Button>
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
        </div>
      </form>
    </Dialog>
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
