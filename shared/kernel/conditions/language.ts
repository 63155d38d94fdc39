/** The condition language for people and editors: its operators and limits as data. */

import { matchLimits } from '../base/match-limits.ts';
import { conditionLimits } from './condition.ts';
import { comparisonEntries, listEntries, logicalEntries, type OperatorEntry } from './operator-meanings.ts';

/** Operators in Markdown, a line each. */
export function operatorLines(entries: readonly OperatorEntry[]): string {
  return entries.map(({ operator, description }) => `- \`${operator}\`: ${description}`).join('\n');
}

/** All operators as a table in Markdown, for the documentation. */
export function operatorTable(): string {
  const row = (operator: string, argument: string, description: string) =>
    `| \`${operator}\` | ${argument} | ${description} |`;
  return [
    '| Operator | Compares with | True for |',
    '| --- | --- | --- |',
    ...comparisonEntries.map(({ operator, argument, description }) => row(operator, argument, description)),
    ...listEntries.map(({ operator, description }) => row(operator, 'condition', description)),
    ...logicalEntries.map(({ operator, description }) => row(operator, 'conditions', description)),
  ].join('\n');
}

/** The operators and limits of conditions as data. */
export function conditionLanguage() {
  return {
    comparisonOperators: comparisonEntries,
    listOperators: listEntries,
    logicalOperators: logicalEntries,
    limits: {
      rulesPerGroup: conditionLimits.rulesPerGroup,
      listLevels: conditionLimits.listLevels,
      fieldPathCharacters: conditionLimits.fieldPath,
      patternCharacters: matchLimits.pattern,
      matchedTextCharacters: matchLimits.text,
    },
  };
}
