import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type LibraryAttachmentDetail, orThrow } from '../../../shared/clients/typescript/index.ts';
import { ifMatch, useWrite, type Versioned } from '../api/queries.ts';
import { TextField } from '../forms/field.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { fieldsOf } from '../forms/form-fields.ts';
import { attachmentTexts } from '../texts/attachments.ts';
import { uiTexts } from '../texts/ui.ts';
import { useCloseWithToast } from '../ui/toasts.tsx';

const texts = attachmentTexts.transfer;

interface TransferDialogProps {
  file: Versioned<LibraryAttachmentDetail>;
  onClose: () => void;
}

/** Moves a file of a record to another record of the same type. */
export function TransferDialog({ file, onClose }: TransferDialogProps) {
  // What was opened, even when the page reads a newer version meanwhile.
  const [{ data, etag }] = useState(file);
  const { id, entityId, recordId } = data;
  const form = useForm({ defaultValues: { toRecordId: '' } });
  const moving = useWrite(
    (api, toRecordId: string) =>
      orThrow(
        api.POST('/api/attachments/transfer', {
          params: ifMatch(etag),
          body: { entityId, attachmentIds: [id], fromRecordId: recordId, toRecordId },
        }),
      ),
    ['files'],
  );
  const onSuccess = useCloseWithToast(texts.done, onClose);
  return (
    <FormDialog
      title={texts.title}
      form={form}
      saving={moving}
      submitLabel={texts.submit}
      onSave={({ toRecordId }) => moving.mutate(toRecordId.trim(), { onSuccess })}
      onClose={onClose}
    >
      <p>{texts.text}</p>
      <TextField
        label={texts.record}
        hint={<code>{entityId}</code>}
        {...fieldsOf(form, moving.error)('toRecordId', { required: uiTexts.required })}
      />
    </FormDialog>
  );
}
