/** The endpoint that checks a rule before it is saved. */
import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about } from '../../../kernel/http/fields.ts';
import { executionResponse, executionResult, missingFields } from '../execution/execution-contract.ts';
import { actionExample, conditionExample, deepFields } from './rule-fields-contract.ts';
import { ruleLimits } from './rule-limits.ts';

export const ValidateRule = z.looseObject({
  conditionExpression: z.optional(z.unknown().check(about('The condition to check.', conditionExample))),
  successActions: z.optional(z.unknown().check(about('Actions to check.', null))),
  failureActions: z.optional(z.unknown().check(about('Actions to check.', [actionExample]))),
  data: z.optional(
    z
      .unknown()
      .check(about('Entity data with which the rule is tested; no action is executed.', { total: 12_500 })),
  ),
});
export type ValidateRule = z.infer<typeof ValidateRule>;

const Evaluation = z.object({
  conditionResult: executionResult.conditionResult,
  actionsExecuted: executionResult.actionsExecuted,
  allowed: executionResponse.allowed,
  fields: executionResponse.fields,
  trace: executionResult.trace,
  missingFields: missingFields(
    'Fields of the whole condition that the data does not have, also those of comparisons that were not made; each is a ' +
      'warning, too.',
  ),
  error: executionResult.error,
});

const Validation = z.object({
  valid: z.boolean().check(about('Whether the rule could be saved.', false)),
  errors: z.record(z.string(), z.string()).check(
    about('Field → what is wrong with it.', {
      conditionExpression: 'unknown operator "LIKE"; use one of = == …',
    }),
  ),
  warnings: z
    .array(z.string())
    .check(
      about('Settings that are valid but probably a mistake.', [
        'rules[0]: IN needs a list to compare with; it never holds.',
      ]),
    ),
  evaluation: z
    .nullable(Evaluation)
    .check(about('With `data`: what the rule would do; null without `data`, or if the rule is invalid.')),
});
export type Validation = z.infer<typeof Validation>;

const comparisons = [
  { path: 'rules[0]', field: 'total', operator: '<=', expected: 10_000, actual: 50, result: true },
  {
    path: 'rules[1]',
    field: 'customer.creditLimit',
    operator: '>=',
    expected: 50,
    actual: 10_000,
    result: true,
  },
];

export const validateRule = defineEndpoint({
  module: 'rules',
  auth: 'caller',
  scope: 'organization',
  details: 'map',
  feature: 'business_rules.rules.view',
  ...operation('validateRule', 'POST', '/api/business_rules/rules/validate'),
  reads: true,
  summary: 'Check a rule before it is saved',
  description:
    'Checks the given fields of a rule as saving would, and warns about settings that are valid but probably a ' +
    'mistake. With `data`, the response also says what the rule would do and why. Nothing is stored or ' +
    'executed.',
  body: ValidateRule,
  deepFields,
  maxBodyBytes: 2 * ruleLimits.bytes,
  success: returns(Validation),
  example: {
    summary: 'A guard that allows an order of 50',
    response: {
      valid: true,
      errors: {},
      warnings: [],
      evaluation: {
        conditionResult: true,
        actionsExecuted: null,
        allowed: true,
        fields: {},
        trace: { comparisons, made: 2, decidedBy: comparisons[1], missingFields: [] },
        missingFields: [],
      },
    },
  },
});
