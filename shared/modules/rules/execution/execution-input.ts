/** What callers and scheduled jobs send to execute rules. Apart from the responses, which jobs do not load. */
import * as z from 'zod/mini';
import { about, text, uuid } from '../../../kernel/http/fields.ts';
import { ruleLimits } from '../authoring/rule-limits.ts';

const orNull = <Schema extends z.core.$ZodType>(schema: Schema) => z.optional(z.nullable(schema));

const executionFields = {
  entityId: orNull(text(200)).check(about('Id of the entity, for placeholders and the log.', 'SO-1001')),
  eventType: orNull(text(ruleLimits.eventType, 0)).check(
    about(
      'Event of the entity: rules of this event and rules without an event run. By default, all rules of the ' +
        'entity type run.',
      'created',
    ),
  ),
  data: z
    .unknown()
    .check(z.refine((value) => value !== undefined, { error: 'is required' }))
    .check(
      about('The entity’s data, which field paths read.', {
        total: 12_500,
        customer: { creditLimit: 10_000 },
      }),
    ),
  dryRun: z
    ._default(z.boolean(), false)
    .check(about('True evaluates and reports as usual, but has no effects and writes no log.', false)),
  explain: z
    ._default(z.boolean(), false)
    .check(about('True adds the comparisons of each rule, and the one that decided its condition.', true)),
};

const entityType = text(ruleLimits.entityType).check(
  about('Type of the entity; its rules are executed.', 'sales.order'),
);

export const ExecuteRules = z.object({ entityType, ...executionFields });
export type ExecuteRules = z.infer<typeof ExecuteRules>;

export const ExecuteRule = z.object({
  entityType: orNull(entityType).check(
    about('Type of the entity; by default that of the rule.', 'sales.order'),
  ),
  ...executionFields,
});
export type ExecuteRule = z.infer<typeof ExecuteRule>;

/** The input of a scheduled job that executes a rule set. */
export const ExecuteSetCommand = z.object({
  ruleSetId: uuid('Id of the rule set (not its own `setId`).'),
  entityType: ExecuteRule.shape.entityType,
  entityId: executionFields.entityId,
  eventType: executionFields.eventType,
  data: z
    ._default(z.unknown(), {})
    .check(about('The data that field paths read; empty by default.', { total: 12_500 })),
  dryRun: executionFields.dryRun,
});
export type ExecuteSetCommand = z.infer<typeof ExecuteSetCommand>;
