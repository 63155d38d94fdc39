import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { getSet } from '../../shared/modules/rules/sets/set-contract.ts';
import * as sets from '../../shared/modules/rules/sets/set-service.ts';

export const handler = endpoint(getSet, async ({ scope, params }) => {
  const { set, revision } = await sets.getSet(scope, params.id);
  return withRevision(set, revision);
});
