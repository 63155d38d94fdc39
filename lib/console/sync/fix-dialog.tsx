import { useForm } from 'react-hook-form';
import { orThrow, type SyncFailure, type SyncRunDetail } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { TextArea, TextField } from '../forms/field.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { fieldsOf } from '../forms/form-fields.ts';
import { parseJsonObject } from '../forms/json-object.ts';
import { syncTexts } from '../texts/sync.ts';
import { uiTexts } from '../texts/ui.ts';
import { readableJson } from '../ui/readable-json.ts';
import { useCloseWithToast } from '../ui/toasts.tsx';

const texts = syncTexts.fix;

interface FixForm {
  externalId: string;
  fields: string;
}

/** Corrects a failed row and saves it as a record. */
export function FixDialog(props: { run: SyncRunDetail; failure: SyncFailure; onClose: () => void }) {
  const { run, failure, onClose } = props;
  const form = useForm<FixForm>({
    defaultValues: {
      externalId: failure.externalId ?? '',
      fields: failure.data === null ? '{}' : readableJson(failure.data),
    },
  });
  const saving = useWrite(
    (api, { externalId, fields }: FixForm) => {
      const body = { externalId: externalId.trim(), fields: parseJsonObject(fields) ?? {} };
      return failure.localId === null
        ? orThrow(api.POST('/api/entities/records', { body: { entityType: run.recordType, ...body } }))
        : orThrow(api.PUT('/api/entities/records', { body: { id: failure.localId, ...body } }));
    },
    ['records'],
  );
  const onSuccess = useCloseWithToast(texts.saved, onClose);
  const field = fieldsOf(form, saving.error);
  return (
    <FormDialog
      title={texts.title}
      form={form}
      saving={saving}
      submitLabel={texts.save}
      onSave={(fields) => saving.mutate(fields, { onSuccess })}
      onClose={onClose}
    >
      <p className="muted">{texts.intro}</p>
      <p className="field-error break">{failure.error}</p>
      <TextField
        label={texts.externalId}
        maxLength={200}
        {...field('externalId', { required: uiTexts.required })}
      />
      <TextArea
        label={texts.fields}
        isCode
        rows={8}
        {...field('fields', { validate: (text) => Boolean(parseJsonObject(text)) || texts.notObject })}
      />
      <p className="muted small">{texts.mapping}</p>
    </FormDialog>
  );
}
