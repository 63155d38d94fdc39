import { endpoint } from '../../shared/http/endpoint.ts';
import { addSetMember } from '../../shared/rules/contract.ts';
import * as sets from '../../shared/rules/set-service.ts';

export const handler = endpoint(addSetMember, ({ scope, params, body, ifMatch, context }) =>
  sets.addMember(scope, params.id, body, ifMatch, context),
);
