import { endpoint } from '../../shared/http/endpoint.ts';
import { withRevision } from '../../shared/http/reply.ts';
import { getSet } from '../../shared/rules/contract.ts';
import * as sets from '../../shared/rules/set-service.ts';

export const handler = endpoint(getSet, async ({ scope, params }) => {
  const { set, revision } = await sets.getSet(scope, params.id);
  return withRevision(set, revision);
});
