import { requiredId } from '../../shared/http/body-or-query.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { deleteJob } from '../../shared/scheduler/contract.ts';
import * as jobs from '../../shared/scheduler/job-service.ts';

export const handler = endpoint(deleteJob, async ({ scope, query, body, ifMatch, context }) => {
  await jobs.deleteJob({ scope, context }, requiredId(body, query), ifMatch);
  return { ok: true };
});
