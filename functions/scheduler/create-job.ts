import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import { createJob } from '../../shared/scheduler/contract.ts';
import { toJob } from '../../shared/scheduler/job.ts';
import * as jobs from '../../shared/scheduler/job-service.ts';

export const handler = endpoint(createJob, async ({ scope, body, context }) => {
  const job = await jobs.createJob({ scope, context }, body);
  return withRevision(toJob(job), job.revision);
});
