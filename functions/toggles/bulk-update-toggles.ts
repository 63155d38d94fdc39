import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { bulkUpdateToggles } from '../../shared/modules/toggles/bulk-contract.ts';
import * as toggles from '../../shared/modules/toggles/bulk-service.ts';

export const handler = endpoint(bulkUpdateToggles, toggles.bulkUpdateToggles);
