/** Warnings about conditions that are valid but probably a mistake. Pure; the pattern engine must be loaded. */
import { compilePattern } from '../base/patterns.ts';
import { truncateStart } from '../base/text.ts';
import { type Comparison, placeholderName } from './comparison.ts';
import { matchLimits, matchProblem, maxMatchedCharacters } from './match.ts';

/** Warnings about one condition. */
const maxWarnings = 50;
/** Maximum number of different patterns to check: compiling one takes some milliseconds. */
const maxPatterns = 200;

function comparisonWarning(
  comparison: Comparison,
  knownNames: ReadonlySet<string>,
  patterns: PatternCheck,
): string | undefined {
  const { operator, value, compareToField, valueField } = comparison;
  if ((compareToField ?? valueField ?? undefined) !== undefined) return undefined;
  const name = placeholderName(value);
  if (name !== undefined) {
    const isKnown = knownNames.has(name.split('.')[0] ?? '');
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

/** Checks each pattern of a condition once. */
class PatternCheck {
  readonly #known = new Map<string, string | undefined>();

  warning(pattern: string): string | undefined {
    if (this.#known.has(pattern)) return this.#known.get(pattern);
    const isFirstTooMany = this.#known.size === maxPatterns;
    if (this.#known.size > maxPatterns) return undefined;
    const warning = isFirstTooMany
      ? `Only the first ${maxPatterns} patterns are checked.`
      : patternWarning(pattern);
    this.#known.set(pattern, warning);
    return warning;
  }
}

/**
 * Warnings about a valid condition, each with the path of its comparison. `knownNames` are the valid first names of a
 * `{{placeholder}}`.
 */
export function conditionWarnings(condition: unknown, knownNames: ReadonlySet<string>): string[] {
  const warnings: string[] = [];
  const patterns = new PatternCheck();
  const stack: { node: unknown; path: string }[] = [{ node: condition, path: '' }];
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    const { node, path } = entry;
    const { rules } = node as { rules?: unknown[] };
    if (rules === undefined) {
      const warning = comparisonWarning(node as Comparison, knownNames, patterns);
      if (warning !== undefined) warnings.push(path === '' ? warning : `${path}: ${warning}`);
      if (warnings.length === maxWarnings) return warnings;
      continue;
    }
    for (let index = rules.length - 1; index >= 0; index--) {
      const step = `${path}${path && '.'}rules[${index}]`;
      stack.push({ node: rules[index], path: truncateStart(step, 200) });
    }
  }
  return warnings;
}
