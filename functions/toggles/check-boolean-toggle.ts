import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { checkBooleanToggle } from '../../shared/modules/toggles/check-contract.ts';
import * as checks from '../../shared/modules/toggles/check-service.ts';

export const handler = endpoint(checkBooleanToggle, checks.checkBooleanToggle);
