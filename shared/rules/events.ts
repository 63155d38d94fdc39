import { flag, resourceData, resourceEvents, text } from '../events/definition.ts';

const data = resourceData('rule', 'organization', {
  ruleId: text('The rule’s own identifier in the tenant.', 'ORDER-LIMIT'),
  ruleName: text('Name of the rule.', 'Block large orders'),
  entityType: text('Type of the entities it judges.', 'sales.order'),
  enabled: flag('Disabled rules are never executed.', true),
});

export const ruleEvents = resourceEvents('business_rules.rule', data, {
  created: 'A business rule was created.',
  updated: 'A business rule was changed.',
  deleted: 'A business rule was deleted.',
});
