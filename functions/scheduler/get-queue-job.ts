import { endpoint } from '../../shared/http/endpoint.ts';
import { getQueueJob } from '../../shared/scheduler/contract.ts';
import * as runs from '../../shared/scheduler/run-history.ts';

export const handler = endpoint(getQueueJob, ({ scope, params, context }) =>
  runs.getQueueJob({ scope, context }, params.jobId),
);
