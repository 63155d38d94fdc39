import { commands } from '../../shared/catalog/commands.ts';
import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import * as targets from '../../shared/modules/scheduler/commands/target-list.ts';
import { listTargets } from '../../shared/modules/scheduler/runs/run-contract.ts';

export const handler = endpoint(listTargets, targets.listTargets(commands));
