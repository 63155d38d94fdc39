import { Controller, useForm } from 'react-hook-form';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { CheckField, TextField } from '../forms/field.tsx';
import { oneOf, useFilters } from '../forms/filters.ts';
import { fieldsOf, refusalsOf } from '../forms/form-fields.ts';
import { CreatePage } from '../forms/form-pages.tsx';
import { type FormFrame, ResourceForm } from '../forms/resource-form.tsx';
import { useMay } from '../session/session.ts';
import { syncTexts } from '../texts/sync.ts';
import { Button } from '../ui/button.tsx';
import { Notice, ProblemNotice } from '../ui/notice.tsx';
import { SubjectFields } from './subject-fields.tsx';
import { checkSubject, directions, isComplete, type SyncSubject, subjectOf } from './sync-subject.ts';

const texts = syncTexts.start;

interface StartForm {
  subject: SyncSubject;
  fullSync: boolean;
  batchSize: number;
  /** Empty for no limit. */
  maxFailures: string;
}

const bodyOf = ({ subject, fullSync, batchSize, maxFailures }: StartForm) => ({
  ...subjectOf(subject),
  fullSync,
  batchSize,
  ...(maxFailures.trim() !== '' && { maxFailures: Number(maxFailures) }),
});

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
  const may = useMay();
  const { error } = frame.saving;
  const field = fieldsOf(form, error);
  return (
    <ResourceForm form={form} {...frame} submitLabel={texts.submit}>
      <Controller
        name="subject"
        control={control}
        rules={{ validate: checkSubject }}
        render={({ field }) => (
          <SubjectFields
            subject={field.value}
            onChange={field.onChange}
            withDirection
            problemIn={refusalsOf(error)}
            problem={form.formState.errors.subject?.message}
          />
        )}
      />
      <CheckField label={texts.fullSync} hint={texts.fullSyncHint} {...register('fullSync')} />
      <details className="card">
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
      {may('data_sync.configure') && <ConnectionTest subject={watch('subject')} />}
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
      create={(api, form: StartForm) => orThrow(api.POST('/api/data_sync/run', { body: bodyOf(form) }))}
      refreshes={['syncRuns', 'progress']}
      saved={texts.started}
      pageOf={({ id }) => `/sync/runs/${id}`}
    >
      {(frame) => <StartFields initial={initial} {...frame} />}
    </CreatePage>
  );
}
