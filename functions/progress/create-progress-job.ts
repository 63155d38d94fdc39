import { creation } from '../../shared/kernel/http/creation.ts';
import { createProgressJob } from '../../shared/modules/progress/contract.ts';
import { createJob } from '../../shared/modules/progress/job-service.ts';

export const handler = creation(
  createProgressJob,
  async ({ scope, body, context }) => {
    const { id } = await createJob(scope, body, context);
    return { id };
  },
  async (_, { id }) => ({ id }),
);
