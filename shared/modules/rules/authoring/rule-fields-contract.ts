/** The fields of a business rule and of requests that write it. */
import * as z from 'zod/mini';
import { isDate } from '../../../kernel/base/dates.ts';
import { findConditionProblem } from '../../../kernel/conditions/condition.ts';
import { about, nameText, optionalFields, text, timestamp, uuid } from '../../../kernel/http/fields.ts';
import { blockedReason, runAs } from '../../identity/public-data.ts';
import { actionsProblem } from '../execution/action.ts';
import { ruleLimits, ruleTypes } from './rule-limits.ts';

export const missingFieldPolicies = ['ignore', 'fail'] as const;
export type MissingFieldPolicy = (typeof missingFieldPolicies)[number];

/** An order of 50 within its credit limit passes; an order of 12 500 above its credit limit does not. */
export const conditionExample = {
  operator: 'AND',
  rules: [
    { field: 'total', operator: '<=', value: 10_000 },
    { field: 'customer.creditLimit', operator: '>=', compareToField: 'total' },
  ],
};
export const actionExample = {
  type: 'BLOCK_TRANSITION',
  config: { message: 'Order {{entityId}} exceeds the limit.' },
};

/**
 * Accepts a value without a problem. `problemOf` walks the value iteratively, because a recursive schema
 * would overflow the stack.
 */
function checkedBy(problemOf: (value: unknown) => string | undefined) {
  return z.refine((value: unknown) => problemOf(value) === undefined, {
    error: ({ input }) => (input === undefined ? 'is required' : problemOf(input)),
  });
}

/** Conditions are evaluated, stored and checked iteratively, so they may be nested deeply. */
export const deepFields = ['conditionExpression'];

const conditionExpression = z.custom<Record<string, unknown>>().check(
  checkedBy(findConditionProblem),
  z.meta({
    $ref: '#/components/schemas/Condition',
    description: 'Condition of the rule. Groups can nest to any depth.',
    examples: [conditionExample],
  }),
);

const actionList = { type: 'array', items: { $ref: '#/components/schemas/Action' } } as const;

const actions = (when: 'true' | 'false') =>
  z
    .nullable(
      z.custom<readonly Record<string, unknown>[]>().check(checkedBy(actionsProblem), z.meta(actionList)),
    )
    .check(
      z.meta({
        description: `Actions that run when the condition is ${when}, in order; null if there are none.`,
        examples: [when === 'true' ? null : [actionExample]],
        'x-secret': ['*.config.headers.*'],
      }),
    );

const date = (description: string, example: string) =>
  z
    .nullable(
      z.string().check(
        z.refine((value) => value === '' || isDate(value), {
          error: 'must be an ISO 8601 date such as 2026-01-01',
        }),
      ),
    )
    .check(about(description, example));

const field = {
  ruleId: nameText(ruleLimits.ruleId).check(
    about('Your own identifier, unique among the live rules of the tenant.', 'ORDER-LIMIT'),
  ),
  ruleName: nameText(ruleLimits.ruleName).check(about('Name shown to people.', 'Block large orders')),
  description: z
    .nullable(text(ruleLimits.description, 0))
    .check(about('Description of the rule.', 'Orders above the credit limit need a review.')),
  ruleType: z.enum(ruleTypes).check(about('GUARD rules allow or block; the other types act.', 'GUARD')),
  ruleCategory: z.nullable(text(ruleLimits.ruleCategory, 0)).check(about('Free grouping.', 'credit')),
  entityType: text(ruleLimits.entityType).check(
    about('Entity type that the rule applies to.', 'sales.order'),
  ),
  eventType: z
    .nullable(text(ruleLimits.eventType, 0))
    .check(about('Event of the rule; a rule without an event matches every event.', 'created')),
  enabled: z.boolean().check(about('Disabled rules are never executed.', true)),
  priority: z
    .int()
    .check(z.gte(0), z.lte(ruleLimits.maxPriority))
    .check(about('Rules with a higher priority run first.', 100)),
  version: z.int().check(z.gte(1)).check(about('Your version; raise it with every significant change.', 1)),
  effectiveFrom: date('Start of the time in which the rule applies; null if unlimited.', '2026-01-01'),
  effectiveTo: date(
    'End of the time in which the rule applies, later than effectiveFrom; a date without a time counts until the end of ' +
      'that day, UTC. Null when unlimited.',
    '2026-12-31',
  ),
  missingFieldPolicy: z
    .enum(missingFieldPolicies)
    .check(
      about(
        'How a comparison treats a field that the data lacks. `ignore`, the default: the field is less than any value, so ' +
          'a guard `total <= 1000` passes. `fail`: the whole condition fails, and the execution names the field. IS_EMPTY, ' +
          'IS_NOT_EMPTY and comparisons with null are evaluated in both modes.',
        'ignore',
      ),
    ),
};

export const CreateRule = z.object({
  ruleId: field.ruleId,
  ruleName: field.ruleName,
  description: z.optional(field.description),
  ruleType: field.ruleType,
  ruleCategory: z.optional(field.ruleCategory),
  entityType: field.entityType,
  eventType: z.optional(field.eventType),
  conditionExpression,
  successActions: z.optional(actions('true')),
  failureActions: z.optional(actions('false')),
  enabled: field.enabled,
  priority: field.priority,
  version: field.version,
  effectiveFrom: z.optional(field.effectiveFrom),
  effectiveTo: z.optional(field.effectiveTo),
  missingFieldPolicy: z.optional(field.missingFieldPolicy),
});
export type CreateRule = z.infer<typeof CreateRule>;

/** Any subset of the fields of a new rule; absent fields stay unchanged. */
export const UpdateRule = z.object({
  ...optionalFields(CreateRule.shape),
  id: uuid('Id of the rule to change.'),
});
export type UpdateRule = z.infer<typeof UpdateRule>;

export const Rule = z
  .object({
    id: uuid('Id of the rule.'),
    ...field,
    conditionExpression,
    successActions: actions('true'),
    failureActions: actions('false'),
    tenantId: uuid('Tenant the rule belongs to.'),
    organizationId: uuid('Organization the rule belongs to.'),
    runAs,
    blockedReason,
    createdAt: timestamp('When the rule was created.'),
    updatedAt: timestamp('When the rule was last changed.'),
    createdBy: z
      .string()
      .check(about('Who created the rule.', 'api_key:9d1a7b7e-3f0c-4f43-9a39-5a0a6f6f1c33')),
    updatedBy: z
      .string()
      .check(about('Who changed the rule last.', 'api_key:9d1a7b7e-3f0c-4f43-9a39-5a0a6f6f1c33')),
  })
  .check(
    z.meta({
      id: 'Rule',
      description: 'A business rule: a condition, and the actions for a true and a false result.',
    }),
  );
export type Rule = z.infer<typeof Rule>;

/** Fields whose values may contain secrets: headers of CALL_WEBHOOK. */
export const ruleSecrets = { successActions: actions('true'), failureActions: actions('false') };
