const trueTexts = new Set(['1', 'true', 'yes', 'on', 'enable', 'enabled']);
const falseTexts = new Set(['0', 'false', 'no', 'off', 'disable', 'disabled']);

/** The boolean that a text of a query means, in any case; undefined for any other text. */
export function booleanOf(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (trueTexts.has(word)) return true;
  return falseTexts.has(word) ? false : undefined;
}
