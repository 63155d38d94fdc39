/** The endpoint that evaluates an expression or a condition, for people who write rules. */
import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about } from '../../../kernel/http/fields.ts';
import { Trace } from '../execution/execution-contract.ts';
import { conditionExample, deepFields } from './rule-fields-contract.ts';
import { ruleLimits } from './rule-limits.ts';

export const EvaluateExpression = z.object({
  expression: z.optional(z.string().check(about('An expression, or a text with `{{…}}`.', 'total * 0.23'))),
  conditionExpression: z.optional(
    z.unknown().check(about('A condition, instead of an expression.', conditionExample)),
  ),
  data: z.optional(z.unknown().check(about('The data that names and field paths read.', { total: 100 }))),
});
export type EvaluateExpression = z.infer<typeof EvaluateExpression>;

const Step = z.object({
  expression: z.string().check(about('Part of the expression.', 'total * 0.23')),
  position: z.int().check(about('Its position, from 1.', 1)),
  value: z.unknown().check(about('Its value.', 23)),
});

const Evaluated = z.object({
  value: z.unknown().check(about('The value; null if it fails.', 23)),
  steps: z.array(Step).check(about('The first 200 parts of the expression, as evaluated.')),
  trace: z.optional(Trace).check(about('Of a condition: its comparisons.')),
  error: z
    .nullable(
      z.object({
        message: z.string().check(about('The problem.', 'division by zero')),
        position: z.nullable(z.int()).check(about('Its position, from 1.', 1)),
      }),
    )
    .check(about('Why it fails.', null)),
});
export type Evaluated = z.infer<typeof Evaluated>;

export const evaluateExpression = defineEndpoint({
  module: 'rules',
  auth: 'caller',
  details: 'map',
  feature: 'business_rules.rules.view',
  scope: 'organization',
  ...operation('evaluateExpression', 'POST', '/api/business_rules/expressions/evaluate'),
  reads: true,
  summary: 'Evaluate an expression or a condition',
  description: 'Returns the value for `data`, with each step. Large values are shortened.',
  body: EvaluateExpression,
  deepFields,
  maxBodyBytes: 2 * ruleLimits.bytes,
  success: returns(Evaluated),
  example: {
    summary: 'A tax',
    response: {
      value: 23,
      steps: [
        { expression: 'total', position: 1, value: 100 },
        { expression: 'total * 0.23', position: 1, value: 23 },
      ],
      error: null,
    },
  },
});
