import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { toResponse } from '../../shared/kernel/resources/values.ts';
import { ruleSets } from '../../shared/modules/rules/sets/rule-sets.ts';
import { updateSet } from '../../shared/modules/rules/sets/set-contract.ts';
import * as sets from '../../shared/modules/rules/sets/set-service.ts';

export const handler = endpoint(updateSet, async ({ scope, body, ifMatch, context }) => {
  const set = await sets.updateSet(scope, body, ifMatch, context);
  return withRevision({ ok: true as const, ...toResponse(ruleSets, set) }, set.revision);
});
