import { useForm } from 'react-hook-form';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { TextField } from '../forms/field.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { fieldsOf } from '../forms/form-fields.ts';
import { factorTexts } from '../texts/factors.ts';
import { uiTexts } from '../texts/ui.ts';
import { useCloseWithToast } from '../ui/toasts.tsx';

const texts = factorTexts.rename;

interface RenameFactorDialogProps {
  factor: { id: string; name: string };
  onClose: () => void;
}

/** Changes the name of a second factor. */
export function RenameFactorDialog({ factor: { id, name }, onClose }: RenameFactorDialogProps) {
  const form = useForm({ defaultValues: { name } });
  const renaming = useWrite(
    (api, fields: { name: string }) => orThrow(api.PUT('/api/auth/factors', { body: { id, ...fields } })),
    ['factors'],
  );
  const field = fieldsOf(form, renaming.error);
  const onSuccess = useCloseWithToast(texts.done, onClose);
  return (
    <FormDialog
      title={texts.title(name)}
      form={form}
      saving={renaming}
      onSave={(fields) => renaming.mutate(fields, { onSuccess })}
      onClose={onClose}
    >
      <TextField label={factorTexts.columns.name} {...field('name', { required: uiTexts.required })} />
    </FormDialog>
  );
}
