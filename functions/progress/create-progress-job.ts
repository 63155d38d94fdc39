import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { createProgressJob } from '../../shared/modules/progress/contract.ts';
import { createJob } from '../../shared/modules/progress/job-service.ts';

export const handler = endpoint(createProgressJob, async ({ scope, body, context }) => {
  const { id } = await createJob(scope, body, context);
  return { id };
});
