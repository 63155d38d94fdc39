import { loadCommands } from '../../shared/catalog/load-commands.ts';
import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { toJob } from '../../shared/modules/scheduler/job.ts';
import { takeOverJob } from '../../shared/modules/scheduler/job-contract.ts';
import * as jobs from '../../shared/modules/scheduler/job-service.ts';

export const handler = endpoint(takeOverJob, async ({ scope, params, ifMatch, context }) => {
  const job = await jobs.takeOverJob({ scope, context }, params.id, ifMatch, loadCommands);
  return withRevision(toJob(job), job.revision);
});
