/** What rules are executed on. */
import * as z from 'zod/mini';
import { text, uuid } from '../../../kernel/http/fields.ts';
import { ruleLimits } from '../authoring/rule-fields-contract.ts';

const orNull = <Schema extends z.core.$ZodType>(schema: Schema) => z.optional(z.nullable(schema));

export const executionFields = {
  entityId: orNull(text(200)).check(
    z.meta({ description: 'Id of the entity, for placeholders and the log.', examples: ['SO-1001'] }),
  ),
  eventType: orNull(text(ruleLimits.eventType, 0)).check(
    z.meta({
      description:
        'What happens to the entity: rules of this event and rules without one run. Without it all rules of the ' +
        'entity type run.',
      examples: ['created'],
    }),
  ),
  data: z
    .unknown()
    .check(z.refine((value) => value !== undefined, { error: 'is required' }))
    .check(
      z.meta({
        description: 'The entity’s data, where field paths begin.',
        examples: [{ total: 12_500, customer: { creditLimit: 10_000 } }],
      }),
    ),
  dryRun: z._default(z.boolean(), false).check(
    z.meta({
      description: 'True evaluates and reports as ever, but has no effects and leaves no log.',
      examples: [false],
    }),
  ),
  explain: z._default(z.boolean(), false).check(
    z.meta({
      description: 'True adds to each rule the comparisons that were made and the one that settled it.',
      examples: [true],
    }),
  ),
};

const entityType = text(ruleLimits.entityType).check(
  z.meta({ description: 'Type of the entity; its rules are executed.', examples: ['sales.order'] }),
);

export const ExecuteRules = z.object({ entityType, ...executionFields });
export type ExecuteRules = z.infer<typeof ExecuteRules>;

export const ExecuteRule = z.object({
  entityType: orNull(entityType).check(
    z.meta({ description: 'Type of the entity; by default that of the rule.', examples: ['sales.order'] }),
  ),
  ...executionFields,
});
export type ExecuteRule = z.infer<typeof ExecuteRule>;

/** What a scheduled job has a set executed on. */
export const ExecuteSetCommand = z.object({
  ruleSetId: uuid('Id of the rule set (not its own `setId`).'),
  entityType: ExecuteRule.shape.entityType,
  entityId: executionFields.entityId,
  eventType: executionFields.eventType,
  data: z._default(z.unknown(), {}).check(
    z.meta({
      description: 'Where field paths begin; nothing unless given.',
      examples: [{ total: 12_500 }],
    }),
  ),
  dryRun: executionFields.dryRun,
});
export type ExecuteSetCommand = z.infer<typeof ExecuteSetCommand>;
