import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useParams } from 'react-router';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { ifMatch, withVersion } from '../api/queries.ts';
import { ConditionField, checkCondition } from '../conditions/condition-field.tsx';
import { CheckField, SelectField, TextArea, TextField } from '../forms/field.tsx';
import { fieldsOf, refusalsOf } from '../forms/form-fields.ts';
import { type Change, CreatePage, EditPage, type FormFrame } from '../forms/form-pages.tsx';
import { ResourceForm } from '../forms/resource-form.tsx';
import { useSession } from '../session/session.ts';
import { jobTexts } from '../texts/jobs.ts';
import { uiTexts } from '../texts/ui.ts';
import { bodyOf, formOf, type JobForm, newJob, scopeTypes } from './job-fields.ts';
import { checkSchedule, ScheduleFields } from './schedule-fields.tsx';
import { TargetFields } from './target-fields.tsx';

const texts = jobTexts.form;

interface JobFormProps extends FormFrame<JobForm> {
  initial: JobForm;
}

function JobFormFields({ initial, ...frame }: JobFormProps) {
  const { isSuperAdmin } = useSession();
  const form = useForm<JobForm>({ defaultValues: initial });
  const { register, watch, control } = form;
  const { error } = frame;
  const refusedIn = refusalsOf(error);
  const field = fieldsOf(form, error);
  const scopes = scopeTypes.filter((scope) => scope !== 'system' || isSuperAdmin);
  return (
    <ResourceForm form={form} {...frame}>
      <TextField label={texts.name} maxLength={255} {...field('name', { required: uiTexts.required })} />
      <TextArea label={texts.description} maxLength={2_000} {...register('description')} />
      <SelectField
        label={texts.scope}
        hint={jobTexts.scopeHints[watch('scopeType')]}
        {...field('scopeType')}
        choices={scopes.map((scope) => [scope, jobTexts.scopes[scope]])}
      />
      <Controller
        name="schedule"
        control={control}
        rules={{ validate: checkSchedule }}
        render={({ field }) => (
          <ScheduleFields
            schedule={field.value}
            onChange={field.onChange}
            problemIn={refusedIn}
            problem={form.formState.errors.schedule?.message}
          />
        )}
      />
      <TargetFields form={form} error={error} />
      <Controller
        name="condition"
        control={control}
        rules={{ validate: checkCondition }}
        render={({ field }) => (
          <ConditionField
            texts={texts}
            field={field}
            refused={refusedIn('condition')}
            problem={form.formState.errors.condition?.message}
          />
        )}
      />
      <CheckField label={texts.enabled} hint={texts.enabledHint} {...register('isEnabled')} />
    </ResourceForm>
  );
}

export function CreateJobPage() {
  const [initial] = useState(newJob);
  return (
    <CreatePage
      title={texts.create}
      parent={{ to: '/jobs', title: jobTexts.list.title }}
      create={(api, form: JobForm) => orThrow(api.POST('/api/scheduler/jobs', { body: bodyOf(form) }))}
      refreshes={['jobs']}
      saved={texts.saved}
      pageOf={({ id }) => `/jobs/${id}`}
    >
      {(frame) => <JobFormFields initial={initial} {...frame} />}
    </CreatePage>
  );
}

export function EditJobPage() {
  const { id = '' } = useParams();
  return (
    <EditPage
      resource={['jobs', 'one', id]}
      read={(api) => withVersion(api.GET('/api/scheduler/jobs/{id}', { params: { path: { id } } }))}
      save={(api, _, { fields, etag }: Change<JobForm>) =>
        orThrow(api.PUT('/api/scheduler/jobs', { params: ifMatch(etag), body: { id, ...bodyOf(fields) } }))
      }
      refreshes={['jobs']}
      title={({ name }) => texts.edit(name)}
      pageOf={({ name }) => ({ to: `/jobs/${id}`, title: name })}
      saved={texts.saved}
    >
      {(job, frame) => <JobFormFields initial={formOf(job)} {...frame} />}
    </EditPage>
  );
}
