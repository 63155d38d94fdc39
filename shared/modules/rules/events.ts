import * as z from 'zod/mini';
import {
  type EventSpec,
  field,
  flag,
  resourceData,
  resourceEvents,
  text,
} from '../../kernel/events/definition.ts';

const data = resourceData('rule', 'organization', {
  ruleId: text('The rule’s own identifier in the tenant.', 'ORDER-LIMIT'),
  ruleName: text('Name of the rule.', 'Block large orders'),
  entityType: text('Entity type of the rule.', 'sales.order'),
  enabled: flag('Disabled rules are never executed.', true),
});

const failure = resourceData('rule', 'organization', {
  ruleId: text('The rule’s own identifier in the tenant.', 'ORDER-LIMIT'),
  ruleName: text('Name of the rule.', 'Block large orders'),
  entityType: text('Type of the entity.', 'sales.order'),
  errorMessage: text('What went wrong.', 'The condition was not evaluated: the rule took longer than 5 s.'),
});

const blocked = resourceData('rule', 'organization', {
  ruleId: text('The rule’s own identifier in the tenant.', 'ORDER-LIMIT'),
  ruleName: text('Name of the rule.', 'Block large orders'),
  entityType: text('Entity type of the rule.', 'sales.order'),
  blockedReason: text(
    'The refused action, and why.',
    'EMIT_EVENT: The user or key that the rule runs as does not have the feature events.publish.',
  ),
  runAs: text('User or key that the rule runs as.', 'user:3b0c5d8e-51a7-4a39-9c6e-8a2f0d1b7c44'),
});

const set = resourceData('rule set', 'organization', {
  setId: text('The set’s own identifier in the tenant.', 'CHECKOUT'),
  setName: text('Name of the set.', 'Checks before checkout'),
  enabled: flag('Disabled sets are not executed.', true),
  ruleIds: field(z.array(z.string()), 'Ids of its rules.', ['5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10']),
});

const deletion = resourceData('organization of the log', 'organization', {
  before: text('Entries before this time were deleted.', '2026-03-01T00:00:00.000Z'),
  deleted: field(z.int(), 'Number of deleted entries.', 12),
});

export const events: readonly EventSpec[] = [
  ...resourceEvents(data, {
    'business_rules.rule.created': 'A business rule was created.',
    'business_rules.rule.updated': 'A business rule was changed.',
    'business_rules.rule.deleted': 'A business rule was deleted.',
    'business_rules.rule.restored': 'A deleted business rule was restored.',
  }),
  ...resourceEvents(failure, {
    'business_rules.rule.execution_failed': 'A business rule failed.',
  }),
  ...resourceEvents(blocked, {
    'business_rules.rule.blocked': 'An action of a business rule was refused: its user or key lacks a right.',
  }),
  ...resourceEvents(set, {
    'business_rules.set.created': 'A rule set was created.',
    'business_rules.set.updated': 'A rule set or its members were changed.',
    'business_rules.set.deleted': 'A rule set was deleted.',
  }),
  ...resourceEvents(deletion, {
    'business_rules.log.deleted': 'Old entries of the rule log were deleted.',
  }),
];
