/** Executing business rules. */
import * as z from 'zod/mini';
import { defineEndpoint } from '../../../kernel/http/endpoint-spec.ts';
import { uuid } from '../../../kernel/http/fields.ts';
import { executionLimits } from '../limits.ts';
import { ExecuteRule, ExecuteRules } from './execution-input-contract.ts';
import { Execution, SingleExecution } from './execution-response-contract.ts';

export * from './execution-input-contract.ts';
export * from './execution-response-contract.ts';

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
export const executionExample = {
  allowed: false,
  executedRules: [{ ...rule, ruleType: 'GUARD', result: 'FAILURE', ...outcome }],
  fields: {},
  totalExecutionTime: 1,
  errors: [],
  logIds: [outcome.logId],
};

const path = '/api/business_rules/execute';
export const executionBase = {
  module: 'rules',
  auth: 'caller',
  scope: 'organization',
  details: 'map',
  feature: 'business_rules.rules.execute',
  // Rules may take 20 s together.
  timeoutSeconds: 29,
} as const;

export const executeRules = defineEndpoint({
  ...executionBase,
  operationId: 'executeRules',
  method: 'POST',
  path,
  summary: 'Execute the rules of an entity type',
  description:
    'Runs every enabled rule of the entity type that is in effect now, in the selected organization: the highest ' +
    'priority first, then by `ruleId`. All of them run, also after one that blocks. Where a condition holds, the ' +
    'rule’s success actions are taken, where it does not its failure actions. Effects and log entries are written ' +
    'together or not at all. ' +
    `When more than ${executionLimits.rules} rules match none is run, and \`allowed\` is false. A rule has ` +
    `${executionLimits.ruleMs / 1_000} s, all together ${executionLimits.totalMs / 1_000} s; rules that an event sets off ${executionLimits.triggeredMs / 1_000} s.`,
  body: ExecuteRules,
  success: { status: 200, description: 'What the rules decided.', result: Execution },
  permissions: { table: ['Query', 'BatchGetItem', 'GetItem', 'PutItem'] },
  example: {
    summary: 'A guard that does not let an order pass',
    response: executionExample,
  },
});

export const executeRule = defineEndpoint({
  ...executionBase,
  operationId: 'executeRule',
  method: 'POST',
  path: `${path}/{ruleId}`,
  summary: 'Execute one rule',
  description:
    'Runs one rule of any entity type and event. A rule that is disabled or not in effect is not run: then ' +
    '`success` is false and `error` says why.',
  params: z.object({ ruleId: uuid('Id of the rule (not its own `ruleId`).') }),
  body: ExecuteRule,
  success: { status: 200, description: 'What became of the rule.', result: SingleExecution },
  errors: ['not_found'],
  errorFields: { success: false, conditionResult: false, actionsExecuted: null, executionTime: 0 },
  permissions: { table: ['GetItem', 'BatchGetItem', 'PutItem'] },
  example: {
    summary: 'A guard that does not let an order pass',
    response: { success: true, ...rule, allowed: false, ...outcome, fields: {} },
  },
});
