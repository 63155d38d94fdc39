import { useState } from 'react';
import { type SubmitHandler, useForm } from 'react-hook-form';
import { useParams } from 'react-router';
import { orThrow, type ScheduledJob } from '../../../shared/clients/typescript/index.ts';
import { ifMatch, useRead, useWrite, type Versioned, withVersion } from '../api/queries.ts';
import { CheckField, SelectField, TextArea, TextField } from '../forms/field.tsx';
import { fieldProblem, ResourceForm } from '../forms/resource-form.tsx';
import { useLeaveSaved } from '../forms/unsaved-guard.tsx';
import { useSession } from '../session/session.ts';
import { jobTexts } from '../texts/jobs.ts';
import { uiTexts } from '../texts/ui.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Loaded } from '../ui/states.tsx';
import { useToast } from '../ui/toasts.tsx';
import { bodyOf, formOf, type JobForm, newJob, scopeTypes } from './job-fields.ts';
import { ScheduleFields } from './schedule-fields.tsx';
import { TargetFields } from './target-fields.tsx';

const texts = jobTexts.form;

interface JobFormProps {
  initial: JobForm;
  error: unknown;
  isSaving: boolean;
  isSaved: boolean;
  cancelTo: string;
  onSave: SubmitHandler<JobForm>;
  onOverwrite?: SubmitHandler<JobForm>;
  onReload?: () => void;
}

function JobFormFields({ initial, ...frame }: JobFormProps) {
  const { isSuperAdmin } = useSession();
  const form = useForm<JobForm>({ defaultValues: initial });
  const { register, watch } = form;
  const { error } = frame;
  const scopes = scopeTypes.filter((scope) => scope !== 'system' || isSuperAdmin);
  return (
    <ResourceForm form={form} {...frame}>
      <TextField
        label={texts.name}
        maxLength={255}
        error={fieldProblem(form, error, 'name')}
        {...register('name', { required: uiTexts.required })}
      />
      <TextArea label={texts.description} maxLength={2_000} {...register('description')} />
      <SelectField
        label={texts.scope}
        hint={jobTexts.scopeHints[watch('scopeType')]}
        error={fieldProblem(form, error, 'scopeType')}
        {...register('scopeType')}
      >
        {scopes.map((scope) => (
          <option key={scope} value={scope}>
            {jobTexts.scopes[scope]}
          </option>
        ))}
      </SelectField>
      <ScheduleFields form={form} error={error} />
      <TargetFields form={form} error={error} />
      <CheckField label={texts.enabled} hint={texts.enabledHint} {...register('isEnabled')} />
    </ResourceForm>
  );
}

/** What is done when a job has been saved: its page says so. */
function useSaved() {
  const leave = useLeaveSaved();
  const toast = useToast();
  return ({ id }: ScheduledJob) => {
    toast(texts.saved);
    leave(`/jobs/${id}`);
  };
}

export function CreateJobPage() {
  const onSuccess = useSaved();
  const [initial] = useState(newJob);
  const saving = useWrite(
    (api, form: JobForm) => orThrow(api.POST('/api/scheduler/jobs', { body: bodyOf(form) })),
    ['jobs'],
  );
  return (
    <>
      <PageHeader title={texts.create} parent={{ to: '/jobs', title: jobTexts.list.title }} />
      <JobFormFields
        initial={initial}
        error={saving.error}
        isSaving={saving.isPending}
        isSaved={saving.isSuccess}
        cancelTo="/jobs"
        onSave={(form) => saving.mutate(form, { onSuccess })}
      />
    </>
  );
}

interface Change {
  form: JobForm;
  /** Undefined to save over any other change. */
  etag: string | undefined;
}

function EditForm({ job, onReload }: { job: Versioned<ScheduledJob>; onReload: () => void }) {
  const onSuccess = useSaved();
  // What was edited, even when the page reads a newer version meanwhile.
  const [{ data, etag }] = useState(job);
  const page = `/jobs/${data.id}`;
  const saving = useWrite(
    (api, change: Change) =>
      orThrow(
        api.PUT('/api/scheduler/jobs', {
          params: ifMatch(change.etag),
          body: { id: data.id, ...bodyOf(change.form) },
        }),
      ),
    ['jobs'],
  );
  const save = (change: Change) => saving.mutate(change, { onSuccess });
  return (
    <>
      <PageHeader title={texts.edit(data.name)} parent={{ to: page, title: data.name }} />
      <JobFormFields
        initial={formOf(data)}
        error={saving.error}
        isSaving={saving.isPending}
        isSaved={saving.isSuccess}
        cancelTo={page}
        onSave={(form) => save({ form, etag })}
        onOverwrite={(form) => save({ form, etag: undefined })}
        onReload={onReload}
      />
    </>
  );
}

export function EditJobPage() {
  const { id = '' } = useParams();
  const [version, setVersion] = useState(0);
  const reading = useRead(['jobs', 'one', id], (api) =>
    withVersion(api.GET('/api/scheduler/jobs/{id}', { params: { path: { id } } })),
  );
  const reload = () => void reading.refetch().then(() => setVersion((known) => known + 1));
  return <Loaded of={reading}>{(job) => <EditForm key={version} job={job} onReload={reload} />}</Loaded>;
}
