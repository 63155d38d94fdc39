/** The operator MATCHES: its accepted patterns and texts. Others match nothing. */
import { cached } from './cached.ts';
import { matchLimits } from './match-limits.ts';
import { compilePattern, maxSteps, type Pattern, patternEngine } from './patterns.ts';

/** An open part of a pattern: the whole, or a group. */
interface Part {
  /** Whether it contains a repetition. */
  repeats: boolean;
  /** Its characters and classes, multiplied by counted repetitions. */
  weight: number;
}

const countedRepetition = /^\{(\d+)(?:,(\d*))?\}/;

/** An escape: the braces of `\x{2013}` are no repetition, nor is what `\Q…\E` quotes. */
const escaped = /^\\(?:[xpP]\{[^}]*\}|Q.*?(?:\\E|$)|.)/s;

/**
 * Problems that make a pattern slow or meaningless. A repeated group with a repetition inside, such as `(a+)+`, is
 * usually a mistake. The engine expands counted repetitions, and its time grows with the expanded length.
 */
function weigh(pattern: string): { repeatsRepetition: boolean; weight: number } {
  const open: Part[] = [];
  let part: Part = { repeats: false, weight: 0 };
  /** The weight of the repeated part. */
  let last: Part = part;
  let inClass = false;
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at];
    const counted = character === '{' && !inClass ? countedRepetition.exec(pattern.slice(at)) : null;
    if (inClass && character !== '\\') inClass = character !== ']';
    else if (character === '(') {
      open.push(part);
      part = { repeats: false, weight: 0 };
    } else if (character === ')') {
      last = part;
      part = open.pop() ?? part;
      part = { repeats: part.repeats || last.repeats, weight: part.weight + last.weight };
    } else if (character === '*' || character === '+' || counted !== null) {
      if (last.repeats) return { repeatsRepetition: true, weight: part.weight };
      const times = counted === null ? 1 : Math.max(Number(counted[1]), Number(counted[2] || 0), 1);
      part = { repeats: true, weight: part.weight + last.weight * (times - 1) };
      at += counted === null ? 0 : counted[0].length - 1;
    } else {
      if (character === '\\') at += (escaped.exec(pattern.slice(at))?.[0].length ?? 1) - 1;
      if (inClass) continue;
      inClass = character === '[';
      last = { repeats: false, weight: 1 };
      part = { ...part, weight: part.weight + 1 };
    }
  }
  return { repeatsRepetition: false, weight: part.weight };
}

/**
 * The reason why a pattern never matches, or undefined. The engine must be loaded (`shared/kernel/base/patterns.ts`).
 */
export function matchProblem(pattern: string): string | undefined {
  if (pattern.length > matchLimits.pattern) return `has more than ${matchLimits.pattern} characters`;
  const { repeatsRepetition, weight } = weigh(pattern);
  if (repeatsRepetition) return 'repeats a group that has a repetition inside';
  if (weight > matchLimits.weight) return `repeats more than ${matchLimits.weight} characters by number`;
  // Throws without its engine, independent of the pattern.
  patternEngine();
  try {
    compilePattern(pattern);
    return undefined;
  } catch {
    return 'is not a valid RE2 pattern (no look-around, no back-references)';
  }
}

const maxJudged = 500;

/** The reasons why patterns never match, for patterns that are not part of the rule. */
const problemOf = cached(maxJudged, matchProblem);

/** The maximum text length for a pattern. */
export function maxMatchedCharacters(pattern: Pattern): number {
  return Math.min(matchLimits.text, Math.floor(matchLimits.steps / maxSteps(pattern, 1)));
}

/** The compiled pattern; undefined if it never matches this text. */
function patternFor(text: string, pattern: string): Pattern | undefined {
  if (text.length > matchLimits.text || problemOf(pattern) !== undefined) return undefined;
  const compiled = compilePattern(pattern);
  return text.length <= maxMatchedCharacters(compiled) ? compiled : undefined;
}

/** Whether the pattern matches anywhere in the text. The engine must be loaded. */
export const matches = (text: string, pattern: string): boolean =>
  patternFor(text, pattern)?.test(text) ?? false;

/** The first match and its groups, null for groups that matched nothing; undefined without a match. */
export function matchedGroups(text: string, pattern: string): (string | null)[] | undefined {
  const match = patternFor(text, pattern)?.matcher(text);
  if (match === undefined || !match.find()) return undefined;
  return Array.from({ length: match.groupCount() + 1 }, (_, group) => match.group(group));
}
