import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type LibraryAttachmentDetail, orThrow } from '../../../shared/clients/typescript/index.ts';
import { ifMatch, useWrite, type Versioned } from '../api/queries.ts';
import { TextField } from '../forms/field.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { attachmentTexts } from '../texts/attachments.ts';
import { useCloseWithToast } from '../ui/toasts.tsx';

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
  // The edited version, even if the page reads a newer one meanwhile.
  const [{ data, etag }] = useState(file);
  const form = useForm({ defaultValues: { tags: data.tags.join(', ') } });
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
  const onSuccess = useCloseWithToast(texts.saved, onClose);
  const save = (tags: string, version: string | undefined) =>
    saving.mutate({ tags: tagsIn(tags), etag: version }, { onSuccess });
  return (
    <FormDialog
      title={texts.title}
      form={form}
      saving={saving}
      onSave={({ tags }) => save(tags, etag)}
      onOverwrite={({ tags }) => save(tags, undefined)}
      onClose={onClose}
    >
      <TextField label={texts.label} hint={texts.hint} {...form.register('tags')} />
    </FormDialog>
  );
}
