/** Endpoints that read and write business rules. */
import * as z from 'zod/mini';
import { findConditionProblem } from '../../../kernel/conditions/condition.ts';
import { isDate } from '../../../kernel/http/dates.ts';
import { defineEndpoint } from '../../../kernel/http/endpoint-spec.ts';
import { optionalFields, paging, queryBoolean, text, timestamp, uuid } from '../../../kernel/http/fields.ts';
import { idFilter, sortDirection } from '../../../kernel/lists/list.ts';
import { actionsProblem } from '../execution/action.ts';

// The fields of a business rule and of requests that write it.

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
  /** Bytes of a rule; a DynamoDB item has at most 400 KB. */
  bytes: 262_144,
  pageSize: 20,
  maxPageSize: 100,
} as const;

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

export const conditionExpression = z.custom<Record<string, unknown>>().check(
  checkedBy(findConditionProblem),
  z.meta({
    $ref: '#/components/schemas/Condition',
    description: 'Condition of the rule. Groups can nest to any depth.',
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
        description: `Actions that run when the condition is ${when}, in order; null if there are none.`,
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
      description: 'Description of the rule.',
      examples: ['Orders above the credit limit need a review.'],
    }),
  ),
  ruleType: z.enum(ruleTypes).check(
    z.meta({
      description: 'GUARD rules allow or block; the other types act.',
      examples: ['GUARD'],
    }),
  ),
  ruleCategory: z
    .nullable(text(ruleLimits.ruleCategory, 0))
    .check(z.meta({ description: 'Free grouping.', examples: ['credit'] })),
  entityType: text(ruleLimits.entityType).check(
    z.meta({ description: 'Entity type that the rule applies to.', examples: ['sales.order'] }),
  ),
  eventType: z.nullable(text(ruleLimits.eventType, 0)).check(
    z.meta({
      description: 'Event of the rule; a rule without an event matches every event.',
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
    .check(z.meta({ description: 'Your version; raise it with every significant change.', examples: [1] })),
  effectiveFrom: date('Start of the time in which the rule applies; null if unlimited.'),
  effectiveTo: date(
    'End of the time in which the rule applies, later than effectiveFrom; a date without a time counts until the end of ' +
      'that day, UTC. Null when unlimited.',
  ),
  missingFieldPolicy: z.enum(missingFieldPolicies).check(
    z.meta({
      description:
        'How a comparison treats a field that the data lacks. `ignore`, the default: the field is less than any value, so ' +
        'a guard `total <= 1000` passes. `fail`: the whole condition fails, and the execution names the field. IS_EMPTY, ' +
        'IS_NOT_EMPTY and comparisons with null are evaluated in both modes.',
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
      description: 'A business rule: a condition, and the actions for a true and a false result.',
    }),
  );
export type Rule = z.infer<typeof Rule>;
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
  'createdAt',
  'updatedAt',
  'createdBy',
  'updatedBy',
] as const satisfies readonly (keyof Rule)[];

export const ruleSortFields = [
  'ruleName',
  'priority',
  'createdAt',
  'updatedAt',
  'ruleId',
  'ruleType',
  'entityType',
] as const;

const filter = (what: string, max: number) =>
  z.optional(text(max)).check(z.meta({ description: `Only rules with exactly this ${what}.` }));

export const ListRules = z.object({
  ...paging(ruleLimits.pageSize, ruleLimits.maxPageSize),
  search: z
    .optional(text(ruleLimits.ruleName))
    .check(z.meta({ description: 'Text in ruleName or ruleId, ignoring case.', examples: ['credit'] })),
  ...idFilter(),
  ruleId: filter('ruleId', ruleLimits.ruleId),
  ruleType: z.optional(z.enum(ruleTypes)).check(z.meta({ description: 'Only rules of this type.' })),
  entityType: filter('entityType', ruleLimits.entityType),
  eventType: filter('eventType', ruleLimits.eventType),
  ruleCategory: filter('ruleCategory', ruleLimits.ruleCategory),
  enabled: z.optional(queryBoolean()).check(z.meta({ description: 'Only enabled, or only disabled rules.' })),
  sortField: z
    .optional(z.enum(ruleSortFields))
    .check(z.meta({ description: 'Field to sort by; by default priority, then ruleId.' })),
  sortDir: sortDirection(),
});
export type ListRules = z.infer<typeof ListRules>;

const count = (description: string, example: number) =>
  z.int().check(z.meta({ description, examples: [example] }));

export const RuleList = z.object({
  data: z.array(Rule).check(z.meta({ description: 'The rules of the page.' })),
  pagination: z
    .object({
      page: count('Page number, from 1.', 1),
      pageSize: count('Requested rows per page.', 20),
      total: count('Rows that match, over all pages.', 1),
      totalPages: count('Number of pages; 0 when nothing matches.', 1),
    })
    .check(z.meta({ description: 'Where the page stands in the list.' })),
});

export const ruleExample = {
  ruleId: 'ORDER-LIMIT',
  ruleName: 'Block large orders',
  description:
    'Allows an order of 50 within its credit limit, and blocks an order of 12 500 above its credit limit.',
  ruleType: 'GUARD',
  entityType: 'sales.order',
  eventType: 'created',
  conditionExpression: conditionExample,
  successActions: null,
  failureActions: [actionExample],
  enabled: true,
  priority: 100,
  version: 1,
};
export const ruleExampleResponse = {
  id: '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10',
  ...ruleExample,
  ruleCategory: null,
  effectiveFrom: null,
  effectiveTo: null,
  missingFieldPolicy: 'ignore',
  tenantId: '0d6b6a52-1d0e-4f57-9f0b-0a4c5c4f2c11',
  organizationId: '7c1f5f0e-2f0f-4a53-8a0f-1a8e3f0b9d22',
  createdAt: '2026-03-01T09:30:00.000Z',
  updatedAt: '2026-03-01T09:30:00.000Z',
  createdBy: 'api_key:9d1a7b7e-3f0c-4f43-9a39-5a0a6f6f1c33',
  updatedBy: 'api_key:9d1a7b7e-3f0c-4f43-9a39-5a0a6f6f1c33',
};

const id = z.object({ id: uuid('Id of the rule.') });
const base = { module: 'rules', auth: 'caller', scope: 'organization', details: 'map' } as const;
const path = '/api/business_rules/rules';

export const listRules = defineEndpoint({
  ...base,
  operationId: 'listRules',
  method: 'GET',
  path,
  summary: 'List and search business rules',
  description:
    'Returns rules of the selected organization, by default the highest priority first. Filters are combined ' +
    'with AND. When the rows of a page are too large for one response, the error names a page size that fits. A ' +
    'list filtered by `id` or `ruleId` is strongly consistent: it contains a new rule at once.',
  feature: 'business_rules.rules.view',
  query: ListRules,
  success: { status: 200, description: 'One page of rules.', result: RuleList },
  exportedRows: 'data',
  errors: ['page_too_large'],
  permissions: { table: ['GetItem', 'Query', 'BatchGetItem'] },
  example: {
    summary: 'The first page',
    response: { data: [ruleExampleResponse], pagination: { page: 1, pageSize: 20, total: 1, totalPages: 1 } },
  },
});

export const getRule = defineEndpoint({
  ...base,
  operationId: 'getRule',
  method: 'GET',
  path: `${path}/{id}`,
  summary: 'Read a business rule',
  description: 'Returns 404 for a deleted rule and for a rule of another tenant or organization.',
  feature: 'business_rules.rules.view',
  params: id,
  success: { status: 200, description: 'The rule.', result: Rule },
  errors: ['not_found'],
  etag: true,
  permissions: { table: ['GetItem'] },
  example: { summary: 'A guard', response: ruleExampleResponse },
});

export const createRule = defineEndpoint({
  ...base,
  operationId: 'createRule',
  method: 'POST',
  path,
  summary: 'Create a business rule',
  description: 'Creates a rule in the selected organization. The `ruleId` must be unique in the tenant.',
  feature: 'business_rules.rules.create',
  body: CreateRule,
  deepFields,
  maxBodyBytes: ruleLimits.bytes,
  success: { status: 201, description: 'The created rule.', result: Rule },
  errors: ['rule_id_taken'],
  etag: true,
  permissions: { table: ['PutItem', 'UpdateItem'] },
  example: { summary: 'A guard that blocks large orders', response: ruleExampleResponse },
});

export const updateRule = defineEndpoint({
  ...base,
  operationId: 'updateRule',
  method: 'PUT',
  path,
  summary: 'Change a business rule',
  description:
    'Changes the given fields only. With `If-Match`, the request fails if the rule has changed since.',
  feature: 'business_rules.rules.edit',
  body: UpdateRule,
  deepFields,
  maxBodyBytes: ruleLimits.bytes,
  success: { status: 200, description: 'The changed rule.', result: Rule },
  errors: ['not_found', 'rule_id_taken', 'stale'],
  etag: true,
  permissions: { table: ['GetItem', 'PutItem', 'DeleteItem'] },
  example: {
    summary: 'Disable a rule',
    response: { ...ruleExampleResponse, enabled: false },
  },
});

export const deleteRule = defineEndpoint({
  ...base,
  operationId: 'deleteRule',
  method: 'DELETE',
  path,
  summary: 'Delete a business rule',
  description:
    'Marks the rule as deleted: lists and reads no longer show it, and its `ruleId` can be used again.',
  feature: 'business_rules.rules.delete',
  query: id,
  success: { status: 204, description: 'The rule is deleted.' },
  errors: ['not_found', 'stale'],
  etag: true,
  permissions: { table: ['GetItem', 'PutItem', 'DeleteItem', 'UpdateItem'] },
});
