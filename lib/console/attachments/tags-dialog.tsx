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

const texts = attachmentTexts.tags;

const tagsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];

interface TagsDialogProps {
  file: Versioned<LibraryAttachmentDetail>;
  onClose: () => void;
}

export function TagsDialog({ file, onClose }: TagsDialogProps) {
  const toast = useToast();
  // The edited version, even if the page reads a newer one meanwhile.
  const [{ data, etag }] = useState(file);
  const { register, handleSubmit } = useForm({ defaultValues: { tags: data.tags.join(', ') } });
  const saving = useWrite(
    (api, change: { tags: string[]; etag: string | undefined }) =>
      orThrow(
        api.PATCH('/api/attachments/library/{id}', {
          params: { path: { id: data.id }, ...ifMatch(change.etag) },
          body: { tags: change.tags },
        }),
      ),
    ['files'],
  );
  const save = (version: string | undefined) =>
    handleSubmit(({ tags }) =>
      saving.mutate(
        { tags: tagsIn(tags), etag: version },
        {
          onSuccess: () => {
            toast(texts.saved);
            onClose();
          },
        },
      ),
    );
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <form className="form" onSubmit={save(etag)} noValidate>
        <SaveProblem error={saving.error} onOverwrite={() => void save(undefined)()} />
        <TextField label={texts.label} hint={texts.hint} {...register('tags')} />
        <div className="form-actions">
          <Button variant="primary" type="submit" isBusy={saving.isPending}>
            {uiTexts.save}
          </Button>
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}
