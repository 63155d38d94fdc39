import { creation } from '../../shared/kernel/http/creation.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { createRule } from '../../shared/modules/rules/authoring/rule-contract.ts';
import * as rules from '../../shared/modules/rules/authoring/rule-service.ts';

export const handler = creation(
  createRule,
  async ({ scope, body, context }) => {
    const { rule, revision } = await rules.createRule(scope, body, context);
    return withRevision(rule, revision);
  },
  async ({ scope }, { id }) => {
    const { rule, revision } = await rules.getRule(scope, id);
    return withRevision(rule, revision);
  },
);
