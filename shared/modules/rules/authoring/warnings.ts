/** What may be saved but will hardly do what it looks like. Pure; the pattern engine must be loaded. */

import { compilePattern } from '../../../kernel/text/patterns.ts';
import { truncateStart } from '../../../kernel/text/text.ts';
import { ownEventTypeProblem } from '../../events/contract.ts';
import { type Comparison, placeholderName } from '../execution/comparison.ts';
import { placeholderEntries } from '../execution/language.ts';
import { matchLimits, matchProblem, maxMatchedCharacters } from '../execution/match.ts';

const mostWarnings = 50;
/** Different patterns that are looked into: compiling one takes some milliseconds. */
const mostPatterns = 200;

/** The roots of names that conditions know. */
const knownNames = new Set(
  placeholderEntries.filter(({ inConditions }) => inConditions).map(({ name }) => name.split('.')[0]),
);
for (const name of ['tenantId', 'organizationId']) knownNames.add(name);

function comparisonWarning(comparison: Comparison, patterns: PatternCheck): string | undefined {
  const { operator, value, compareToField, valueField } = comparison;
  if ((compareToField ?? valueField ?? undefined) !== undefined) return undefined;
  const name = placeholderName(value);
  if (name !== undefined) {
    const isKnown = knownNames.has(name.split('.')[0]);
    return isKnown
      ? undefined
      : `{{${name}}} is unknown in conditions and counts as missing; use compareToField.`;
  }
  if (operator === 'IN' && !Array.isArray(value)) return 'IN needs a list to compare with; it never holds.';
  if (operator === 'NOT_IN' && !Array.isArray(value))
    return 'NOT_IN needs a list to compare with; it always holds.';
  if (operator !== 'MATCHES') return undefined;
  return typeof value === 'string' ? patterns.warning(value) : 'MATCHES needs a pattern.';
}

function patternWarning(pattern: string): string | undefined {
  const problem = matchProblem(pattern);
  if (problem !== undefined) return `The pattern ${problem}; it never matches.`;
  const characters = maxMatchedCharacters(compilePattern(pattern));
  return characters === matchLimits.text
    ? undefined
    : `The pattern is tried on texts of at most ${characters} characters; it never matches longer ones.`;
}

/** The check of the patterns of one condition, of each once. */
class PatternCheck {
  readonly #known = new Map<string, string | undefined>();

  warning(pattern: string): string | undefined {
    if (this.#known.has(pattern)) return this.#known.get(pattern);
    const isFirstTooMany = this.#known.size === mostPatterns;
    if (this.#known.size > mostPatterns) return undefined;
    const warning = isFirstTooMany
      ? `Only the first ${mostPatterns} patterns are checked.`
      : patternWarning(pattern);
    this.#known.set(pattern, warning);
    return warning;
  }
}

/** Warnings about a condition that is well formed, each with the path of its comparison. */
export function conditionWarnings(condition: unknown): string[] {
  const warnings: string[] = [];
  const patterns = new PatternCheck();
  const stack: { node: unknown; path: string }[] = [{ node: condition, path: '' }];
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    const { node, path } = entry;
    const { rules } = node as { rules?: unknown[] };
    if (rules === undefined) {
      const warning = comparisonWarning(node as Comparison, patterns);
      if (warning !== undefined) warnings.push(path === '' ? warning : `${path}: ${warning}`);
      if (warnings.length === mostWarnings) return warnings;
      continue;
    }
    for (let index = rules.length - 1; index >= 0; index--) {
      const step = `${path}${path && '.'}rules[${index}]`;
      stack.push({ node: rules[index], path: truncateStart(step, 200) });
    }
  }
  return warnings;
}

/** Warnings about well-formed actions of one list. */
export function actionWarnings(name: string, actions: unknown): string[] {
  if (!Array.isArray(actions)) return [];
  const warnings = actions.flatMap(
    ({ type, config }: { type: string; config?: Record<string, unknown> }, index) => {
      if (type !== 'EMIT_EVENT') return [];
      const eventName = String(config?.eventName ?? config?.event ?? '').trim();
      const problem = eventName.includes('{{') ? undefined : ownEventTypeProblem(eventName);
      return problem === undefined ? [] : [`${name}[${index}]: the name of the event ${problem}.`];
    },
  );
  return warnings.slice(0, mostWarnings);
}
