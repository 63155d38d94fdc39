import { useForm } from 'react-hook-form';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { makePasskey } from '../api/passkeys.ts';
import { useWrite } from '../api/queries.ts';
import { TextField } from '../forms/field.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { fieldsOf } from '../forms/form-fields.ts';
import { factorTexts } from '../texts/factors.ts';
import { uiTexts } from '../texts/ui.ts';

const texts = factorTexts.passkey;

interface PasskeyDialogProps {
  /** Called with the recovery codes of the first factor, else null. */
  onDone: (recoveryCodes: readonly string[] | null) => void;
  onClose: () => void;
}

/** Sets up a passkey: its name, then the dialog of the browser. */
export function PasskeyDialog({ onDone, onClose }: PasskeyDialogProps) {
  const form = useForm({ defaultValues: { name: texts.defaultName as string } });
  const adding = useWrite(
    async (api, body: { name: string }) => {
      const { id, options } = await orThrow(api.POST('/api/auth/factors/passkeys', { body }));
      const passkey = await makePasskey(options);
      return orThrow(api.POST('/api/auth/factors/passkeys/confirm', { body: { id, passkey } }));
    },
    ['factors', 'sessions'],
  );
  const field = fieldsOf(form, adding.error);
  return (
    <FormDialog
      title={texts.title}
      form={form}
      saving={adding}
      submitLabel={texts.create}
      onSave={(fields) => adding.mutate(fields, { onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes) })}
      onClose={onClose}
    >
      <p>{texts.intro}</p>
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        {...field('name', { required: uiTexts.required })}
      />
    </FormDialog>
  );
}
