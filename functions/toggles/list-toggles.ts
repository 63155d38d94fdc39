import { endpoint } from '../../shared/http/endpoint.ts';
import { listToggles } from '../../shared/toggles/contract.ts';
import * as toggles from '../../shared/toggles/toggle-service.ts';

export const handler = endpoint(listToggles, ({ query }) => toggles.listToggles(query));
