/** Schedules of syncs. */
import { Controller } from 'react-hook-form';
import { orThrow, type SyncSchedule } from '../../../shared/clients/typescript/index.ts';
import { syncSchedules } from '../../../shared/clients/typescript/resources.ts';
import { ifMatch, withVersion } from '../api/queries.ts';
import { CheckField } from '../forms/field.tsx';
import { refusalsOf } from '../forms/form-fields.ts';
import { newSchedule, type ScheduleForm, scheduleFormOf, scheduleOf } from '../jobs/job-fields.ts';
import { NextRun, ScheduleText } from '../jobs/schedule.tsx';
import { checkSchedule, ScheduleFields } from '../jobs/schedule-fields.tsx';
import { onOff, time } from '../resources/cells.tsx';
import { state } from '../resources/filters.tsx';
import { resource } from '../resources/resource.tsx';
import type { FieldsProps, RowAction } from '../resources/spec.ts';
import { syncTexts, syncScheduleTexts as texts } from '../texts/sync.ts';
import { uiTexts } from '../texts/ui.ts';
import { DeleteDialog } from '../ui/delete-dialog.tsx';
import { TitleCell } from '../ui/table.tsx';
import { SubjectFields } from './subject-fields.tsx';
import { checkSubject, type SyncSubject, subjectOf } from './sync-subject.ts';
import { IntegrationTitle } from './use-options.tsx';

const at = '/sync/schedules';
const path = '/api/data_sync/schedules';
const refreshes = ['syncSchedules', 'jobs'] as const;

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

const nameOf = ({ entityType, direction }: SyncSchedule): string =>
  syncTexts.run.title(entityType, syncTexts.directions[direction]);

/** The subject of an existing schedule cannot be changed. */
function SyncScheduleFields({ form, error, isNew }: FieldsProps<SyncScheduleForm>) {
  const { control, register, formState } = form;
  const refusedIn = refusalsOf(error);
  return (
    <>
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
    </>
  );
}

const actions: readonly RowAction<SyncSchedule>[] = [
  {
    label: texts.runs,
    nameOf: (schedule) => texts.runsOf(nameOf(schedule)),
    to: ({ integrationId, entityType, direction }) =>
      `/sync?${new URLSearchParams({ integration: integrationId, type: entityType, direction })}`,
  },
  {
    label: uiTexts.remove,
    nameOf: (schedule) => uiTexts.removeOf(nameOf(schedule)),
    variant: 'quiet',
    Dialog: ({ of, onClose }) => (
      <DeleteDialog
        name={nameOf(of)}
        texts={texts.remove}
        remove={(api) => orThrow(api.DELETE(`${path}/{id}`, { params: { path: { id: of.id } } }))}
        refreshes={refreshes}
        onClose={onClose}
      />
    ),
  },
];

export const { list, create, edit } = resource({
  of: syncSchedules,
  at,
  reads: 'syncSchedules',
  refreshes,
  icon: 'clock',
  parent: { to: '/sync', title: syncTexts.list.title },
  list: {
    texts,
    filters: { isEnabled: state(texts.state, texts.states) },
    read: (api, query) => orThrow(api.GET(path, { params: { query } })),
    columns: {
      schedule: (schedule) => (
        <TitleCell
          to={`${at}/${schedule.id}`}
          title={nameOf(schedule)}
          sub={<IntegrationTitle of={schedule.integrationId} />}
        />
      ),
      when: (schedule) => <ScheduleText of={schedule} />,
      next: (schedule) => <NextRun of={schedule} />,
      last: time('lastRunAt'),
      state: onOff('isEnabled', texts.states),
    },
    actions,
  },
  one: {
    read: (api, id) => withVersion(api.GET(`${path}/{id}`, { params: { path: { id } } })),
    title: nameOf,
    trail: ({ id, scheduledJobId }) => ({
      kind: 'scheduler.job',
      id: scheduledJobId,
      undo: { kind: 'data_sync.schedule', id },
    }),
  },
  form: {
    texts,
    initial: newForm,
    formOf,
    create: (api, form: SyncScheduleForm) =>
      orThrow(api.POST(path, { body: { ...subjectOf(form.subject), ...settingsOf(form) } })),
    change: (api, id, { fields, etag }) =>
      orThrow(
        api.PUT(`${path}/{id}`, { params: { path: { id }, ...ifMatch(etag) }, body: settingsOf(fields) }),
      ),
    Fields: SyncScheduleFields,
  },
});
