import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { deleteSet } from '../../shared/modules/rules/sets/set-contract.ts';
import * as sets from '../../shared/modules/rules/sets/set-service.ts';

export const handler = endpoint(deleteSet, async ({ scope, query, ifMatch, context }) => {
  await sets.deleteSet(scope, query.id, ifMatch, context);
  return { ok: true as const };
});
