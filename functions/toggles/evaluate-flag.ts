import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { evaluateFlag } from '../../shared/modules/toggles/ofrep/ofrep-contract.ts';
import * as ofrep from '../../shared/modules/toggles/ofrep/ofrep-service.ts';

export const handler = endpoint(evaluateFlag, ofrep.evaluateFlag);
