/** The operator MATCHES: which patterns it takes, and on what. What it does not take matches nothing. */
import { cached } from '../async/cached.ts';
import { compilePattern, maxSteps, type Pattern, patternEngine } from '../text/patterns.ts';

export const matchLimits = {
  /** Characters of a pattern. */
  pattern: 200,
  /** Characters and classes with repetitions by number written out. */
  weight: 1_200,
  /** Characters of the text that it is tried on. */
  text: 10_000,
  /** Work of one comparison: 150 ms at most. Texts of 10 000 characters allow for 175 instructions of a pattern. */
  steps: 3_750_000,
} as const;

/** A part of a pattern that is still open: the whole, or a group. */
interface Part {
  /** Is anything in it repeated? */
  repeats: boolean;
  /** Characters and classes in it, counted as often as they are repeated by number. */
  weight: number;
}

const countedRepetition = /^\{(\d+)(?:,(\d*))?\}/;

/**
 * What makes a pattern slow or senseless. A repeated group with a repetition inside, such as `(a+)+`, says in several
 * ways what can be said in one: a mistake more often than not. And a repetition by number is written out by the
 * engine, whose time grows with the length of that.
 */
function weigh(pattern: string): { repeatsRepetition: boolean; weight: number } {
  const open: Part[] = [];
  let part: Part = { repeats: false, weight: 0 };
  /** Of what a repetition would repeat. */
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
      if (character === '\\') at += 1;
      if (inClass) continue;
      inClass = character === '[';
      last = { repeats: false, weight: 1 };
      part = { ...part, weight: part.weight + 1 };
    }
  }
  return { repeatsRepetition: false, weight: part.weight };
}

/** Why a pattern matches nothing, or undefined. The engine must be loaded (`shared/kernel/text/patterns.ts`). */
export function matchProblem(pattern: string): string | undefined {
  if (pattern.length > matchLimits.pattern) return `has more than ${matchLimits.pattern} characters`;
  const { repeatsRepetition, weight } = weigh(pattern);
  if (repeatsRepetition) return 'repeats a group that has a repetition inside';
  if (weight > matchLimits.weight) return `repeats more than ${matchLimits.weight} characters by number`;
  // Without its engine this throws, which says nothing about the pattern.
  patternEngine();
  try {
    compilePattern(pattern);
    return undefined;
  } catch {
    return 'is not a valid RE2 pattern (no look-around, no back-references)';
  }
}

const maxJudged = 500;

/** Why each pattern matches nothing, if it does: few patterns are not in the rule itself. */
const problemOf = cached(maxJudged, matchProblem);

/** The longest text that a pattern is tried on. */
export function maxMatchedCharacters(pattern: Pattern): number {
  return Math.min(matchLimits.text, Math.floor(matchLimits.steps / maxSteps(pattern, 1)));
}

/** Does the pattern match somewhere in the text? The engine must be loaded. */
export function matches(text: string, pattern: string): boolean {
  if (text.length > matchLimits.text || problemOf(pattern) !== undefined) return false;
  const compiled = compilePattern(pattern);
  return text.length <= maxMatchedCharacters(compiled) && compiled.test(text);
}
