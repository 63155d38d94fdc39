/**
 * Patterns that tenants write. They run on tenants' data: JavaScript's engine can be made to run for hours by a
 * pattern of ten characters, RE2's time is linear in the text. https://github.com/google/re2/wiki/WhyRE2
 */
import { cached } from '../async/cached.ts';

let re2: typeof import('re2js') | undefined;

/** A compiled pattern. */
export interface Pattern {
  /** Finds it anywhere in a text. */
  test(text: string): boolean;
  /** Instructions: characters and classes, with repetitions by number written out. */
  programSize(): number;
}

/** Loads the pattern engine. A process that never meets a pattern never pays for it. */
export async function loadPatternEngine(): Promise<void> {
  re2 ??= await import('re2js');
}

/** Compiles patterns. Throws when the engine has not been loaded: that is a bug, not a bad pattern. */
export function patternEngine(): (pattern: string) => Pattern {
  if (re2 === undefined) throw new Error('loadPatternEngine() must be awaited before a pattern is used.');
  const { RE2JS } = re2;
  return (pattern) => RE2JS.compile(pattern);
}

/** A pattern keeps up to 8 MB of states that it has met. */
const maxCompiled = 64;

/**
 * Compiles a pattern, which takes much longer than to try it. Throws for a pattern that is none (look-around and
 * back-references are unknown to RE2), and without an engine.
 */
export const compilePattern = cached(maxCompiled, (pattern: string): Pattern => patternEngine()(pattern));

/** Fixed cost of the engine per character, in instructions. */
const instructionsPerCharacter = 200;

/** How much work it is at most to try a pattern on so many characters: a million steps take up to 40 ms. */
export function maxSteps(pattern: Pattern, characters: number): number {
  return characters * (instructionsPerCharacter + pattern.programSize());
}
