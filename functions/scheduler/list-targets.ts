import { endpoint } from '../../shared/http/endpoint.ts';
import { listTargets } from '../../shared/scheduler/contract.ts';
import * as targets from '../../shared/scheduler/target-list.ts';

export const handler = endpoint(listTargets, async () => targets.listTargets());
