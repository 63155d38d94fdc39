/** Endpoints that execute business rules. */
import * as z from 'zod/mini';
import { Comparison } from '../../../kernel/conditions/trace-contract.ts';
import { defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, uuid } from '../../../kernel/http/fields.ts';
import { ruleTypes } from '../authoring/rule-limits.ts';
import { executionLimits } from '../limits.ts';
import { ExecuteRule, ExecuteRules } from './execution-input.ts';

const milliseconds = (description: string) => z.int().check(about(description, 1));

export const missingFields = (description: string) =>
  z.array(z.string()).check(about(description, ['customer.creditLimit']));

export const Trace = z
  .object({
    comparisons: z
      .array(Comparison)
      .check(
        about('The first hundred comparisons. Comparisons that could not change the result were not made.'),
      ),
    made: z.int().check(about('Number of comparisons.', 1)),
    decidedBy: z
      .nullable(Comparison)
      .check(about('The comparison that decided the condition; null if there is none.')),
    missingFields: missingFields(
      'Compared fields that the data does not have, the first hundred. Comparisons that test for absence ' +
        '(IS_EMPTY, IS_NOT_EMPTY, a comparison with null) do not count.',
    ),
  })
  .check(z.meta({ id: 'Trace', description: 'Why a condition is true or false.' }));

/** Further fields of an action's result depend on its type. */
const ActionResult = z
  .looseObject({
    type: z.string().check(about('Type of the action.', 'BLOCK_TRANSITION')),
    success: z.boolean().check(about('Whether the action succeeded.', true)),
    error: z.optional(z.string()).check(about('Why the action failed.', 'There are no recipients.')),
  })
  .check(
    z.meta({
      id: 'ActionResult',
      description: 'Result of an action, with its message, field and value, event or URL.',
    }),
  );

export const executionResult = {
  conditionResult: z.boolean().check(about('Whether the condition is true.', false)),
  actionsExecuted: z
    .nullable(
      z.object({
        success: z.boolean().check(about('Whether all actions succeeded.', true)),
        results: z.array(ActionResult).check(about('The result of each rule, in order.')),
      }),
    )
    .check(about('The executed actions; null if there were none.')),
  actionsPlanned: z
    .optional(z.array(z.string()))
    .check(about('In a dry run: types of the actions that would be executed.', ['LOG'])),
  message: z.optional(z.string()).check(about('First message of an action.', 'Order SO-1001 is too large.')),
  missingFields: z.optional(
    missingFields(
      'The missing fields that made the condition fail, with `missingFieldPolicy: fail`; absent otherwise.',
    ),
  ),
  executionTime: milliseconds('Duration of the rule in milliseconds.'),
  error: z.optional(z.string()).check(about('Why the rule failed.', 'The rule is disabled.')),
  logId: z.optional(z.string()).check(about('Id of the log entry.', '177235740012348291300001001')),
  trace: z.optional(Trace).check(about('With `explain`: why the condition is true or false.')),
};

export const ruleIdentity = {
  id: uuid('Id of the rule.'),
  ruleId: z.string().check(about('The rule’s own identifier.', 'ORDER-LIMIT')),
  ruleName: z.string().check(about('Name of the rule.', 'Block large orders')),
};

const decisive = {
  path: 'rules[0]',
  field: 'total',
  operator: '<=',
  expected: 10_000,
  actual: 12_500,
  result: false,
};
const outcome = {
  conditionResult: false,
  actionsExecuted: {
    success: true,
    results: [
      {
        type: 'BLOCK_TRANSITION',
        success: true,
        allowed: false,
        message: 'Order SO-1001 exceeds the limit.',
      },
    ],
  },
  message: 'Order SO-1001 exceeds the limit.',
  executionTime: 1,
  logId: '177235740012348291300001001',
  trace: { comparisons: [decisive], made: 1, decidedBy: decisive, missingFields: [] },
};
const rule = {
  id: '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10',
  ruleId: 'ORDER-LIMIT',
  ruleName: 'Block large orders',
};

export const ExecutedRule = z
  .object({
    ...ruleIdentity,
    ruleType: z.enum(ruleTypes).check(about('Type of the rule.', 'GUARD')),
    result: z
      .enum(['SUCCESS', 'FAILURE', 'ERROR', 'SKIPPED'])
      .check(
        about(
          'SUCCESS: the condition is true. FAILURE: it is false. ERROR: the rule failed. SKIPPED: it was not run.',
          'FAILURE',
        ),
      ),
    ...executionResult,
    reason: z.optional(z.string()).check(about('Why the rule was skipped.', 'The rule is disabled.')),
  })
  .check(
    z.meta({
      id: 'ExecutedRule',
      description: 'The result of a rule.',
      examples: [{ ...rule, ruleType: 'GUARD', result: 'FAILURE', ...outcome }],
    }),
  );

export const executionResponse = {
  allowed: z
    .boolean()
    .check(
      about(
        'False if the condition of a GUARD rule is false, or if an action blocks. A `BLOCK_TRANSITION` blocks also if it fails, ' +
          'if a limit prevents it, or if the condition of its rule cannot be evaluated.',
        false,
      ),
    ),
  executedRules: z.array(ExecutedRule).check(about('The rules in the order in which they ran.')),
  fields: z.record(z.string(), z.unknown()).check(about('Values that SET_FIELD has set, by field.', {})),
  totalExecutionTime: milliseconds('Duration of all rules in milliseconds.'),
  errors: z.array(z.string()).check(about('Errors, each with its rule.', [])),
  logIds: z
    .optional(z.array(z.string()))
    .check(
      about('Ids of the log entries, in the order of the rules; none in a dry run.', [
        '177235740012348291300001001',
      ]),
    ),
};

export const Execution = z
  .object(executionResponse)
  .check(
    z.meta({ id: 'RuleExecution', description: 'The results of all rules and their combined decision.' }),
  );
export type ExecutionResponse = z.infer<typeof Execution>;
export type ExecutedRuleResult = z.infer<typeof ExecutedRule>;

export const SingleExecution = z.object({
  success: z.boolean().check(about('Whether the rule was run without an error.', true)),
  ...ruleIdentity,
  allowed: executionResponse.allowed,
  ...executionResult,
  fields: executionResponse.fields,
});
export type SingleExecutionResponse = z.infer<typeof SingleExecution>;

const path = '/api/business_rules/execute';
export const executionBase = {
  module: 'rules',
  auth: 'caller',
  scope: 'organization',
  details: 'map',
  feature: 'business_rules.rules.execute',
  // All rules together may take 20 s.
  timeoutSeconds: 29,
} as const;

export const executeRules = defineEndpoint({
  ...executionBase,
  ...operation('executeRules', 'POST', path),
  summary: 'Execute the rules of an entity type',
  description:
    'Runs every enabled rule of the entity type that is in effect now, in the selected organization: the ' +
    'highest priority first, then by `ruleId`. All of them run, even after one of them blocks. If a condition ' +
    'is true, the rule’s success actions are executed, otherwise its failure actions. Effects and log entries ' +
    `are written together or not at all. When more than ${executionLimits.rules} rules match, no rule runs and \`allowed\` is false. A ` +
    `rule has ${executionLimits.ruleMs / 1_000} s, all rules together ${executionLimits.totalMs / 1_000} s; rules triggered by an event ${executionLimits.triggeredMs / 1_000} s.`,
  body: ExecuteRules,
  success: returns(Execution),
  permissions: { table: ['Query', 'BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'] },
});

export const executeRule = defineEndpoint({
  ...executionBase,
  ...operation('executeRule', 'POST', `${path}/{ruleId}`),
  summary: 'Execute one rule',
  description:
    'Runs one rule of any entity type and event. A rule that is disabled or not in effect does not run: ' +
    '`success` is false and `error` gives the reason.',
  params: z.object({ ruleId: uuid('Id of the rule (not its own `ruleId`).') }),
  body: ExecuteRule,
  success: returns(SingleExecution),
  errors: ['not_found'],
  errorFields: { success: false, conditionResult: false, actionsExecuted: null, executionTime: 0 },
  permissions: { table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'] },
  example: {
    summary: 'A guard that blocks an order',
    response: { success: true, ...rule, allowed: false, ...outcome, fields: {} },
  },
});
