/** The fields of a business rule, and what may be sent of them. */
import * as z from 'zod/mini';
import { findConditionProblem } from '../../../kernel/conditions/condition.ts';
import { isDate } from '../../../kernel/http/dates.ts';
import { optionalFields, text, timestamp, uuid } from '../../../kernel/http/fields.ts';
import { actionsProblem } from '../execution/action.ts';

export const ruleTypes = ['GUARD', 'VALIDATION', 'CALCULATION', 'ACTION', 'ASSIGNMENT'] as const;
export type RuleType = (typeof ruleTypes)[number];

export const missingFieldPolicies = ['ignore', 'fail'] as const;
export type MissingFieldPolicy = (typeof missingFieldPolicies)[number];

export const ruleLimits = {
  ruleId: 50,
  ruleName: 200,
  description: 5_000,
  ruleCategory: 50,
  entityType: 50,
  eventType: 50,
  maxPriority: 9_999,
  /** A whole rule; DynamoDB takes items up to 400 KB. */
  bytes: 262_144,
  pageSize: 20,
  maxPageSize: 100,
} as const;

/** An order of 50 within its credit limit passes; one of 12 500 over its credit limit does not. */
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

/** A value that `problemOf` finds nothing wrong with. The walk is its own: a recursive schema would overflow. */
function checkedBy(problemOf: (value: unknown) => string | undefined) {
  return z.refine((value: unknown) => problemOf(value) === undefined, {
    error: ({ input }) => (input === undefined ? 'is required' : problemOf(input)),
  });
}

/** Evaluation, storage and checks of conditions keep their own stack. */
export const deepFields = ['conditionExpression'];

export const conditionExpression = z.custom<Record<string, unknown>>().check(
  checkedBy(findConditionProblem),
  z.meta({
    $ref: '#/components/schemas/Condition',
    description: 'When the rule holds. Groups nest to any depth.',
    examples: [conditionExample],
  }),
);

const actionList = { type: 'array', items: { $ref: '#/components/schemas/Action' } } as const;

export const actions = (when: string) =>
  z
    .nullable(
      z.custom<readonly Record<string, unknown>[]>().check(checkedBy(actionsProblem), z.meta(actionList)),
    )
    .check(
      z.meta({
        description: `Actions taken when the condition is ${when}, in order; null when there are none.`,
        examples: [[actionExample]],
      }),
    );

const date = (description: string) =>
  z
    .nullable(
      z.string().check(
        z.refine((value) => value === '' || isDate(value), {
          error: 'must be an ISO 8601 date such as 2026-01-01',
        }),
      ),
    )
    .check(z.meta({ description, examples: ['2026-01-01'] }));

const field = {
  ruleId: text(ruleLimits.ruleId).check(
    z.meta({
      description: 'Your own identifier, unique among the live rules of the tenant.',
      examples: ['ORDER-LIMIT'],
    }),
  ),
  ruleName: text(ruleLimits.ruleName).check(
    z.meta({ description: 'Name shown to people.', examples: ['Block large orders'] }),
  ),
  description: z.nullable(text(ruleLimits.description, 0)).check(
    z.meta({
      description: 'What the rule is for.',
      examples: ['Orders above the credit limit need a review.'],
    }),
  ),
  ruleType: z.enum(ruleTypes).check(
    z.meta({
      description: 'GUARD rules decide whether something is allowed; the others act.',
      examples: ['GUARD'],
    }),
  ),
  ruleCategory: z
    .nullable(text(ruleLimits.ruleCategory, 0))
    .check(z.meta({ description: 'Free grouping.', examples: ['credit'] })),
  entityType: text(ruleLimits.entityType).check(
    z.meta({ description: 'Kind of entity the rule looks at.', examples: ['sales.order'] }),
  ),
  eventType: z.nullable(text(ruleLimits.eventType, 0)).check(
    z.meta({
      description: 'Event the rule reacts to; without one it matches every event.',
      examples: ['created'],
    }),
  ),
  enabled: z.boolean().check(z.meta({ description: 'Disabled rules are never executed.', examples: [true] })),
  priority: z
    .int()
    .check(z.gte(0), z.lte(ruleLimits.maxPriority))
    .check(z.meta({ description: 'Rules with a higher priority run first.', examples: [100] })),
  version: z
    .int()
    .check(z.gte(1))
    .check(z.meta({ description: 'Set by you; raise it with every significant change.', examples: [1] })),
  effectiveFrom: date('First moment at which the rule applies; null when unlimited.'),
  effectiveTo: date(
    'Last moment at which the rule applies, later than effectiveFrom; a date without a time counts until the end of ' +
      'that day, UTC. Null when unlimited.',
  ),
  missingFieldPolicy: z.enum(missingFieldPolicies).check(
    z.meta({
      description:
        'What a comparison does with a field that the data does not have. `ignore`, the default, compares nothing: it ' +
        'is less than any value, so that a guard `total <= 1000` passes. `fail` fails the whole condition at the first ' +
        'such comparison, and the execution names the field. IS_EMPTY, IS_NOT_EMPTY and comparisons with null ask for ' +
        'absence themselves, and are evaluated as ever.',
      examples: ['ignore'],
    }),
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

/** Any subset of the create fields: what is left out stays as it is. */
export const UpdateRule = z.object({
  ...optionalFields(CreateRule.shape),
  id: uuid('Id of the rule to change.'),
});
export type UpdateRule = z.infer<typeof UpdateRule>;

export const Rule = z
  .object({
    id: uuid('Id of the rule, given by the service.'),
    ...field,
    conditionExpression,
    successActions: actions('true'),
    failureActions: actions('false'),
    tenantId: uuid('Tenant the rule belongs to.'),
    organizationId: uuid('Organization the rule belongs to.'),
    createdAt: timestamp('When the rule was created.'),
    updatedAt: timestamp('When the rule was last changed.'),
    createdBy: z
      .string()
      .check(z.meta({ description: 'Who created the rule.', examples: ['api_key:4f0c…'] })),
    updatedBy: z
      .string()
      .check(z.meta({ description: 'Who changed the rule last.', examples: ['api_key:4f0c…'] })),
  })
  .check(
    z.meta({
      id: 'Rule',
      description: 'A business rule: a condition and what to do when it holds or fails.',
    }),
  );
export type Rule = z.infer<typeof Rule>;
/** The fields in the order in which rules are answered; told apart from the schema, which functions that read do without. */
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
  'createdAt',
  'updatedAt',
  'createdBy',
  'updatedBy',
] as const satisfies readonly (keyof Rule)[];
