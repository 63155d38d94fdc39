/**
 * The expected results of the mix: a line per condition, a hexadecimal digit per four facts. A test computes them
 * again with a plain interpreter of the language.
 */
import { readFileSync } from 'node:fs';

const file = new URL('./expected.txt', import.meta.url);

/** Formats results as a line of the file. */
export function toLine(results: readonly boolean[]): string {
  const digits: string[] = [];
  for (let start = 0; start < results.length; start += 4) {
    const four = results.slice(start, start + 4).map(Number);
    digits.push(Number.parseInt(four.join('').padEnd(4, '0'), 2).toString(16));
  }
  return digits.join('');
}

/** The committed lines, one for each condition. */
export function expectedLines(): string[] {
  return readFileSync(file, 'utf8').trimEnd().split('\n');
}
