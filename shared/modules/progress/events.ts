/** Events of progress jobs. Browsers receive them over the event stream. Jobs of sync runs publish no events. */
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
  name: text('Display name of the job.', 'Reindex of the catalogue'),
  description: textOrNull('Description of the job.', null),
  status: text('Status: pending, running, completed, failed or cancelled.', 'running'),
  progressPercent: count('Progress in percent, 0 to 100.', 40),
  processedCount: count('Number of processed items.', 400),
  totalCount: countOrNull('Total number of items; null if unknown.', 1_000),
  etaSeconds: countOrNull('Estimated seconds until the job is completed; null if unknown.', 90),
  cancellable: flag('Whether callers can cancel the job.', true),
  cancelRequestedAt: textOrNull('When the cancellation of the job was requested.', null),
  meta: document('Your own data about the job.', { season: 'spring' }),
  parentJobId: textOrNull('Parent job.', null),
  startedAt: textOrNull('When the job started.', '2026-03-01T09:30:00.000Z'),
  finishedAt: textOrNull('When the job ended.', null),
  resultSummary: document('Result of the job.', { reindexed: 1_000 }),
  errorMessage: textOrNull('Why the job failed.', null),
  stale: flag('Whether the job failed because its worker sent no more updates.', false),
});

const descriptions = {
  'progress.job.created': 'A progress job was created.',
  'progress.job.started': 'A progress job was started.',
  'progress.job.updated': 'A progress job was updated, or its cancellation was requested.',
  'progress.job.completed': 'A progress job was completed.',
  'progress.job.failed': 'A progress job failed, or lost its worker.',
  'progress.job.cancelled': 'A progress job was cancelled.',
} as const;
export type JobEvent = ActionIn<keyof typeof descriptions, 'progress.job'>;

export const events = resourceEvents(job, descriptions).map((spec) => ({
  ...spec,
  clientBroadcast: true,
}));
