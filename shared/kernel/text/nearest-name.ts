/** The number of letters to insert, delete or replace between two texts (Levenshtein distance). */
export function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [index, expected] of [...other].entries()) {
      const replaced = (row[index] ?? 0) + (letter === expected ? 0 : 1);
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** The known name that is most similar; undefined when none is known. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const lowerName = name.toLowerCase();
  let nearest: string | undefined;
  let smallest = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const distance = editDistance(lowerName, candidate.toLowerCase());
    if (distance < smallest) [nearest, smallest] = [candidate, distance];
  }
  return nearest;
}

/** A message that a name is unknown, with the most similar known name. */
export function unknownName(what: string, name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  const suggestion = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
  return `Unknown ${what} ${name}.${suggestion} Known are ${known.join(', ') || 'none'}.`;
}
