/**
 * Patterns that tenants write. They run on tenants' data: JavaScript's engine can be made to run for hours by a
 * pattern of ten characters, RE2's time is linear in the text. https://github.com/google/re2/wiki/WhyRE2
 */
let re2: typeof import('re2js') | undefined;

/** A compiled pattern; `test` finds it anywhere in a text. */
export interface Pattern {
  test(text: string): boolean;
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

/** Throws for a pattern that is none (look-around and back-references are unknown to RE2), and without an engine. */
export function compilePattern(pattern: string): Pattern {
  return patternEngine()(pattern);
}
