import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { deleteToggle } from '../../shared/modules/toggles/toggle-contract.ts';
import * as toggles from '../../shared/modules/toggles/toggle-service.ts';

export const handler = endpoint(deleteToggle, toggles.deleteToggle);
