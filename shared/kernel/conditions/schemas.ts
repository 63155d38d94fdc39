/**
 * Conditions as JSON Schema for the OpenAPI document, made from the same operators. The code that checks them uses its
 * own stack, because a condition nests to any depth.
 */
import type { JsonSchema } from '../contracts/json-schema.ts';
import { conditionLimits, fieldPathPattern } from './condition.ts';
import { storedConditionLimits } from './condition-contract.ts';
import { operatorLines } from './language.ts';
import { comparisonEntries, listEntries, logicalEntries } from './operator-meanings.ts';
import { listOperators, logicalOperators, unaryOperators } from './operators.ts';

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

const fieldPath = (description: string, example: string): JsonSchema => ({
  ...ref('FieldPath'),
  description,
  examples: [example],
});

const field = fieldPath('Path of the field to compare, such as `order.lines[0].sku`.', 'total');
const binaryEntries = comparisonEntries.filter(({ takesValue }) => takesValue);
const binaryOperators = binaryEntries.map(({ operator }) => operator);
const howToCompare = `How to compare.\n\n${operatorLines(binaryEntries)}`;
const elements = { type: 'integer', minimum: 0 } as const;

export const conditionSchemas: Readonly<Record<string, JsonSchema>> = {
  FieldPath: {
    type: 'string',
    minLength: 1,
    maxLength: conditionLimits.fieldPath,
    pattern: fieldPathPattern.source,
  },
  ComparisonOperator: { enum: binaryOperators, description: howToCompare, examples: ['>'] },
  Condition: {
    description:
      'A condition: a comparison of a field with a value or with another field, a condition on the elements of a ' +
      'list, or a group of conditions. Groups of rules nest to any depth; other conditions have at most ' +
      `${storedConditionLimits.maxLevels} levels and ${storedConditionLimits.maxBytes} bytes of JSON.`,
    anyOf: ['ValueComparison', 'FieldComparison', 'EmptinessCheck', 'ListCondition', 'ConditionGroup'].map(
      ref,
    ),
  },
  ValueComparison: {
    type: 'object',
    description: 'Compares a field with a value. A `compareToField` beside the value wins over it.',
    properties: {
      field,
      operator: ref('ComparisonOperator'),
      value: {
        description:
          'What to compare with: text, number, boolean, null or a list of them (`IN`, `NOT_IN`, `IN_CIDR`). A text that ' +
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
      operator: ref('ComparisonOperator'),
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
        description: `What to check.\n\n${operatorLines(comparisonEntries.filter(({ takesValue }) => !takesValue))}`,
        examples: ['IS_EMPTY'],
      },
    },
    required: ['field', 'operator'],
  },
  ListCondition: {
    type: 'object',
    description:
      'A condition on the elements of a list. A value that is not a list has no elements. They ' +
      `nest at most ${conditionLimits.listLevels} levels.`,
    properties: {
      field: fieldPath('Path of the list.', 'order.lines'),
      operator: {
        enum: [...listOperators],
        description: `How many elements must meet the condition.\n\n${operatorLines(listEntries)}`,
        examples: ['ANY'],
      },
      condition: {
        ...ref('Condition'),
        description:
          'The condition on an element, in which its fields begin; `$item` is the element itself, and `$data.limit` ' +
          'a field of the data around the list.',
      },
      min: { ...elements, description: 'Minimum for `COUNT`.', examples: [2] },
      max: { ...elements, description: 'Maximum for `COUNT`.', examples: [5] },
    },
    required: ['field', 'operator', 'condition'],
  },
  ConditionGroup: {
    type: 'object',
    description: 'Conditions combined: all of them (`AND`), any (`OR`), or not all of them (`NOT`).',
    properties: {
      operator: {
        enum: [...logicalOperators],
        description: `How the conditions combine.\n\n${operatorLines(logicalEntries)}`,
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
