import type { Tour } from './tour.ts';

/** A job in a time zone, one that runs every few seconds, and what became of their runs. */
export async function schedulerSteps({ as, call, chapter, refused, sample, tag }: Tour): Promise<void> {
  chapter('Scheduler');
  const admin = as('acmeAdmin');
  const show = ({ id, nextRunAt }: { id: string; nextRunAt: string | null }) => ({ id, nextRunAt });
  const { id: nightlyId } = await sample('A message to a queue at two in the morning in Paris', 'createJob', {
    key: 'acmeAdmin',
    body: { name: `Nightly report ${tag}` },
    show: ({ id, nextRunAt }) => ({ id, nextRunAt }),
  });
  const nightly = { id: String(nightlyId) };
  await refused(
    'A minute that does not exist is named',
    422,
    () => admin.PUT('/api/scheduler/jobs', { body: { id: nightly.id, scheduleValue: '99 2 * * *' } }),
    ({ details }) => details,
  );
  const { jobId } = await call(
    'It is run now, beside its schedule',
    () => admin.POST('/api/scheduler/trigger', { body: { id: nightly.id } }),
    { show: ({ jobId }) => ({ jobId }) },
  );
  const often = await call(
    'A command every two seconds',
    () =>
      admin.POST('/api/scheduler/jobs', {
        body: {
          name: `Heartbeat ${tag}`,
          scopeType: 'organization',
          scheduleType: 'interval',
          scheduleValue: '2s',
          targetType: 'command',
          targetCommand: 'scheduler.test.echo',
          targetPayload: { beat: true },
        },
      }),
    { show },
  );
  await call(
    'What became of the run',
    () => admin.GET('/api/scheduler/queue-jobs/{jobId}', { params: { path: { jobId } } }),
    {
      again: ({ state }) => state !== 'completed',
      show: ({ state, attemptsMade, result }) => ({ state, attemptsMade, result }),
    },
  );
  await call(
    'The heartbeat has run by itself',
    () =>
      admin.GET('/api/scheduler/jobs/{id}/executions', {
        params: { path: { id: often.id }, query: { state: 'completed' } },
      }),
    { again: ({ data }) => data.length === 0, show: ({ meta }) => meta },
  );
  await call(
    'On Sundays the report has a rest',
    () =>
      admin.PUT('/api/scheduler/jobs', {
        body: { id: nightly.id, condition: { field: 'time.weekday', operator: '!=', value: 7 } },
      }),
    { show: ({ condition }) => condition },
  );
  const remove = (id: string) => () => admin.DELETE('/api/scheduler/jobs', { body: { id } });
  await call('It stops', remove(often.id));
  await call('So does the report, by mistake', remove(nightly.id));
  const undo = () => admin.POST('/api/scheduler/jobs/undo', { body: { id: nightly.id } });
  await call('The mistake is undone', undo, { show });
  await call(
    'The report is switched off instead',
    () => admin.PUT('/api/scheduler/jobs', { body: { id: nightly.id, isEnabled: false } }),
    { show },
  );
}
