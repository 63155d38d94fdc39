import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { toJob } from '../../shared/modules/scheduler/job.ts';
import * as jobs from '../../shared/modules/scheduler/job-access.ts';
import { getJob } from '../../shared/modules/scheduler/job-contract.ts';

export const handler = endpoint(getJob, async ({ scope, params, context }) => {
  const job = await jobs.getJob({ scope, context }, params.id);
  return withRevision(toJob(job), job.revision);
});
