import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { orThrow, type SyncFailure, type SyncRunDetail } from '../../../shared/clients/typescript/index.ts';
import { problemOf } from '../api/problems.ts';
import { useWrite } from '../api/queries.ts';
import { TextArea, TextField } from '../forms/field.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { refusalsOf } from '../forms/form-fields.ts';
import { parseJsonObject } from '../forms/json-object.ts';
import { syncTexts } from '../texts/sync.ts';
import { Notice } from '../ui/notice.tsx';
import { readableJson } from '../ui/readable-json.ts';
import { useCloseWithToast } from '../ui/toasts.tsx';

const texts = syncTexts.fix;

/** Rows with more fields are edited as JSON. */
const maxFields = 40;

interface FixForm {
  /** The texts of the row by their order, because the names of fields may contain dots. */
  values: readonly string[];
  /** The row as JSON, if it has other values than texts. */
  json: string;
}

/** The texts of a row of a CSV file; undefined for other rows. */
function textsOf(data: unknown): [string, string][] | undefined {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined;
  const entries = Object.entries(data);
  const isPlain = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string';
  return entries.length > 0 && entries.length <= maxFields && entries.every(isPlain) ? entries : undefined;
}

/** Corrects a failed row and imports it by the mapping. */
export function FixDialog(props: { run: SyncRunDetail; failure: SyncFailure; onClose: () => void }) {
  const { run, failure, onClose } = props;
  const fields = textsOf(failure.data);
  const form = useForm<FixForm>({
    defaultValues: {
      values: fields?.map(([, text]) => text) ?? [],
      json: typeof failure.data === 'object' && failure.data !== null ? readableJson(failure.data) : '{}',
    },
  });
  const queries = useQueryClient();
  const path = { id: run.id, failureId: failure.failureId };
  const saving = useWrite(
    (api, { values, json }: FixForm) => {
      const data = fields
        ? Object.fromEntries(fields.map(([name], index) => [name, values[index] ?? '']))
        : (parseJsonObject(json) ?? {});
      return orThrow(
        api.POST('/api/data_sync/runs/{id}/failures/{failureId}/fix', { params: { path }, body: { data } }),
      );
    },
    ['records', 'syncRuns'],
  );
  const onSuccess = useCloseWithToast(texts.saved, onClose);
  const isGone = saving.error !== null && problemOf(saving.error).status === 404;
  // The list behind the dialog still shows what another user has fixed.
  const onError = () => void queries.invalidateQueries({ queryKey: ['syncRuns'] });
  const problemIn = refusalsOf(saving.error);
  return (
    <FormDialog
      title={texts.title}
      form={form}
      saving={{ error: isGone ? null : saving.error, isPending: saving.isPending }}
      submitLabel={texts.save}
      onSave={(values) => saving.mutate(values, { onSuccess, onError })}
      onClose={onClose}
    >
      <p className="muted">{texts.intro}</p>
      <p className="field-error break">{failure.error}</p>
      {isGone && <Notice tone="warn" title={texts.gone} />}
      {fields?.map(([name], index) => (
        <TextField
          key={name}
          label={name}
          autoCapitalize="off"
          error={problemIn(`data.${name}`)}
          {...form.register(`values.${index}`)}
        />
      ))}
      {fields === undefined && (
        <TextArea
          label={texts.row}
          isCode
          rows={8}
          error={form.formState.errors.json?.message ?? problemIn('data')}
          {...form.register('json', {
            validate: (text) => Boolean(parseJsonObject(text)) || texts.notObject,
          })}
        />
      )}
      <p className="muted small">{texts.mapping}</p>
    </FormDialog>
  );
}
