import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import { updateJob } from '../../shared/scheduler/contract.ts';
import { toJob } from '../../shared/scheduler/job.ts';
import * as jobs from '../../shared/scheduler/job-service.ts';

export const handler = endpoint(updateJob, async ({ scope, body, ifMatch, context }) => {
  const job = await jobs.updateJob({ scope, context }, body, ifMatch);
  return withRevision(toJob(job), job.revision);
});
