/** Compares which letters two readers find in a file, in any order. */

/** How often each letter and digit occurs. Ligatures and wide forms are the letters that they stand for. */
function lettersOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const letter of text.normalize('NFKC').match(/[\p{L}\p{N}]/gu) ?? [])
    counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return counts;
}

export interface LetterShare {
  /** The number of expected letters. */
  expected: number;
  /** The share of them that was found; 1 if none are expected. */
  share: number;
}

export function letterShare(found: string, wanted: string): LetterShare {
  const counts = lettersOf(found);
  let [expected, missing] = [0, 0];
  for (const [letter, count] of lettersOf(wanted)) {
    expected += count;
    missing += Math.max(0, count - (counts.get(letter) ?? 0));
  }
  return { expected, share: expected === 0 ? 1 : 1 - missing / expected };
}
