/** The pages that create and change a schedule of a sync. */
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useParams } from 'react-router';
import { orThrow, type SyncSchedule } from '../../../shared/clients/typescript/index.ts';
import { ifMatch, withVersion } from '../api/queries.ts';
import { CheckField } from '../forms/field.tsx';
import { refusalsOf } from '../forms/form-fields.ts';
import { type Change, CreatePage, EditPage, type FormFrame } from '../forms/form-pages.tsx';
import { ResourceForm } from '../forms/resource-form.tsx';
import { newSchedule, type ScheduleForm, scheduleFormOf, scheduleOf } from '../jobs/job-fields.ts';
import { checkSchedule, ScheduleFields } from '../jobs/schedule-fields.tsx';
import { syncTexts, syncScheduleTexts as texts } from '../texts/sync.ts';
import { SubjectFields } from './subject-fields.tsx';
import { checkSubject, type SyncSubject, subjectOf } from './sync-subject.ts';

const path = '/api/data_sync/schedules';
const list = { to: '/sync/schedules', title: texts.title };

interface SyncScheduleForm {
  subject: SyncSubject;
  schedule: ScheduleForm;
  fullSync: boolean;
  isEnabled: boolean;
}

const newForm = (): SyncScheduleForm => ({
  subject: { integrationId: '', entityType: '', direction: 'import' },
  schedule: newSchedule(),
  fullSync: false,
  isEnabled: true,
});

const formOf = (saved: SyncSchedule): SyncScheduleForm => ({
  subject: subjectOf(saved),
  schedule: scheduleFormOf(saved),
  fullSync: saved.fullSync,
  isEnabled: saved.isEnabled,
});

const settingsOf = ({ schedule, fullSync, isEnabled }: SyncScheduleForm) => ({
  ...scheduleOf(schedule),
  fullSync,
  isEnabled,
});

interface FieldsProps extends FormFrame<SyncScheduleForm> {
  initial: SyncScheduleForm;
  /** The subject of an existing schedule cannot be changed. */
  isNew: boolean;
}

function SyncScheduleFields({ initial, isNew, ...frame }: FieldsProps) {
  const form = useForm<SyncScheduleForm>({ defaultValues: initial });
  const { control, register, formState } = form;
  const refusedIn = refusalsOf(frame.error);
  return (
    <ResourceForm form={form} {...frame}>
      {isNew && (
        <Controller
          name="subject"
          control={control}
          rules={{ validate: checkSubject }}
          render={({ field }) => (
            <SubjectFields
              subject={field.value}
              onChange={field.onChange}
              withDirection
              problemIn={refusedIn}
              problem={formState.errors.subject?.message}
            />
          )}
        />
      )}
      <Controller
        name="schedule"
        control={control}
        rules={{ validate: checkSchedule }}
        render={({ field }) => (
          <ScheduleFields
            schedule={field.value}
            onChange={field.onChange}
            problemIn={refusedIn}
            problem={formState.errors.schedule?.message}
          />
        )}
      />
      <CheckField label={texts.fullSync} hint={syncTexts.start.fullSyncHint} {...register('fullSync')} />
      <CheckField label={texts.enabled} hint={texts.enabledHint} {...register('isEnabled')} />
    </ResourceForm>
  );
}

export function CreateSchedulePage() {
  const [initial] = useState(newForm);
  return (
    <CreatePage
      title={texts.create}
      parent={list}
      create={(api, form: SyncScheduleForm) =>
        orThrow(api.POST(path, { body: { ...subjectOf(form.subject), ...settingsOf(form) } }))
      }
      refreshes={['syncSchedules', 'jobs']}
      saved={texts.saved}
      pageOf={() => list.to}
    >
      {(frame) => <SyncScheduleFields initial={initial} isNew {...frame} />}
    </CreatePage>
  );
}

export function EditSchedulePage() {
  const { id = '' } = useParams();
  const params = { path: { id } };
  return (
    <EditPage
      resource={['syncSchedules', 'one', id]}
      read={(api) => withVersion(api.GET(`${path}/{id}`, { params }))}
      save={(api, _: SyncSchedule, { fields, etag }: Change<SyncScheduleForm>) =>
        orThrow(
          api.PUT(`${path}/{id}`, { params: { ...params, ...ifMatch(etag) }, body: settingsOf(fields) }),
        )
      }
      refreshes={['syncSchedules', 'jobs']}
      title={({ entityType, direction }) =>
        texts.edit(syncTexts.run.title(entityType, syncTexts.directions[direction]))
      }
      pageOf={() => list}
      saved={texts.saved}
    >
      {(saved, frame) => <SyncScheduleFields initial={formOf(saved)} isNew={false} {...frame} />}
    </EditPage>
  );
}
