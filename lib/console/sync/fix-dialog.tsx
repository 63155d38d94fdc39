import { useForm } from 'react-hook-form';
import { orThrow, type SyncFailure, type SyncRunDetail } from '../../../shared/clients/typescript/index.ts';
import { problemOf } from '../api/problems.ts';
import { useWrite } from '../api/queries.ts';
import { TextArea, TextField } from '../forms/field.tsx';
import { parseJsonObject } from '../forms/json-object.ts';
import { SaveProblem } from '../forms/save-problem.tsx';
import { syncTexts } from '../texts/sync.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { readableJson } from '../ui/readable-json.ts';
import { useToast } from '../ui/toasts.tsx';

const texts = syncTexts.fix;

interface FixForm {
  externalId: string;
  fields: string;
}

/** Corrects a failed row and saves it as a record. */
export function FixDialog(props: { run: SyncRunDetail; failure: SyncFailure; onClose: () => void }) {
  const { run, failure, onClose } = props;
  const toast = useToast();
  const { register, handleSubmit, formState } = useForm<FixForm>({
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
  const save = handleSubmit((form) =>
    saving.mutate(form, {
      onSuccess: () => {
        toast(texts.saved);
        onClose();
      },
    }),
  );
  const refused = saving.error ? problemOf(saving.error).fields : [];
  const refusedIn = (name: string) => refused.find(({ field }) => field === name)?.message;
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <form className="stack" noValidate onSubmit={save}>
        <p className="muted">{texts.intro}</p>
        <SaveProblem error={saving.error} />
        <p className="field-error break">{failure.error}</p>
        <TextField
          label={texts.externalId}
          maxLength={200}
          error={formState.errors.externalId?.message ?? refusedIn('externalId')}
          {...register('externalId', { required: uiTexts.required })}
        />
        <TextArea
          label={texts.fields}
          isCode
          rows={8}
          error={formState.errors.fields?.message ?? refusedIn('fields')}
          {...register('fields', { validate: (text) => Boolean(parseJsonObject(text)) || texts.notObject })}
        />
        <p className="muted small">{texts.mapping}</p>
        <div className="row">
          <Button variant="primary" type="submit" isBusy={saving.isPending}>
            {texts.save}
          </Button>
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}
