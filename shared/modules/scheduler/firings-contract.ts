/** The endpoint that previews the next firings of a job or a schedule. */
import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../kernel/http/endpoint-spec.ts';
import { about, queryInteger, timestamp, uuid } from '../../kernel/http/fields.ts';
import { fromField } from '../../kernel/http/time-range.ts';
import { scheduleFields } from './job-fields-contract.ts';
import { jobLimits } from './limits.ts';

export const PreviewFirings = z.object({
  jobId: z.optional(
    uuid('Job whose next times are returned; without it, send a schedule in the other keys.'),
  ),
  scheduleType: z.optional(scheduleFields.scheduleType),
  scheduleValue: z.optional(scheduleFields.scheduleValue),
  timezone: z.optional(scheduleFields.timezone),
  after: z.optional(fromField('Start of the search for next times; default: now.')),
  count: z
    ._default(queryInteger(1, jobLimits.previewedFirings), 5)
    .check(about(`Number of firings, at most ${jobLimits.previewedFirings}.`, 5)),
});
export type PreviewFirings = z.infer<typeof PreviewFirings>;

export const previewFirings = defineEndpoint({
  module: 'scheduler',
  auth: 'caller',
  scope: 'optional',
  ...operation('previewFirings', 'GET', '/api/scheduler/firings'),
  summary: 'Preview the next times of a schedule',
  description:
    'Returns the next times of a job (`jobId`), enabled or not, or of a schedule that is not stored yet ' +
    '(`scheduleType`, `scheduleValue` and `timezone`, by default UTC), which is validated as for a new job. An ' +
    'interval that is not stored yet is counted from now. Local times that do not exist because the clock is ' +
    'moved forward are skipped, as in real runs.',
  feature: 'scheduler.jobs.view',
  query: PreviewFirings,
  success: returns(
    z.object({
      scheduleType: scheduleFields.scheduleType,
      scheduleValue: scheduleFields.scheduleValue,
      timezone: scheduleFields.timezone,
      firings: z
        .array(timestamp('When the schedule fires.'))
        .check(about('Earliest first.', ['2026-03-02T01:00:00.000Z'])),
    }),
  ),
  errors: ['not_found', 'invalid_schedule'],
  permissions: { table: ['GetItem'] },
});
