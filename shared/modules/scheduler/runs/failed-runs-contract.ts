/** The endpoint that lists failed runs of all jobs. */
import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, count, paging, timestamp, uuid } from '../../../kernel/http/fields.ts';
import { limits } from '../../../kernel/http/limits.ts';
import { fromField } from '../../../kernel/http/time-range.ts';
import { totalOption } from '../../../kernel/lists/list.ts';
import { exampleIds } from '../job-fields-contract.ts';
import { runLimits } from '../limits.ts';

export const FailedRun = z
  .object({
    id: z.string().check(about('Id of the run.', exampleIds.run)),
    jobId: uuid('Id of the job.'),
    jobName: z.string().check(about('Name of the job when the run started.', 'Nightly report')),
    error: z
      .string()
      .check(
        about(
          `Why the last attempt failed, in at most ${runLimits.errorCharacters} characters.`,
          'The command needs an organization.',
        ),
      ),
    triggerType: z
      .enum(['scheduled', 'manual'])
      .check(about('Whether the schedule or a user started the run.')),
    attemptsMade: count('Number of attempts of the run.', 5),
    scheduledAt: timestamp('When the run was due, or was started manually.'),
    failedAt: timestamp('When its last attempt failed.'),
  })
  .check(z.meta({ id: 'FailedRun', description: 'A run of a scheduled job that failed.' }));
export type FailedRun = z.infer<typeof FailedRun>;

export const ListFailedRuns = z.object({
  ...paging(),
  ...totalOption(),
  since: z.optional(fromField('Only runs that failed at or after this time.')),
});
export type ListFailedRuns = z.infer<typeof ListFailedRuns>;

export const listFailedRuns = defineEndpoint({
  module: 'scheduler',
  auth: 'caller',
  scope: 'optional',
  ...operation('listFailedRuns', 'GET', '/api/scheduler/failed-runs'),
  summary: 'List the runs that failed, of all jobs',
  description:
    'Returns runs of the selected organizations and of the whole tenant whose last attempt failed, latest first; super ' +
    'admins also see those of the platform. They are kept as long as the history of their jobs.',
  feature: 'scheduler.jobs.view',
  query: ListFailedRuns,
  success: returns(
    z.object({
      data: z.array(FailedRun).check(about('The runs of the page.')),
      meta: z
        .object({
          total: count('Number of matching runs on all pages; see `totalIsExact`.', 1),
          totalIsExact: z
            .boolean()
            .check(about('False if there are more runs than one request can read.', true)),
          pageSize: count('Requested rows per page.', limits.pageSize),
          page: count('Page number, from 1.', 1),
        })
        .check(about('Where the page stands in the list.')),
    }),
  ),
  permissions: { table: ['Query'] },
});
