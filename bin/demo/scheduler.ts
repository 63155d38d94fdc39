import type { Tour } from './tour.ts';

/** A job in a time zone, a job every few seconds, and their runs. */
export async function schedulerSteps({ as, call, chapter, refused, sample, tag }: Tour): Promise<void> {
  chapter('Scheduler');
  const admin = as('acmeAdmin');
  const show = ({ id, nextRunAt }: { id: string; nextRunAt: string | null }) => ({ id, nextRunAt });
  const { id: nightlyId } = await sample(
    'Schedule a message to a queue at two in the morning in Paris',
    'createJob',
    {
      key: 'acmeAdmin',
      body: { name: `Nightly report ${tag}` },
      show: ({ id, nextRunAt }) => ({ id, nextRunAt }),
    },
  );
  const nightly = { id: String(nightlyId) };
  await refused(
    'A minute that does not exist is refused',
    422,
    () => admin.PUT('/api/scheduler/jobs', { body: { id: nightly.id, scheduleValue: '99 2 * * *' } }),
    ({ details }) => details,
  );
  const { jobId } = await call(
    'Run it now, besides its schedule',
    () => admin.POST('/api/scheduler/trigger', { body: { id: nightly.id } }),
    { show: ({ jobId }) => ({ jobId }) },
  );
  const often = await call(
    'Schedule a command every two seconds',
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
    'The result of the run',
    () => admin.GET('/api/scheduler/queue-jobs/{jobId}', { params: { path: { jobId } } }),
    {
      again: ({ state }) => state !== 'completed',
      show: ({ state, attemptsMade, result }) => ({ state, attemptsMade, result }),
    },
  );
  await call(
    'The heartbeat runs as scheduled',
    () =>
      admin.GET('/api/scheduler/jobs/{id}/executions', {
        params: { path: { id: often.id }, query: { state: 'completed' } },
      }),
    { again: ({ data }) => data.length === 0, show: ({ meta }) => meta },
  );
  await call(
    'Skip the report on Sundays',
    () =>
      admin.PUT('/api/scheduler/jobs', {
        body: { id: nightly.id, condition: { field: 'time.weekday', operator: '!=', value: 7 } },
      }),
    { show: ({ condition }) => condition },
  );
  const remove = (id: string) => () => admin.DELETE('/api/scheduler/jobs', { body: { id } });
  await call('Delete the heartbeat', remove(often.id));
  await call('Delete the report too, by mistake', remove(nightly.id));
  const undo = () => admin.POST('/api/scheduler/jobs/undo', { body: { id: nightly.id } });
  await call('Undo the deletion', undo, { show });
  await call(
    'Disable the report instead',
    () => admin.PUT('/api/scheduler/jobs', { body: { id: nightly.id, isEnabled: false } }),
    { show },
  );
}
