/** The JSON Schema of toggle rules, for the OpenAPI document. `targetingProblem` validates them. */
import type { JsonSchema } from '../../kernel/contracts/json-schema.ts';
import { targetingLimits } from './evaluation/limits.ts';

const percentage = { type: 'number', minimum: 0, maximum: 100 } as const;
const name = (description: string, example: string): JsonSchema => ({
  type: 'string',
  minLength: 1,
  maxLength: targetingLimits.name,
  description,
  examples: [example],
});

export const toggleSchemas: Readonly<Record<string, JsonSchema>> = {
  ToggleRule: {
    type: 'object',
    description:
      'A rule of a toggle: when it matches (`condition`, `segments`, `percentage`), and what it returns: ' +
      '`value`, or one of `variants`. A rule without `condition`, `segments` and `percentage` matches everyone.',
    properties: {
      name: name('Display name; also the variant of a `value`.', 'Beta testers'),
      condition: {
        description: 'Condition on the evaluation context; at most 100 levels deep.',
        anyOf: [{ $ref: '#/components/schemas/Condition' }, { type: 'null' }],
      },
      segments: {
        type: 'array',
        maxItems: targetingLimits.segmentsPerRule,
        items: { type: 'string', format: 'uuid', description: 'Id of a segment.' },
        description: 'Segments that must all match.',
        examples: [['3f6a1c52-7b1d-4d52-9a53-0c8f6f0f2b31']],
      },
      percentage: {
        ...percentage,
        description:
          'Percentage of the matching contexts that get the value, selected by `stickiness`, with at most three ' +
          'decimals; the others continue with the next rule. Default: 100. When the percentage increases, ' +
          'included contexts stay included.',
        examples: [10],
      },
      salt: name('Change it to select different contexts for percentage and variants.', 'second-try'),
      groupId: {
        ...name(
          'Rules with the same group select the same contexts. Default: the first identifier of the toggle. ' +
            'Set it to the `groupId` of a strategy of Unleash to keep its users.',
          'checkout',
        ),
        maxLength: targetingLimits.hashed,
      },
      stickiness: {
        ...name(
          'Attribute of the context by which percentage and variants select, such as `user.id`. A rule that must ' +
            'select does not match contexts without it; 0 and 100 percent need none. Default: `targetingKey`.',
          'sessionId',
        ),
        maxLength: targetingLimits.hashed,
      },
      value: { description: 'Returned value, of the type of the toggle.', examples: [true] },
      variants: {
        type: 'array',
        minItems: 1,
        maxItems: targetingLimits.variants,
        description:
          'Used instead of a `value`; selected by `stickiness`, each with its share of all weights.',
        items: {
          type: 'object',
          description: 'One variant.',
          properties: {
            name: name('Name of the variant, unique in the rule.', 'blue'),
            value: { description: 'Value of the variant, of the type of the toggle.', examples: [true] },
            weight: {
              ...{ type: 'number', minimum: 0, maximum: targetingLimits.weight },
              description: 'Share of the sum of all weights; at most three decimals.',
              examples: [50],
            },
          },
          required: ['name', 'value', 'weight'],
        },
      },
    },
  },
};
