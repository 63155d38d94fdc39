import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type LibraryAttachmentDetail, orThrow } from '../../../shared/clients/typescript/index.ts';
import { ifMatch, useWrite, type Versioned } from '../api/queries.ts';
import { TextField } from '../forms/field.tsx';
import { SaveProblem } from '../forms/save-problem.tsx';
import { attachmentTexts } from '../texts/attachments.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useToast } from '../ui/toasts.tsx';

const texts = attachmentTexts.transfer;

interface TransferDialogProps {
  file: Versioned<LibraryAttachmentDetail>;
  onClose: () => void;
}

/** Moves a file of a record to another record of the same type. */
export function TransferDialog({ file, onClose }: TransferDialogProps) {
  const toast = useToast();
  // What was opened, even when the page reads a newer version meanwhile.
  const [{ data, etag }] = useState(file);
  const { id, entityId, recordId } = data;
  const { register, handleSubmit, formState } = useForm({ defaultValues: { toRecordId: '' } });
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
  const onSuccess = () => {
    toast(texts.done);
    onClose();
  };
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <form
        className="form"
        onSubmit={handleSubmit(({ toRecordId }) => moving.mutate(toRecordId.trim(), { onSuccess }))}
        noValidate
      >
        <SaveProblem error={moving.error} />
        <p>{texts.text}</p>
        <TextField
          label={texts.record}
          hint={<code>{entityId}</code>}
          error={formState.errors.toRecordId?.message}
          {...register('toRecordId', { required: uiTexts.required })}
        />
        <div className="form-actions">
          <Button variant="primary" type="submit" isBusy={moving.isPending}>
            {texts.submit}
          </Button>
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}
