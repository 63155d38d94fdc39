import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { listExecutions } from '../../shared/modules/scheduler/runs/run-contract.ts';
import * as runs from '../../shared/modules/scheduler/runs/run-history.ts';

export const handler = endpoint(listExecutions, runs.listExecutions);
