/** Types and limits of rules, for contracts that do not contain their fields. */
export const ruleTypes = ['GUARD', 'VALIDATION', 'CALCULATION', 'ACTION', 'ASSIGNMENT'] as const;
export type RuleType = (typeof ruleTypes)[number];

export const ruleLimits = {
  ruleId: 50,
  ruleName: 200,
  description: 5_000,
  ruleCategory: 50,
  entityType: 50,
  eventType: 50,
  maxPriority: 9_999,
  /** Bytes of a rule; a DynamoDB item has at most 400 KB. */
  bytes: 262_144,
  pageSize: 20,
  maxPageSize: 100,
} as const;
