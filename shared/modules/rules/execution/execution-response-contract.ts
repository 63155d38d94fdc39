/** What executions of rules answer. */
import * as z from 'zod/mini';
import { uuid } from '../../../kernel/http/fields.ts';
import { ruleTypes } from '../authoring/rule-fields-contract.ts';

const milliseconds = (description: string) => z.int().check(z.meta({ description, examples: [1] }));

export const Comparison = z
  .object({
    path: z.string().check(
      z.meta({
        description: 'Where it stands in the condition; empty when the condition is this comparison.',
        examples: ['rules[0]'],
      }),
    ),
    field: z.string().check(z.meta({ description: 'Field that was looked at.', examples: ['total'] })),
    operator: z.string().check(z.meta({ description: 'How it was compared.', examples: ['<'] })),
    expected: z.optional(
      z.unknown().check(
        z.meta({
          description: 'What the field was compared with; missing when that is nothing.',
          examples: [10_000],
        }),
      ),
    ),
    actual: z.optional(
      z
        .unknown()
        .check(
          z.meta({ description: 'What the field holds; missing when it holds nothing.', examples: [12_500] }),
        ),
    ),
    result: z.boolean().check(z.meta({ description: 'Whether the comparison holds.', examples: [false] })),
  })
  .check(z.meta({ id: 'Comparison', description: 'A comparison of a condition, and what came of it.' }));

export const missingFields = (description: string) =>
  z.array(z.string()).check(z.meta({ description, examples: [['customer.creditLimit']] }));

export const Trace = z
  .object({
    comparisons: z.array(Comparison).check(
      z.meta({
        description:
          'The first hundred comparisons made. Those that could not change the outcome were not made.',
      }),
    ),
    made: z.int().check(z.meta({ description: 'How many comparisons were made.', examples: [1] })),
    decidedBy: z
      .nullable(Comparison)
      .check(z.meta({ description: 'The comparison that settled the condition; null without any.' })),
    missingFields: missingFields(
      'Fields that comparisons looked at and the data does not have, the first hundred. What asks for absence itself ' +
        '(IS_EMPTY, IS_NOT_EMPTY, a comparison with null) does not count.',
    ),
  })
  .check(z.meta({ id: 'Trace', description: 'Why a condition holds or fails.' }));

/** Fields of an action's result beside these depend on its type. */
const ActionResult = z
  .looseObject({
    type: z.string().check(z.meta({ description: 'Type of the action.', examples: ['BLOCK_TRANSITION'] })),
    success: z
      .boolean()
      .check(z.meta({ description: 'Whether its effect was carried out.', examples: [true] })),
    error: z
      .optional(z.string())
      .check(z.meta({ description: 'Why it was not.', examples: ['There are no recipients.'] })),
  })
  .check(
    z.meta({
      id: 'ActionResult',
      description: 'What became of an action: with its message, field and value, event or address.',
    }),
  );

export const executionResult = {
  conditionResult: z
    .boolean()
    .check(z.meta({ description: 'Whether the condition holds.', examples: [false] })),
  actionsExecuted: z
    .nullable(
      z.object({
        success: z
          .boolean()
          .check(z.meta({ description: 'Whether all actions succeeded.', examples: [true] })),
        results: z.array(ActionResult).check(z.meta({ description: 'What became of each, in order.' })),
      }),
    )
    .check(z.meta({ description: 'The actions taken; null when there were none to take.' })),
  actionsPlanned: z
    .optional(z.array(z.string()))
    .check(
      z.meta({ description: 'In a dry run: types of the actions that would be taken.', examples: [['LOG']] }),
    ),
  message: z.optional(z.string()).check(
    z.meta({
      description: 'First message of an action for people.',
      examples: ['Order SO-1001 is too large.'],
    }),
  ),
  missingFields: z.optional(
    missingFields(
      'The fields whose absence failed the condition, as `missingFieldPolicy: fail` wants it; absent otherwise.',
    ),
  ),
  executionTime: milliseconds('Milliseconds that the rule took.'),
  error: z
    .optional(z.string())
    .check(
      z.meta({ description: 'Why the rule could not do its work.', examples: ['The rule is disabled.'] }),
    ),
  logId: z
    .optional(z.string())
    .check(z.meta({ description: 'Id of the log entry.', examples: ['177235740012348291300001001'] })),
  trace: z
    .optional(Trace)
    .check(z.meta({ description: 'With `explain`: why the condition holds or fails.' })),
};

export const ruleIdentity = {
  id: uuid('Id of the rule.'),
  ruleId: z.string().check(z.meta({ description: 'The rule’s own identifier.', examples: ['ORDER-LIMIT'] })),
  ruleName: z.string().check(z.meta({ description: 'Name of the rule.', examples: ['Block large orders'] })),
};

export const ExecutedRule = z
  .object({
    ...ruleIdentity,
    ruleType: z.enum(ruleTypes).check(z.meta({ description: 'Type of the rule.', examples: ['GUARD'] })),
    result: z.enum(['SUCCESS', 'FAILURE', 'ERROR', 'SKIPPED']).check(
      z.meta({
        description:
          'SUCCESS: the condition holds. FAILURE: it does not. ERROR: the rule could not do its work. SKIPPED: it was ' +
          'not run.',
        examples: ['FAILURE'],
      }),
    ),
    ...executionResult,
    reason: z
      .optional(z.string())
      .check(z.meta({ description: 'Why the rule was skipped.', examples: ['The rule is disabled.'] })),
  })
  .check(z.meta({ id: 'ExecutedRule', description: 'What became of a rule.' }));

export const executionResponse = {
  allowed: z.boolean().check(
    z.meta({
      description: 'False when the condition of a GUARD does not hold, or when an action blocks.',
      examples: [false],
    }),
  ),
  executedRules: z
    .array(ExecutedRule)
    .check(z.meta({ description: 'The rules in the order in which they ran.' })),
  fields: z.record(z.string(), z.unknown()).check(
    z.meta({
      description: 'Values that SET_FIELD gave to fields, by name.',
      examples: [{ status: 'review' }],
    }),
  ),
  totalExecutionTime: milliseconds('Milliseconds that all rules took.'),
  errors: z
    .array(z.string())
    .check(z.meta({ description: 'What went wrong, with the rule that it concerns.', examples: [[]] })),
  logIds: z.optional(z.array(z.string())).check(
    z.meta({
      description: 'Ids of the log entries, in the order of the rules; none in a dry run.',
      examples: [['177235740012348291300001001']],
    }),
  ),
};

export const Execution = z
  .object(executionResponse)
  .check(
    z.meta({ id: 'RuleExecution', description: 'What became of all rules, and what they decide together.' }),
  );
export type ExecutionResponse = z.infer<typeof Execution>;
export type ExecutedRuleResult = z.infer<typeof ExecutedRule>;

export const SingleExecution = z.object({
  success: z
    .boolean()
    .check(z.meta({ description: 'Whether the rule was run without an error.', examples: [true] })),
  ...ruleIdentity,
  allowed: executionResponse.allowed,
  ...executionResult,
  fields: executionResponse.fields,
});
export type SingleExecutionResponse = z.infer<typeof SingleExecution>;
