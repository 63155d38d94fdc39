import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { checkJsonToggle } from '../../shared/modules/toggles/check-contract.ts';
import * as checks from '../../shared/modules/toggles/check-service.ts';

export const handler = endpoint(checkJsonToggle, checks.checkJsonToggle);
