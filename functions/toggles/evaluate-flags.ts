import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { Reply } from '../../shared/kernel/http/reply.ts';
import { evaluateFlags } from '../../shared/modules/toggles/ofrep/ofrep-contract.ts';
import * as ofrep from '../../shared/modules/toggles/ofrep/ofrep-service.ts';

export const handler = endpoint(evaluateFlags, async ({ scope, body, context, apiKey, session }) => {
  const caller = { apiKey, session };
  const { body: evaluated, etag } = await ofrep.evaluateFlags(scope, body.context, context.nowMs, caller);
  return new Reply(evaluated, { etag });
});
