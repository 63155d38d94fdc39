import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { bulkDeleteToggles } from '../../shared/modules/toggles/bulk-contract.ts';
import * as toggles from '../../shared/modules/toggles/bulk-service.ts';

export const handler = endpoint(bulkDeleteToggles, toggles.bulkDeleteToggles);
