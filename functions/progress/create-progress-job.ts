import { endpoint } from '../../shared/http/endpoint.ts';
import { createProgressJob } from '../../shared/progress/contract.ts';
import { createJob } from '../../shared/progress/job-service.ts';

export const handler = endpoint(createProgressJob, async ({ scope, body, context }) => {
  const { id } = await createJob(scope, body, context);
  return { id };
});
