/** Dialogs that create and rename a role. */
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { orThrow, type Role } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { TextField } from '../forms/field.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { fieldsOf } from '../forms/form-fields.ts';
import { roleTexts as texts } from '../texts/access.ts';
import { uiTexts } from '../texts/ui.ts';
import { useCloseWithToast } from '../ui/toasts.tsx';

interface NameDialogProps {
  title: string;
  confirmLabel: string;
  initial: string;
  saving: { error: unknown; isPending: boolean };
  onSave: (name: string) => void;
  onClose: () => void;
}

function NameDialog(props: NameDialogProps) {
  const { title, confirmLabel, initial, saving, onSave, onClose } = props;
  const form = useForm({ defaultValues: { name: initial } });
  return (
    <FormDialog
      title={title}
      form={form}
      saving={saving}
      submitLabel={confirmLabel}
      onSave={({ name }) => onSave(name.trim())}
      onClose={onClose}
    >
      <TextField
        label={texts.name}
        {...fieldsOf(form, saving.error)('name', { required: uiTexts.required })}
      />
    </FormDialog>
  );
}

/** Creates a role without rights, and opens its page, where rights are added. */
export function CreateRoleDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const creating = useWrite(
    (api, name: string) => orThrow(api.POST('/api/auth/roles', { body: { name } })),
    ['roles'],
  );
  return (
    <NameDialog
      title={texts.create}
      confirmLabel={texts.createConfirm}
      initial=""
      saving={creating}
      onSave={(name) => creating.mutate(name, { onSuccess: ({ id }) => void navigate(`/roles/${id}`) })}
      onClose={onClose}
    />
  );
}

interface RoleDialogProps {
  role: Role;
  onClose: () => void;
}

export function RenameRoleDialog({ role, onClose }: RoleDialogProps) {
  const renaming = useWrite(
    (api, name: string) => orThrow(api.PUT('/api/auth/roles', { body: { id: role.id, name } })),
    ['roles', 'users', 'keys'],
  );
  const onSuccess = useCloseWithToast(texts.renamed, onClose);
  return (
    <NameDialog
      title={texts.rename}
      confirmLabel={uiTexts.save}
      initial={role.name}
      saving={renaming}
      onSave={(name) => renaming.mutate(name, { onSuccess })}
      onClose={onClose}
    />
  );
}
