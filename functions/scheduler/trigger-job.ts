import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { triggerJob } from '../../shared/modules/scheduler/runs/run-contract.ts';
import * as runs from '../../shared/modules/scheduler/runs/run-service.ts';

export const handler = endpoint(triggerJob, runs.triggerJob);
