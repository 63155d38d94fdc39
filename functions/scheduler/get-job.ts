import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import { getJob } from '../../shared/scheduler/contract.ts';
import { toJob } from '../../shared/scheduler/job.ts';
import * as jobs from '../../shared/scheduler/job-access.ts';

export const handler = endpoint(getJob, async ({ scope, params, context }) => {
  const job = await jobs.getJob({ scope, context }, params.id);
  return withRevision(toJob(job), job.revision);
});
