/** The fields of a job, and examples, for the contracts of this module. */
import * as z from 'zod/mini';
import { toJson } from '../../kernel/base/json.ts';
import { about, nameText, text, timestamp, timestampOrNull, uuid } from '../../kernel/http/fields.ts';
import { jobStatuses } from './job.ts';
import { progressLimits } from './limits.ts';

export const base = { module: 'progress', auth: 'caller', scope: 'organization' } as const;
export const jobsPath = '/api/progress/jobs';
export const jobPath = `${jobsPath}/{id}`;

export const jobId = z.object({ id: uuid('Id of the job.') });

const count = (description: string, example: number, min = 0) =>
  z.int().check(z.gte(min)).check(about(description, example));

const textField = (description: string, example: string, max: number) =>
  nameText(max).check(about(description, example));

const fitsDocument = (value: unknown): boolean =>
  Buffer.byteLength(toJson(value)) <= progressLimits.documentBytes;
export const documentProblem = `must have at most ${progressLimits.documentBytes} bytes as JSON`;

/** Any object up to the maximum size. */
const document = (description: string, example: Record<string, unknown>) =>
  z
    .record(z.string(), z.unknown())
    .check(z.refine((value) => fitsDocument(value), { error: documentProblem }))
    .check(about(description, example));

export const field = {
  jobType: textField('Type of the job.', 'catalog.reindex', progressLimits.jobTypeLength),
  name: textField('Display name of the job.', 'Reindex of the catalogue', progressLimits.nameLength),
  description: text(progressLimits.descriptionLength, 0).check(
    about('Description of the job.', 'All products of the spring season.'),
  ),
  status: z
    .enum(jobStatuses)
    .check(
      about(
        `Status of the job. A running job fails after ${progressLimits.heartbeatSeconds} seconds without an update; a pending job ` +
          `fails if it does not start within ${progressLimits.pendingHours} hours.`,
        'running',
      ),
    ),
  progressPercent: z
    .int()
    .check(z.gte(0), z.lte(100))
    .check(about('Progress in percent, 0 to 100; 0 without a total.', 40)),
  processedCount: count('Number of processed items.', 400),
  totalCount: count('Total number of items.', 1_000, 1),
  etaSeconds: count('Estimated seconds until the job is completed.', 90),
  meta: document('Your own data about the job.', { season: 'spring' }),
  cancellable: z.boolean().check(about('Whether callers can cancel the job.', true)),
  resultSummary: document('Result of the job.', { reindexed: 1_000 }),
  errorMessage: text(progressLimits.errorMessageLength, 0).check(
    about('Why the job failed.', 'The index is full.'),
  ),
  errorStack: text(progressLimits.errorStackLength, 0).check(
    about('Stack trace of the error, for developers.', 'Error: The index is full.\n at …'),
  ),
  parentJobId: uuid('Parent job.'),
  partitionIndex: count('Index of the child job, from 0.', 0),
  partitionCount: count('Number of child jobs.', 4, 1),
};

const shape = {
  id: uuid('Id of the job.'),
  jobType: field.jobType,
  name: field.name,
  description: z.nullable(field.description),
  status: field.status,
  progressPercent: field.progressPercent,
  processedCount: field.processedCount,
  totalCount: z.nullable(count('Total number of items; null if unknown.', 1_000)),
  etaSeconds: z.nullable(count('Estimated seconds until the job is completed; null if unknown.', 90)),
  cancellable: field.cancellable,
  meta: z.nullable(field.meta),
  startedAt: timestampOrNull('When the job started.'),
  finishedAt: timestampOrNull('When the job ended.'),
  errorMessage: z.nullable(field.errorMessage),
};

/** A job in the list of active jobs. */
export const ActiveJob = z
  .object(shape)
  .check(z.meta({ id: 'ProgressJobSummary', description: 'A job of background work.' }));
export type ActiveJob = z.infer<typeof ActiveJob>;

const rowShape = {
  ...shape,
  parentJobId: z.nullable(uuid('Parent job; null if the job has no parent.')),
  createdAt: timestamp('When the job was created.'),
  tenantId: uuid('Tenant of the job.'),
  organizationId: uuid('Organization of the job.'),
};

export const ListedJob = z
  .object(rowShape)
  .check(z.meta({ id: 'ProgressJobRow', description: 'A job of background work in a list.' }));
export type ListedJob = z.infer<typeof ListedJob>;

export const Job = z
  .object({
    ...rowShape,
    resultSummary: z.nullable(field.resultSummary),
    errorStack: z.nullable(field.errorStack),
    createdBy: z
      .nullable(z.string())
      .check(
        about(
          'Creator: `user:<id>`, `api_key:<id>` or `system:<module>`; null in old jobs.',
          'api_key:3b0c5d8e-51a7-4a39-9c6e-8a2f0d1b7c44',
        ),
      ),
    startedByUserId: z.nullable(uuid('User who created the job; null if a program created it.')),
    heartbeatAt: timestampOrNull('When the worker sent its last update.'),
    cancelRequestedAt: timestampOrNull('When the cancellation of the job was requested.'),
    cancelledByUserId: z.nullable(
      uuid('User who requested the cancellation; null if a program requested it.'),
    ),
    partitionIndex: z.nullable(field.partitionIndex),
    partitionCount: z.nullable(field.partitionCount),
    updatedAt: timestamp('When the job was last changed.'),
  })
  .check(z.meta({ id: 'ProgressJob', description: 'A job of background work with all details.' }));
export type Job = z.infer<typeof Job>;
