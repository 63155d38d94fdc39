/** Intervals of jobs: `30s`, `15m`, `6h`, `7d`. Pure. */

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

const intervalLimits = {
  /** A hundred years: far beyond any use, and every firing within it is a representable time. */
  seconds: 36_500 * 86_400,
} as const;

/** The seconds of an interval, or why it is invalid. */
export function parseInterval(text: string): { seconds: number } | { problem: string } {
  const [, digits = '', unit = ''] = /^(\d+)([smhd])$/.exec(text) ?? [];
  const seconds = Number(digits) * (unitSeconds[unit] ?? 0);
  if (unit === '')
    return { problem: 'must be a whole number followed by s, m, h or d, such as 30s, 15m, 6h or 7d' };
  if (seconds === 0) return { problem: 'must not be zero' };
  return seconds > intervalLimits.seconds
    ? { problem: 'must be at most 36500d, a hundred years' }
    : { seconds };
}

/**
 * The first firing after a time: a multiple of the interval after the anchor, which is when the interval was
 * set or enabled, so that firings do not drift when they are processed late.
 */
export function nextIntervalRun(anchorMs: number, seconds: number, afterMs: number): number {
  const intervalMs = seconds * 1_000;
  const passed = Math.max(0, Math.floor((afterMs - anchorMs) / intervalMs));
  return anchorMs + (passed + 1) * intervalMs;
}
