/** Events of background work. Browsers hear of them; the jobs of sync runs publish none. */
import * as z from 'zod/mini';
import {
  type ActionIn,
  field,
  flag,
  resourceData,
  resourceEvents,
  text,
  textOrNull,
} from '../../kernel/events/definition.ts';

const document = (description: string, example: object) =>
  field(z.nullable(z.record(z.string(), z.unknown())), description, example);
const count = (description: string, example: number) => field(z.int(), description, example);
const countOrNull = (description: string, example: number | null) =>
  field(z.nullable(z.int()), description, example);

const job = resourceData('job', 'organization', {
  jobId: text('Id of the job.', '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10'),
  jobType: text('Type of the job.', 'catalog.reindex'),
  name: text('Name for people.', 'Reindex of the catalogue'),
  description: textOrNull('Description of the job.', null),
  status: text('Where it is: pending, running, completed, failed or cancelled.', 'running'),
  progressPercent: count('How much is done, 0 to 100.', 40),
  processedCount: count('Number of processed items.', 400),
  totalCount: countOrNull('How many there are; null when it is not known.', 1_000),
  etaSeconds: countOrNull('Seconds until it is done; null when it is not known.', 90),
  cancellable: flag('Whether callers can cancel the job.', true),
  cancelRequestedAt: textOrNull('When its cancellation was requested.', null),
  meta: document('Your own data about the job.', { season: 'spring' }),
  parentJobId: textOrNull('Parent job.', null),
  startedAt: textOrNull('When it began.', '2026-03-01T09:30:00.000Z'),
  finishedAt: textOrNull('When it ended.', null),
  resultSummary: document('The result.', { reindexed: 1_000 }),
  errorMessage: textOrNull('Why it failed.', null),
  stale: flag('Whether it failed because nothing was heard of it any more.', false),
});

const descriptions = {
  'progress.job.created': 'Background work was announced.',
  'progress.job.started': 'Background work has begun.',
  'progress.job.updated': 'Background work made progress, or its cancellation was requested.',
  'progress.job.completed': 'Background work is done.',
  'progress.job.failed': 'Background work has failed, or has lost its worker.',
  'progress.job.cancelled': 'Background work was cancelled.',
} as const;
export type JobEvent = ActionIn<keyof typeof descriptions, 'progress.job'>;

export const events = resourceEvents(job, descriptions).map((spec) => ({
  ...spec,
  clientBroadcast: true,
}));
