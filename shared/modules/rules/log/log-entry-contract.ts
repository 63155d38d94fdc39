/** The entries and filters of the rule log. */
import * as z from 'zod/mini';
import { isDate } from '../../../kernel/base/dates.ts';
import { about, count, paging, text, timestamp, uuid } from '../../../kernel/http/fields.ts';
import { limits } from '../../../kernel/http/limits.ts';
import { searchFilter, sortDirection, totalOption } from '../../../kernel/lists/list.ts';
import { ruleLimits, ruleTypes } from '../authoring/rule-limits.ts';

export const executionResults = ['SUCCESS', 'FAILURE', 'ERROR'] as const;
export type ExecutionResult = (typeof executionResults)[number];

const result = z
  .enum(executionResults)
  .check(about('SUCCESS: the condition was true. FAILURE: it was false. ERROR: the rule failed.', 'FAILURE'));

const json = (description: string, example: unknown) =>
  z.record(z.string(), z.unknown()).check(about(description, example));

const decidedByExample = {
  path: 'rules[0]',
  field: 'total',
  operator: '<',
  expected: 10_000,
  actual: 12_500,
  result: false,
};

const logFields = {
  id: z
    .string()
    .check(
      about('Id of the entry: text of digits, larger for later executions.', '177235740012348291300001001'),
    ),
  ruleId: uuid('Id of the rule (not its own `ruleId`).'),
  ruleName: z.string().check(about('Name of the rule when it ran.', 'Block large orders')),
  ruleType: z.enum(ruleTypes).check(about('Type of the rule.', 'GUARD')),
  entityType: z.string().check(about('Type of the entity.', 'sales.order')),
  entityId: z.string().check(about('Id of the entity; `unknown` without one.', 'SO-1001')),
  eventType: z.nullable(z.string()).check(about('Event of the entity.', 'created')),
  executionResult: result,
  inputContext: json('Input of the rule, without secrets: `data`, `eventType`, `user`.', {
    data: { total: 12_500, apiKey: '[REDACTED]' },
    eventType: 'created',
    user: { id: '9d1a7b7e-3f0c-4f43-9a39-5a0a6f6f1c33', role: null },
  }),
  outputContext: json(
    'Result: `conditionResult`, `decidedBy` (the deciding comparison), `missingFields` (fields whose absence ' +
      'made the rule fail), `actionsExecuted` and, for executions with `explain`, `trace`.',
    {
      conditionResult: false,
      decidedBy: decidedByExample,
      actionsExecuted: [{ type: 'BLOCK_TRANSITION', success: true, allowed: false }],
    },
  ),
  errorMessage: z.nullable(z.string()).check(about('Errors of the rule or its actions.', null)),
  executionTimeMs: z.int().check(about('Duration of the rule in milliseconds.', 1)),
  executedAt: timestamp('When the rule ran.'),
  executedBy: z
    .string()
    .check(
      about(
        'Who started the execution; `system:events` for rules triggered by an event.',
        'api_key:9d1a7b7e-3f0c-4f43-9a39-5a0a6f6f1c33',
      ),
    ),
  eventId: z
    .nullable(z.string())
    .check(about('Id of the event that triggered the execution; null for requests.', null)),
  tenantId: uuid('Tenant that the rule belongs to.'),
  organizationId: uuid('Organization that the rule belongs to.'),
};

export const RuleLog = z
  .object(logFields)
  .check(z.meta({ id: 'RuleLog', description: 'One rule of one execution.' }));
export type RuleLog = z.infer<typeof RuleLog>;

export const RuleLogDetail = z
  .object({
    ...logFields,
    rule: z
      .object({
        id: uuid('Id of the rule.'),
        ruleId: z.string().check(about('The rule’s own identifier.', 'ORDER-LIMIT')),
        ruleName: logFields.ruleName,
        ruleType: logFields.ruleType,
        entityType: logFields.entityType,
      })
      .check(about('The rule at the time of the execution.')),
  })
  .check(z.meta({ id: 'RuleLogDetail', description: 'One rule of one execution, with the rule.' }));
export type RuleLogDetail = z.infer<typeof RuleLogDetail>;

/** `30m`, `12h`, `7d`, `4w` before now. */
export const relativeTime = /^(\d{1,5})([mhdw])$/;

/** A date with or without a time, or an age. */
export const logTime = (description: string, example = '7d') =>
  z.string().check(
    z.refine((value) => isDate(value) || relativeTime.test(value), {
      error: 'must be an ISO 8601 time such as 2026-03-01T09:30:00Z, or an age such as 7d, 12h or 30m',
    }),
    about(description, example),
  );
const from = logTime(
  'Only entries of this time or later; an age such as `7d` counts back from now. A date without a time means its ' +
    'midnight (UTC).',
);

const equals = (what: string, max: number) =>
  z.optional(text(max)).check(about(`Only entries with exactly this ${what}.`));

export const logFilters = {
  ruleId: z.optional(uuid('Only entries of the rule with this id.')),
  entityId: equals('entityId', 200),
  entityType: equals('entityType', 200),
  eventType: equals('eventType', ruleLimits.eventType),
  executionResult: z.optional(result),
  executedBy: equals('executedBy', 200),
  executedAtFrom: z.optional(from),
  executedAtTo: z.optional(
    logTime('Only entries of this time or earlier. A date without a time includes its whole day (UTC).'),
  ),
};
export const logSortFields = [
  'executedAt',
  'id',
  'ruleId',
  'entityType',
  'executionResult',
  'executionTimeMs',
] as const;
export type LogSortField = (typeof logSortFields)[number];

export const ListLogs = z.object({
  ...paging(),
  id: equals('id', 30),
  ...totalOption(),
  ...searchFilter('ruleName, entityId or errorMessage'),
  ...logFilters,
  sortField: z
    ._default(z.enum(logSortFields), 'executedAt')
    .check(about('Field to sort by; equal values are sorted by id.')),
  sortDir: sortDirection(),
});
export type ListLogs = z.infer<typeof ListLogs>;

export const isExactField = (what: string) =>
  z
    .boolean()
    .check(
      about(
        `False if the log is longer than one request can read: then ${what}, and use \`executedAtFrom\` and ` +
          '`executedAtTo` to read the rest.',
        true,
      ),
    );

export const LogList = z.object({
  items: z.array(RuleLog).check(about('The entries of the page.')),
  total: count('Number of matching entries on all pages; see `totalIsExact`.', 1),
  totalIsExact: isExactField('`total` is the number of matches so far'),
  page: count('Page number, from 1.', 1),
  pageSize: count('Requested rows per page.', limits.pageSize),
  totalPages: count('Number of pages; 0 when nothing matches.', 1),
});
