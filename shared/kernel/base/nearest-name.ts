import { closest } from 'fastest-levenshtein';

export { distance as editDistance } from 'fastest-levenshtein';

/** The known name that is most similar; undefined when none is known. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const names = new Map(known.map((one) => [one.toLowerCase(), one]));
  return names.get(closest(name.toLowerCase(), [...names.keys()]));
}

/** A message that a name is unknown, with the most similar known name. */
export function unknownName(what: string, name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  const suggestion = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
  return `Unknown ${what} ${name}.${suggestion} Known are ${known.join(', ') || 'none'}.`;
}
