import { creation } from '../../shared/kernel/http/creation.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { toRuleSet } from '../../shared/modules/rules/sets/rule-set.ts';
import { createSet } from '../../shared/modules/rules/sets/set-contract.ts';
import * as sets from '../../shared/modules/rules/sets/set-service.ts';

export const handler = creation(
  createSet,
  async ({ scope, body, context }) => {
    const set = await sets.createSet(scope, body, context);
    return withRevision(toRuleSet(set), set.revision);
  },
  async ({ scope }, { id }) => {
    const set = await sets.getStoredSet(scope, id);
    return withRevision(toRuleSet(set), set.revision);
  },
);
