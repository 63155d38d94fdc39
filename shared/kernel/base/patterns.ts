/**
 * Patterns of tenants, which run on tenants' data: JavaScript's engine may run for hours on a pattern of ten
 * characters, whereas RE2's time is linear in the text. https://github.com/google/re2/wiki/WhyRE2
 */
import { cached } from './cached.ts';

let re2: typeof import('re2js') | undefined;

interface Match {
  /** Finds the first part that matches; false if there is none. */
  find(): boolean;
  groupCount(): number;
  /** The part that a group matched, 0 for the whole; null for a group that matched none. */
  group(group: number): string | null;
}

/** A compiled pattern. */
export interface Pattern {
  /** Whether it matches anywhere in a text. */
  test(text: string): boolean;
  /** Finds it in a text. */
  matcher(text: string): Match;
  /** Instructions: characters and classes, with counted repetitions expanded. */
  programSize(): number;
}

/** Loads the pattern engine. Processes without patterns never load it. */
export async function loadPatternEngine(): Promise<void> {
  re2 ??= await import('re2js');
}

/** Compiles patterns. Throws when the engine is not loaded, which is a bug, not an invalid pattern. */
export function patternEngine(): (pattern: string) => Pattern {
  if (re2 === undefined) throw new Error('loadPatternEngine() must be awaited before a pattern is used.');
  const { RE2JS } = re2;
  return (pattern) => RE2JS.compile(pattern);
}

/** A pattern caches up to 8 MB of states. */
const maxCompiled = 64;

/**
 * Compiles a pattern, which takes much longer than matching it. Throws for an invalid pattern (RE2 has no look-around
 * and back-references), and without the engine.
 */
export const compilePattern = cached(maxCompiled, (pattern: string): Pattern => patternEngine()(pattern));

/** Fixed cost of the engine per character, in instructions. */
const instructionsPerCharacter = 200;

/** Maximum work of matching a pattern on this number of characters: a million steps take up to 40 ms. */
export function maxSteps(pattern: Pattern, characters: number): number {
  return characters * (instructionsPerCharacter + pattern.programSize());
}
