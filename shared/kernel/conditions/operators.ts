/**
 * The operators of conditions: name, argument and meaning of each. Validation, the OpenAPI document, the list of
 * operators, the table in the documentation and the console's editor follow from these declarations.
 */
import { matchLimits } from './match-limits.ts';

/** What an operator compares the field with. */
export const argumentKinds = ['none', 'value', 'text', 'list', 'pattern', 'version', 'ranges'] as const;

interface OperatorDeclaration {
  argument: (typeof argumentKinds)[number];
  meaning: string;
}

const comparisonDeclarations = {
  '=': {
    argument: 'value',
    meaning:
      'Equal. A number equals values that convert to it (`10` and `"10"`, `0` and `""`); a missing value equals ' +
      'only a missing value.',
  },
  '==': { argument: 'value', meaning: 'Alias of `=`.' },
  '!=': { argument: 'value', meaning: 'Not equal.' },
  '>': {
    argument: 'value',
    meaning:
      'Greater: dates are compared as times, values that convert to numbers as numbers, all others as text. A ' +
      'missing value is less than all others.',
  },
  '>=': { argument: 'value', meaning: 'Greater or equal.' },
  '<': { argument: 'value', meaning: 'Less.' },
  '<=': { argument: 'value', meaning: 'Less or equal.' },
  STRICT_EQ: {
    argument: 'value',
    meaning:
      'Equal without conversion: the same type and value. Lists and objects are equal if their contents are; a ' +
      'missing value is not null.',
  },
  IN: {
    argument: 'list',
    meaning: 'The value equals one element of the list. False if the other side is not a list.',
  },
  NOT_IN: { argument: 'list', meaning: 'The opposite of `IN`.' },
  CONTAINS: {
    argument: 'value',
    meaning: 'A list with an equal element, or a text that contains the other side; case-sensitive.',
  },
  NOT_CONTAINS: { argument: 'value', meaning: 'The opposite of `CONTAINS`.' },
  STARTS_WITH: { argument: 'text', meaning: 'A text that begins with the other side.' },
  ENDS_WITH: { argument: 'text', meaning: 'A text that ends with the other side.' },
  EQUALS_IGNORE_CASE: { argument: 'text', meaning: 'The same text in upper or lower case.' },
  CONTAINS_IGNORE_CASE: {
    argument: 'text',
    meaning: 'Like `CONTAINS`, with texts in upper or lower case.',
  },
  STARTS_WITH_IGNORE_CASE: {
    argument: 'text',
    meaning: 'Like `STARTS_WITH`, in upper or lower case.',
  },
  ENDS_WITH_IGNORE_CASE: { argument: 'text', meaning: 'Like `ENDS_WITH`, in upper or lower case.' },
  MATCHES: {
    argument: 'pattern',
    meaning:
      'A text in which a pattern in RE2 syntax matches somewhere. Patterns of more than ' +
      `${matchLimits.pattern} characters, texts of more than ${matchLimits.text} and repeated groups with a repetition ` +
      'inside never match.',
  },
  SEMVER_EQ: {
    argument: 'version',
    meaning:
      'The same version by Semantic Versioning 2.0.0, such as `1.4.0-rc.1`; build metadata is ignored. This and the ' +
      'next operators are false if one side is not a version.',
  },
  SEMVER_GT: { argument: 'version', meaning: 'A later version.' },
  SEMVER_GTE: { argument: 'version', meaning: 'The same or a later version.' },
  SEMVER_LT: {
    argument: 'version',
    meaning: 'An earlier version; `2.0.0-rc.1` is earlier than `2.0.0`.',
  },
  SEMVER_LTE: { argument: 'version', meaning: 'The same or an earlier version.' },
  IN_CIDR: {
    argument: 'ranges',
    meaning:
      'An IPv4 or IPv6 address in the range, such as `203.0.113.0/24`, or in one of a list of ranges. A single ' +
      'address is a range, too.',
  },
  IS_EMPTY: { argument: 'none', meaning: 'Missing, blank text, an empty list or an object without keys.' },
  IS_NOT_EMPTY: { argument: 'none', meaning: 'The opposite of `IS_EMPTY`; 0 and false are not empty.' },
} as const satisfies Readonly<Record<string, OperatorDeclaration>>;

const logicalDeclarations = {
  AND: 'All conditions are true.',
  OR: 'At least one condition holds.',
  NOT: 'Not all of the conditions hold.',
} as const;

const listDeclarations = {
  ANY: 'At least one element of the list meets the condition.',
  ALL: 'Every element of the list meets the condition; also true without elements.',
  NONE: 'No element of the list meets the condition; also true without elements.',
  COUNT: 'The number of elements that meet the condition is at least `min` and at most `max`.',
} as const;

export type ComparisonOperator = keyof typeof comparisonDeclarations;
export type LogicalOperator = keyof typeof logicalDeclarations;
export type ListOperator = keyof typeof listDeclarations;

const namesOf = <Name extends string>(declarations: Readonly<Record<Name, unknown>>): readonly Name[] =>
  Object.keys(declarations).filter((name): name is Name => Object.hasOwn(declarations, name));

export const comparisonOperators = namesOf(comparisonDeclarations);
export const logicalOperators = namesOf(logicalDeclarations);
/** Operators on the elements of a list. */
export const listOperators = namesOf(listDeclarations);

/** Operators of the left side only, without a value. */
export const unaryOperators: readonly ComparisonOperator[] = comparisonOperators.filter(
  (operator) => comparisonDeclarations[operator].argument === 'none',
);

/** An operator for people and editors. */
export interface OperatorEntry<Name extends string = string> {
  operator: Name;
  description: string;
}

export const comparisonEntries = comparisonOperators.map((operator) => {
  const { argument, meaning } = comparisonDeclarations[operator];
  return { operator, description: meaning, takesValue: argument !== 'none', argument };
});
export const logicalEntries: OperatorEntry<LogicalOperator>[] = logicalOperators.map((operator) => ({
  operator,
  description: logicalDeclarations[operator],
}));
export const listEntries: OperatorEntry<ListOperator>[] = listOperators.map((operator) => ({
  operator,
  description: listDeclarations[operator],
}));
