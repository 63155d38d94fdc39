import { endpoint } from '../../shared/http/endpoint.ts';
import { deleteSet } from '../../shared/rules/contract.ts';
import * as sets from '../../shared/rules/set-service.ts';

export const handler = endpoint(deleteSet, async ({ scope, query, ifMatch, context }) => {
  await sets.deleteSet(scope, query.id, ifMatch, context);
  return { ok: true as const };
});
