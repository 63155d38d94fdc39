/** The condition language for people and editors: the meaning of each operator. */
import type { ComparisonOperator } from './comparison.ts';
import { comparisonOperators, conditionLimits, logicalOperators, unaryOperators } from './condition.ts';
import { matchLimits } from './match.ts';

export const comparisonMeanings: Readonly<Record<ComparisonOperator, string>> = {
  '=':
    'Equal. A number equals values that convert to it (`10` and `"10"`, `0` and `""`); a missing value equals ' +
    'only a missing value.',
  '==': 'Alias of `=`.',
  '!=': 'Not equal.',
  '>':
    'Greater: dates are compared as times, values that convert to numbers as numbers, all others as text. A ' +
    'missing value is less than all others.',
  '>=': 'Greater or equal.',
  '<': 'Less.',
  '<=': 'Less or equal.',
  IN: 'The value equals one element of the list. False if the other side is not a list.',
  NOT_IN: 'The opposite of `IN`.',
  CONTAINS: 'A list with an equal element, or a text that contains the other side; case-sensitive.',
  NOT_CONTAINS: 'The opposite of `CONTAINS`.',
  STARTS_WITH: 'A text that begins with the other side.',
  ENDS_WITH: 'A text that ends with the other side.',
  MATCHES:
    'A text in which a pattern in RE2 syntax matches somewhere. Patterns of more than ' +
    `${matchLimits.pattern} characters, texts of more than ${matchLimits.text} and repeated groups with a repetition ` +
    'inside never match.',
  IS_EMPTY: 'Missing, blank text, an empty list or an object without keys.',
  IS_NOT_EMPTY: 'The opposite of `IS_EMPTY`; 0 and false are not empty.',
};

export const logicalMeanings: Readonly<Record<(typeof logicalOperators)[number], string>> = {
  AND: 'All conditions are true.',
  OR: 'At least one condition holds.',
  NOT: 'Not all of the conditions hold.',
};

/** Operators in Markdown, a line each. */
export function operatorLines(meanings: Readonly<Record<string, string>>, names: readonly string[]): string {
  return names.map((name) => `- \`${name}\`: ${meanings[name]}`).join('\n');
}

/** The operators and limits of conditions as data. */
export function conditionLanguage() {
  return {
    comparisonOperators: comparisonOperators.map((operator) => ({
      operator,
      description: comparisonMeanings[operator],
      takesValue: !unaryOperators.includes(operator),
    })),
    logicalOperators: logicalOperators.map((operator) => ({
      operator,
      description: logicalMeanings[operator],
    })),
    limits: {
      rulesPerGroup: conditionLimits.rulesPerGroup,
      fieldPathCharacters: conditionLimits.fieldPath,
      patternCharacters: matchLimits.pattern,
      matchedTextCharacters: matchLimits.text,
    },
  };
}
