import { loadCommands } from '../../shared/catalog/load-commands.ts';
import { creation } from '../../shared/kernel/http/creation.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { toJob } from '../../shared/modules/scheduler/job.ts';
import { getJob } from '../../shared/modules/scheduler/job-access.ts';
import { createJob } from '../../shared/modules/scheduler/job-contract.ts';
import * as jobs from '../../shared/modules/scheduler/job-service.ts';

export const handler = creation(
  createJob,
  async ({ scope, body, context }) => {
    const job = await jobs.createJob({ scope, context }, body, loadCommands);
    return withRevision(toJob(job), job.revision);
  },
  async ({ scope, context }, { id }) => {
    const job = await getJob({ scope, context }, id);
    return withRevision(toJob(job), job.revision);
  },
);
