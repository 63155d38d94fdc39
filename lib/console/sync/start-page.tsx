import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { orThrow, type PlatformClient, type SyncMapping } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { CheckField, TextField } from '../forms/field.tsx';
import { oneOf, useFilters } from '../forms/filters.ts';
import { fieldProblem, fieldsOf, refusalsOf } from '../forms/form-fields.ts';
import { CreatePage } from '../forms/form-pages.tsx';
import { type FormFrame, ResourceForm } from '../forms/resource-form.tsx';
import { useMay } from '../session/session.ts';
import { syncTexts } from '../texts/sync.ts';
import { Button } from '../ui/button.tsx';
import { Notice, ProblemNotice } from '../ui/notice.tsx';
import type { ColumnDraft } from './import-columns.ts';
import { ImportFile, useImportFile } from './import-file.tsx';
import { ImportMapping } from './import-mapping.tsx';
import './sync.css';
import { SubjectFields } from './subject-fields.tsx';
import { checkSubject, directions, isComplete, type SyncSubject, subjectOf } from './sync-subject.ts';
import { useImportPreview } from './use-import-preview.ts';
import { useSyncOptions } from './use-options.tsx';

const texts = syncTexts.start;

interface StartForm {
  subject: SyncSubject;
  /** The uploaded file, for integrations that read one. */
  attachmentId?: string;
  /** The mapping of its columns, unless the one in effect applies. */
  mapping?: SyncMapping | undefined;
  fullSync: boolean;
  batchSize: number;
  /** Empty for no limit. */
  maxFailures: string;
}

const bodyOf = ({ subject, attachmentId, fullSync, batchSize, maxFailures }: StartForm) => ({
  ...subjectOf(subject),
  ...(attachmentId !== undefined && { attachmentId }),
  fullSync,
  batchSize,
  ...(maxFailures.trim() !== '' && { maxFailures: Number(maxFailures) }),
});

/** Saves the mapping, which applies from the first batch, and starts the run. */
async function start(api: PlatformClient, form: StartForm) {
  const { integrationId, entityType } = subjectOf(form.subject);
  const { mapping } = form;
  if (mapping !== undefined)
    await orThrow(api.POST('/api/data_sync/mappings', { body: { integrationId, entityType, mapping } }));
  return orThrow(api.POST('/api/data_sync/run', { body: bodyOf(form) }));
}

/** Whether the integration can be reached with the saved credentials. */
function ConnectionTest({ subject }: { subject: SyncSubject }) {
  const testing = useWrite(
    (api, body: SyncSubject) => orThrow(api.POST('/api/data_sync/validate', { body: subjectOf(body) })),
    [],
  );
  return (
    <div className="stack tight" aria-live="polite">
      <div>
        <Button
          isBusy={testing.isPending}
          aria-disabled={!isComplete(subject)}
          onClick={() => isComplete(subject) && testing.mutate(subject)}
        >
          {texts.test}
        </Button>
      </div>
      {testing.error && <ProblemNotice error={testing.error} />}
      {testing.data && (
        <Notice tone="good" title={texts.works}>
          {testing.data.message}
        </Notice>
      )}
    </div>
  );
}

function StartFields({ initial, ...frame }: FormFrame<StartForm> & { initial: StartForm }) {
  const form = useForm<StartForm>({ defaultValues: initial });
  const { register, watch, control } = form;
  const subject = watch('subject');
  const options = useSyncOptions();
  const takesFile = ({ data }: typeof options) =>
    data?.items.some((option) => option.integrationId === subject.integrationId && option.readsUploads) ===
    true;
  const readsUploads = takesFile(options);
  const file = useImportFile();
  const [columns, setColumns] = useState<readonly ColumnDraft[]>();
  const [hasTried, setTried] = useState(false);
  const attachmentId = file.upload?.fileId ?? '';
  const preview = useImportPreview(subject, readsUploads ? attachmentId : '', columns);
  const may = useMay();
  const { error } = frame.saving;
  const field = fieldsOf(form, error);
  const save = async (fields: StartForm) => {
    // Whether the integration needs a file may not be known yet.
    const needsFile = takesFile(options.data ? options : await options.refetch());
    if (!needsFile) return frame.onSave(fields);
    setTried(true);
    if (attachmentId === '' || !preview.isReady || !preview.isUsable) return undefined;
    return frame.onSave({ ...fields, attachmentId, mapping: preview.mapping });
  };
  return (
    <ResourceForm form={form} {...frame} onSave={save} submitLabel={texts.submit}>
      <Controller
        name="subject"
        control={control}
        rules={{ validate: checkSubject }}
        render={({ field }) => (
          <SubjectFields
            subject={field.value}
            onChange={(changed) => {
              // Another type has another mapping.
              setColumns(undefined);
              field.onChange(changed);
            }}
            withDirection
            problemIn={refusalsOf(error)}
            problem={form.formState.errors.subject?.message}
          />
        )}
      />
      {readsUploads ? (
        <>
          <ImportFile
            of={file}
            problem={hasTried && attachmentId === '' ? syncTexts.file.required : undefined}
            onChoose={() => setColumns(undefined)}
          />
          {attachmentId !== '' &&
            (isComplete(subject) ? (
              <ImportMapping
                key={`${subject.entityType} ${attachmentId}`}
                of={preview}
                onChange={setColumns}
              />
            ) : (
              <p className="muted">{syncTexts.file.typeFirst}</p>
            ))}
        </>
      ) : (
        <CheckField label={texts.fullSync} hint={texts.fullSyncHint} {...register('fullSync')} />
      )}
      <details
        className="card"
        open={(['batchSize', 'maxFailures'] as const).some((name) => fieldProblem(form, error, name))}
      >
        <summary>{texts.more}</summary>
        <div className="form-columns">
          <TextField
            label={texts.batchSize}
            type="number"
            min={1}
            max={1_000}
            {...field('batchSize', {
              valueAsNumber: true,
              validate: (value) => Number.isInteger(value) || texts.number,
            })}
          />
          <TextField
            label={texts.maxFailures}
            hint={texts.maxFailuresHint}
            inputMode="numeric"
            {...field('maxFailures', {
              validate: (text) => /^\d*$/.test(text.trim()) || texts.number,
            })}
          />
        </div>
      </details>
      {may('data_sync.configure') && !readsUploads && <ConnectionTest subject={subject} />}
    </ResourceForm>
  );
}

export function StartRunPage() {
  const { get } = useFilters();
  const initial: StartForm = {
    subject: {
      integrationId: get('integration') ?? '',
      entityType: get('type') ?? '',
      direction: oneOf(directions, get('direction')) ?? 'import',
    },
    fullSync: false,
    batchSize: 100,
    maxFailures: '',
  };
  return (
    <CreatePage
      title={texts.title}
      parent={{ to: '/sync', title: syncTexts.list.title }}
      create={start}
      refreshes={['syncRuns', 'syncMappings', 'progress']}
      saved={texts.started}
      pageOf={({ id }) => `/sync/runs/${id}`}
    >
      {(frame) => <StartFields initial={initial} {...frame} />}
    </CreatePage>
  );
}
