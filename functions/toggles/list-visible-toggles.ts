import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { listVisibleToggles } from '../../shared/modules/toggles/usage-contract.ts';
import * as usage from '../../shared/modules/toggles/usage-service.ts';

export const handler = endpoint(listVisibleToggles, usage.listVisibleToggles);
