/**
 * Conditions as JSON Schema for the OpenAPI document, made from the same operators. The code that checks them uses its
 * own stack, because a condition nests to any depth.
 */
import type { JsonSchema } from '../contracts/json-schema.ts';
import {
  comparisonOperators,
  conditionLimits,
  fieldPathPattern,
  logicalOperators,
  unaryOperators,
} from './condition.ts';
import { comparisonMeanings, logicalMeanings, operatorLines } from './language.ts';

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

const fieldPath = (description: string, example: string): JsonSchema => ({
  type: 'string',
  minLength: 1,
  maxLength: conditionLimits.fieldPath,
  pattern: fieldPathPattern.source,
  description,
  examples: [example],
});

const field = fieldPath('Path of the field to compare, such as `order.lines[0].sku`.', 'total');
const binaryOperators = comparisonOperators.filter((operator) => !unaryOperators.includes(operator));
const howToCompare = `How to compare.\n\n${operatorLines(comparisonMeanings, binaryOperators)}`;

export const conditionSchemas: Readonly<Record<string, JsonSchema>> = {
  Condition: {
    description:
      'A condition: a comparison of a field with a value or with another field, or a group of conditions. ' +
      'Groups nest to any depth.',
    anyOf: ['ValueComparison', 'FieldComparison', 'EmptinessCheck', 'ConditionGroup'].map(ref),
  },
  ValueComparison: {
    type: 'object',
    description: 'Compares a field with a value. A `compareToField` beside the value wins over it.',
    properties: {
      field,
      operator: { enum: binaryOperators, description: howToCompare, examples: ['>'] },
      value: {
        description:
          'What to compare with: text, number, boolean, null or a list of them (`IN`, `NOT_IN`). A text that ' +
          'consists of one `{{placeholder}}` is replaced by its value; an unknown placeholder has no value.',
        examples: [10_000],
      },
    },
    required: ['field', 'operator', 'value'],
  },
  FieldComparison: {
    type: 'object',
    description: 'Compares a field with another field.',
    properties: {
      field,
      operator: { enum: binaryOperators, description: howToCompare, examples: ['<'] },
      compareToField: fieldPath('Path of the other field.', 'customer.creditLimit'),
    },
    required: ['field', 'operator', 'compareToField'],
  },
  EmptinessCheck: {
    type: 'object',
    description: 'Checks a field without comparing it.',
    properties: {
      field,
      operator: {
        enum: [...unaryOperators],
        description: `What to check.\n\n${operatorLines(comparisonMeanings, unaryOperators)}`,
        examples: ['IS_EMPTY'],
      },
    },
    required: ['field', 'operator'],
  },
  ConditionGroup: {
    type: 'object',
    description: 'Conditions combined: all of them (`AND`), any (`OR`), or not all of them (`NOT`).',
    properties: {
      operator: {
        enum: [...logicalOperators],
        description: `How the conditions combine.\n\n${operatorLines(logicalMeanings, logicalOperators)}`,
        examples: ['AND'],
      },
      rules: {
        type: 'array',
        items: ref('Condition'),
        minItems: 1,
        maxItems: conditionLimits.rulesPerGroup,
        description: 'The conditions of the group, comparisons or groups again.',
      },
    },
    required: ['operator', 'rules'],
  },
};
