import { requiredId } from '../../shared/kernel/http/delete-target.ts';
import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { deleteJob } from '../../shared/modules/scheduler/job-contract.ts';
import * as jobs from '../../shared/modules/scheduler/job-service.ts';

export const handler = endpoint(deleteJob, async ({ scope, ifMatch, context }, input) => {
  await jobs.deleteJob({ scope, context }, requiredId(input), ifMatch);
  return { ok: true };
});
