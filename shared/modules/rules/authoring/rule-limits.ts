/** Types, limits and names of rules' fields, for code without their schemas. */
import type { Rule } from './rule-fields-contract.ts';

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

/** The order of fields in responses; separate from the schema, which functions that only read do not load. */
export const ruleFields = [
  'id',
  'ruleId',
  'ruleName',
  'description',
  'ruleType',
  'ruleCategory',
  'entityType',
  'eventType',
  'enabled',
  'priority',
  'version',
  'effectiveFrom',
  'effectiveTo',
  'missingFieldPolicy',
  'conditionExpression',
  'successActions',
  'failureActions',
  'tenantId',
  'organizationId',
  'runAs',
  'blockedReason',
  'createdAt',
  'updatedAt',
  'createdBy',
  'updatedBy',
] as const satisfies readonly (keyof Rule)[];
