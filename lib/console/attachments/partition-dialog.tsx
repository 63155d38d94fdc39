import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { orThrow, type StoragePartition } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { changedFields } from '../forms/changed-fields.ts';
import { CheckField, TextArea, TextField } from '../forms/field.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { fieldsOf } from '../forms/form-fields.ts';
import { attachmentTexts } from '../texts/attachments.ts';
import { uiTexts } from '../texts/ui.ts';
import { useCloseWithToast } from '../ui/toasts.tsx';

const texts = attachmentTexts.partitions;

const maxKept = 100;

const newPartition = {
  code: '',
  title: '',
  description: '',
  isPublic: false,
  requiresOcr: true,
  contentSearch: true,
  versionsKept: 10,
};

type PartitionForm = typeof newPartition;

const formOf = (partition: StoragePartition): PartitionForm => ({
  code: partition.code,
  title: partition.title,
  description: partition.description ?? '',
  isPublic: partition.isPublic,
  requiresOcr: partition.requiresOcr,
  contentSearch: partition.contentSearch,
  versionsKept: partition.versionsKept,
});

const bodyOf = (form: PartitionForm) => ({
  ...form,
  code: form.code.trim(),
  description: form.description.trim() || null,
});

/** Creates a partition, or changes the given one. */
export function PartitionDialog(props: { of: StoragePartition | undefined; onClose: () => void }) {
  const { onClose } = props;
  const [partition] = useState(props.of);
  const form = useForm<PartitionForm>({ defaultValues: partition ? formOf(partition) : newPartition });
  const { register } = form;
  const saving = useWrite(
    (api, fields: PartitionForm) => {
      const body = bodyOf(fields);
      if (!partition) return orThrow(api.POST('/api/attachments/partitions', { body }));
      const { id, code } = partition;
      const changes = changedFields(body, bodyOf(formOf(partition)));
      return orThrow(
        api.PUT('/api/attachments/partitions', { body: { ...changes, id, code, title: body.title } }),
      );
    },
    ['files'],
  );
  const field = fieldsOf(form, saving.error);
  const onSuccess = useCloseWithToast(texts.saved, onClose);
  return (
    <FormDialog
      title={partition ? texts.edit(partition.title) : texts.create}
      form={form}
      saving={saving}
      onSave={(fields) => saving.mutate(fields, { onSuccess })}
      onClose={onClose}
    >
      {!partition && (
        <TextField
          label={texts.code}
          hint={texts.codeHint}
          maxLength={60}
          {...field('code', { required: uiTexts.required })}
        />
      )}
      <TextField label={texts.name} maxLength={120} {...field('title', { required: uiTexts.required })} />
      <TextArea label={texts.description} maxLength={500} {...register('description')} />
      <CheckField label={texts.publicField} hint={texts.publicHint} {...register('isPublic')} />
      <CheckField label={texts.ocr} hint={texts.ocrHint} {...register('requiresOcr')} />
      <CheckField label={texts.searchable} {...register('contentSearch')} />
      <TextField
        label={texts.kept}
        type="number"
        min={0}
        max={maxKept}
        {...field('versionsKept', { valueAsNumber: true })}
      />
    </FormDialog>
  );
}
