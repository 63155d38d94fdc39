/** Finds operations by words. Pure. */
import type { Operation } from './operation.ts';

const wordsIn = (text: string): string[] =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => (word.length > 3 ? word.replace(/(?<=[^s])s$/, '') : word));

const weights = { name: 4, title: 3, section: 2, path: 1 } as const;

function scoreOf(operation: Operation, words: readonly string[]): number {
  let score = 0;
  for (const [field, weight] of Object.entries(weights)) {
    const own = wordsIn(String(Reflect.get(operation, field)));
    for (const word of words) {
      if (own.includes(word)) score += weight;
      else if (word.length > 3 && own.some((one) => one.startsWith(word))) score += weight / 2;
    }
  }
  return score;
}

/** The operations that match the words, the best first; all of them without words. */
export function searchOperations(operations: readonly Operation[], words: string): readonly Operation[] {
  const wanted = [...new Set(wordsIn(words))];
  if (wanted.length === 0) return operations;
  return operations
    .map((operation) => ({ operation, score: scoreOf(operation, wanted) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || (a.operation.name < b.operation.name ? -1 : 1))
    .map(({ operation }) => operation);
}
