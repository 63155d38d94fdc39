/** The meanings of the operators, for people and editors. */
import { matchLimits } from '../base/match-limits.ts';
import {
  type ComparisonOperator,
  comparisonArguments,
  comparisonOperators,
  type ListOperator,
  type LogicalOperator,
  listOperators,
  logicalOperators,
} from './operators.ts';

const comparisonMeanings: Readonly<Record<ComparisonOperator, string>> = {
  '=':
    'Equal. A number equals values that convert to it (`10` and `"10"`, `0` and `""`), and a time the same time in ' +
    'another zone or notation; a missing value equals only a missing value.',
  '==': 'Alias of `=`.',
  '!=': 'Not equal.',
  '>':
    'Greater: dates are compared as times, values that convert to numbers as numbers, all others as text. A ' +
    'missing value is less than all others.',
  '>=': 'Greater or equal.',
  '<': 'Less.',
  '<=': 'Less or equal.',
  STRICT_EQ:
    'Equal without conversion: the same type and value. Lists and objects are equal if their contents are; a ' +
    'missing value is not null.',
  IN: 'The value equals one element of the list. False if the other side is not a list.',
  NOT_IN: 'The opposite of `IN`.',
  CONTAINS: 'A list with an equal element, or a text that contains the other side; case-sensitive.',
  NOT_CONTAINS: 'The opposite of `CONTAINS`.',
  STARTS_WITH: 'A text that begins with the other side.',
  ENDS_WITH: 'A text that ends with the other side.',
  EQUALS_IGNORE_CASE: 'The same text in upper or lower case.',
  CONTAINS_IGNORE_CASE: 'Like `CONTAINS`, with texts in upper or lower case.',
  STARTS_WITH_IGNORE_CASE: 'Like `STARTS_WITH`, in upper or lower case.',
  ENDS_WITH_IGNORE_CASE: 'Like `ENDS_WITH`, in upper or lower case.',
  MATCHES:
    'A text in which a pattern in RE2 syntax matches somewhere. Patterns of more than ' +
    `${matchLimits.pattern} characters, texts of more than ${matchLimits.text} and repeated groups with a repetition ` +
    'inside never match.',
  SEMVER_EQ:
    'The same version by Semantic Versioning 2.0.0, such as `1.4.0-rc.1`; build metadata is ignored. This and the ' +
    'next operators are false if one side is not a version.',
  SEMVER_GT: 'A later version.',
  SEMVER_GTE: 'The same or a later version.',
  SEMVER_LT: 'An earlier version; `2.0.0-rc.1` is earlier than `2.0.0`.',
  SEMVER_LTE: 'The same or an earlier version.',
  IN_CIDR:
    'An IPv4 or IPv6 address in the range, such as `203.0.113.0/24`, or in one of a list of ranges. A single ' +
    'address is a range, too.',
  IS_EMPTY: 'Missing, blank text, an empty list or an object without keys.',
  IS_NOT_EMPTY: 'The opposite of `IS_EMPTY`; 0 and false are not empty.',
};

const logicalMeanings: Readonly<Record<LogicalOperator, string>> = {
  AND: 'All conditions are true.',
  OR: 'At least one condition holds.',
  NOT: 'Not all of the conditions hold.',
};

const listMeanings: Readonly<Record<ListOperator, string>> = {
  ANY: 'At least one element of the list meets the condition.',
  ALL: 'Every element of the list meets the condition; also true without elements.',
  NONE: 'No element of the list meets the condition; also true without elements.',
  COUNT: 'The number of elements that meet the condition is at least `min` and at most `max`.',
};

/** An operator for people and editors. */
export interface OperatorEntry<Name extends string = string> {
  operator: Name;
  description: string;
}

export const comparisonEntries = comparisonOperators.map((operator) => {
  const argument = comparisonArguments[operator];
  return { operator, description: comparisonMeanings[operator], takesValue: argument !== 'none', argument };
});
export const logicalEntries: OperatorEntry<LogicalOperator>[] = logicalOperators.map((operator) => ({
  operator,
  description: logicalMeanings[operator],
}));
export const listEntries: OperatorEntry<ListOperator>[] = listOperators.map((operator) => ({
  operator,
  description: listMeanings[operator],
}));
