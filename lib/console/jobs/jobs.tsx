/** Scheduled jobs, and the runs of all jobs that failed. */
import { Link } from 'react-router';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { failedRuns, jobs } from '../../../shared/clients/typescript/resources.ts';
import { ifMatch, withVersion } from '../api/queries.ts';
import type { Sorting } from '../forms/sorting.ts';
import { number, time } from '../resources/cells.tsx';
import { choice, search, state } from '../resources/filters.tsx';
import { resource } from '../resources/resource.tsx';
import { jobTexts } from '../texts/jobs.ts';
import type { BulkCall } from '../ui/bulk-bar.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { toListPage } from '../ui/resource-list.tsx';
import { TitleCell } from '../ui/table.tsx';
import { bodyOf, formOf, type JobForm, newJob } from './job-fields.ts';
import { JobFields } from './job-form.tsx';
import { JobActions, JobBody } from './job-page.tsx';
import { JobState, NextRun, ScheduleText } from './schedule.tsx';

const texts = jobTexts.list;
const at = '/jobs';
const path = '/api/scheduler/jobs';

/** The names of the order in this list of the API. */
const orderOf = ({ sortField, sortDir }: Sorting<(typeof jobs.sorts)[number]>) => ({
  ...(sortField && { sortBy: sortField }),
  ...(sortDir && { sortOrder: sortDir }),
});

const switchTo =
  (isEnabled: boolean): BulkCall =>
  (api, ids) =>
    orThrow(api.POST('/api/scheduler/jobs/bulk-update', { body: { ids, isEnabled } }));

export const { list, create, edit, show } = resource({
  of: jobs,
  kind: 'scheduler.job',
  at,
  reads: 'jobs',
  icon: 'clock',
  list: {
    texts,
    filters: {
      search: search(texts),
      isEnabled: state(texts.state, jobTexts.states),
      scopeType: choice('scope', texts.scope, jobs.filters.scopeType.toReversed(), jobTexts.scopes),
    },
    read: async (api, sorted) => {
      const { sortField: _field, sortDir: _direction, ...filters } = sorted;
      const query = { ...filters, ...orderOf(sorted) };
      return toListPage(await orThrow(api.GET(path, { params: { query } })));
    },
    orderOf,
    columns: {
      name: ({ id, name, targetQueue, targetCommand }) => (
        <TitleCell to={`${at}/${id}`} title={name} sub={targetCommand ?? targetQueue} />
      ),
      schedule: (job) => <ScheduleText of={job} />,
      next: (job) => <NextRun of={job} />,
      last: time('lastRunAt'),
      state: ({ isEnabled }) => <JobState isEnabled={isEnabled} />,
    },
    fields: { next: 'nextRunAt' },
    Links: () => <LinkButton to="/jobs/failures">{texts.failures}</LinkButton>,
    bulk: {
      nameOf: ({ name }) => name,
      refreshes: ['jobs'],
      turnOn: switchTo(true),
      turnOff: switchTo(false),
      remove: (api, ids) => orThrow(api.POST('/api/scheduler/jobs/bulk-delete', { body: { ids } })),
    },
  },
  one: {
    read: (api, id) => withVersion(api.GET(`${path}/{id}`, { params: { path: { id } } })),
    title: ({ name }) => name,
    intro: ({ description }) => description,
    Actions: JobActions,
    Body: JobBody,
  },
  form: {
    texts: jobTexts.form,
    initial: newJob,
    formOf,
    create: (api, form: JobForm) => orThrow(api.POST(path, { body: bodyOf(form) })),
    change: (api, id, { fields, etag }) =>
      orThrow(api.PUT(path, { params: ifMatch(etag), body: { id, ...bodyOf(fields) } })),
    Fields: JobFields,
  },
  remove: {
    texts: jobTexts.remove,
    call: (api, id) => orThrow(api.DELETE(path, { body: { id } })),
    undo: {
      need: jobs.features.delete,
      call: (api, id) => orThrow(api.POST('/api/scheduler/jobs/undo', { body: { id } })),
      texts: jobTexts.remove,
    },
  },
});

export const { list: failures } = resource({
  of: failedRuns,
  at: '/jobs/failures',
  reads: 'jobs',
  icon: 'check',
  parent: { to: at, title: texts.title },
  list: {
    texts: jobTexts.failures,
    filters: {},
    read: async (api, query) =>
      toListPage(await orThrow(api.GET('/api/scheduler/failed-runs', { params: { query } }))),
    columns: {
      job: ({ jobId, jobName }) => <Link to={`${at}/${jobId}`}>{jobName}</Link>,
      error: ({ error }) => <span className="break">{error}</span>,
      attempts: number('attemptsMade'),
      failed: time('failedAt'),
    },
    next: { to: at, title: texts.title },
  },
});
