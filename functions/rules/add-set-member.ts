import { creation } from '../../shared/kernel/http/creation.ts';
import { addSetMember } from '../../shared/modules/rules/sets/set-member-contract.ts';
import * as sets from '../../shared/modules/rules/sets/set-service.ts';

export const handler = creation(
  addSetMember,
  ({ scope, params, body, ifMatch, context }) => sets.addMember(scope, params.id, body, ifMatch, context),
  ({ scope, params, body }) => sets.getMember(scope, params.id, body.ruleId),
);
