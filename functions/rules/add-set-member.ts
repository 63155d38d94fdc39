import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { addSetMember } from '../../shared/modules/rules/sets/set-member-contract.ts';
import * as sets from '../../shared/modules/rules/sets/set-service.ts';

export const handler = endpoint(addSetMember, ({ scope, params, body, ifMatch, context }) =>
  sets.addMember(scope, params.id, body, ifMatch, context),
);
