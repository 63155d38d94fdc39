/** Warnings about conditions that are valid but probably a mistake. Pure; the pattern engine must be loaded. */
import { isAddressRange } from '../base/address-ranges.ts';
import { matchProblem, maxMatchedCharacters } from '../base/match.ts';
import { matchLimits } from '../base/match-limits.ts';
import { compilePattern } from '../base/patterns.ts';
import { parseVersion } from '../base/versions.ts';
import { partsOf } from '../expressions/template.ts';
import { type Comparison, placeholderName } from './comparison.ts';
import { conditionsIn, pathTo } from './condition.ts';

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
  if ([value].flat().some(hasPlaceholder))
    return 'A {{…}} in a list or beside other text is not replaced; use one expression: {{[a, "b"]}}, {{a + "-b"}}.';
  if (operator === 'IN' && !Array.isArray(value)) return 'IN needs a list to compare with; it never holds.';
  if (operator === 'NOT_IN' && !Array.isArray(value))
    return 'NOT_IN needs a list to compare with; it always holds.';
  if (operator.startsWith('SEMVER_') && (typeof value !== 'string' || parseVersion(value) === undefined))
    return `${operator} needs a version such as 1.4.0; it never holds.`;
  if (operator === 'IN_CIDR') return rangesWarning(value);
  if (operator !== 'MATCHES') return undefined;
  return typeof value === 'string' ? patterns.warning(value) : 'MATCHES needs a pattern.';
}

const hasPlaceholder = (value: unknown): boolean =>
  typeof value === 'string' && partsOf(value).some(({ kind }) => kind !== 'text');

function rangesWarning(value: unknown): string | undefined {
  const ranges: unknown[] = Array.isArray(value) ? value : [value];
  return ranges.every((range) => typeof range === 'string' && isAddressRange(range))
    ? undefined
    : 'IN_CIDR needs an address, a range such as 203.0.113.0/24, or a list of them; it ignores others.';
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
    const { path } = entry;
    const node = entry.node as object;
    const parts = conditionsIn(node);
    const warning =
      parts.length > 0 ? undefined : comparisonWarning(node as Comparison, knownNames, patterns);
    if (warning !== undefined) warnings.push(path === '' ? warning : `${path}: ${warning}`);
    if (warnings.length === maxWarnings) return warnings;
    for (const part of parts.toReversed()) stack.push({ node: part.node, path: pathTo(path, part.step) });
  }
  return warnings;
}
