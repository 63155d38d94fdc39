import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { evaluateFlag } from '../../shared/modules/toggles/ofrep/ofrep-contract.ts';
import * as ofrep from '../../shared/modules/toggles/ofrep/ofrep-service.ts';

export const handler = endpoint(evaluateFlag, ({ scope, params, body, context }) =>
  ofrep.evaluateFlag(scope, params.key, body.context, context.nowMs),
);
