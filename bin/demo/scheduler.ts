import { setTimeout as sleep } from 'node:timers/promises';
import type { Tour } from './tour.ts';

/** A job in a time zone, one that runs every few seconds, and what became of their runs. */
export async function schedulerSteps({ chapter, step, tag }: Tour): Promise<void> {
  chapter('Scheduler');
  const path = '/api/scheduler/jobs';
  const key = 'acmeAdmin';
  const shown = ({ id, nextRunAt }: Record<string, unknown>) => ({ id, nextRunAt });
  const nightly = await step('A message to a queue at two in the morning in Paris', {
    method: 'POST',
    path,
    key,
    expect: 200,
    body: {
      name: `Nightly report ${tag}`,
      scopeType: 'organization',
      scheduleType: 'cron',
      scheduleValue: '0 2 * * MON-FRI',
      timezone: 'Europe/Paris',
      targetType: 'queue',
      targetQueue: 'jobs',
      targetPayload: { report: 'totals' },
    },
    show: shown,
  });
  await step('A minute that does not exist is named', {
    method: 'PUT',
    path,
    key,
    expect: 422,
    body: { id: nightly.id, scheduleValue: '99 2 * * *' },
    show: ({ details }) => details,
  });
  const run = await step('It is run now, beside its schedule', {
    method: 'POST',
    path: '/api/scheduler/trigger',
    key,
    expect: 200,
    body: { id: nightly.id },
    show: ({ jobId }) => ({ jobId }),
  });
  const often = await step('A command every two seconds', {
    method: 'POST',
    path,
    key,
    expect: 200,
    body: {
      name: `Heartbeat ${tag}`,
      scopeType: 'organization',
      scheduleType: 'interval',
      scheduleValue: '2s',
      targetType: 'command',
      targetCommand: 'scheduler.test.echo',
      targetPayload: { beat: true },
    },
    show: shown,
  });
  await sleep(3_500);
  await step('What became of the run', {
    method: 'GET',
    path: `/api/scheduler/queue-jobs/${String(run.jobId)}`,
    key,
    expect: 200,
    show: ({ state, attemptsMade, result }) => ({ state, attemptsMade, result }),
  });
  await step('The heartbeat has run by itself', {
    method: 'GET',
    path: `${path}/${String(often.id)}/executions?state=completed`,
    key,
    expect: 200,
    show: ({ meta }) => meta,
  });
  const gone = { method: 'DELETE', path, key, expect: 200 } as const;
  await step('It stops', { ...gone, body: { id: often.id } });
  await step('So does the report, by mistake', { ...gone, body: { id: nightly.id } });
  await step('The mistake is undone', {
    method: 'POST',
    path: `${path}/undo`,
    key,
    expect: 200,
    body: { id: nightly.id },
    show: shown,
  });
  await step('The report is switched off instead', {
    method: 'PUT',
    path,
    key,
    expect: 200,
    body: { id: nightly.id, isEnabled: false },
    show: shown,
  });
}
