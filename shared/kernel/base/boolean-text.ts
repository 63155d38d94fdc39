const trueTexts = new Set(['1', 'true', 'yes', 'on', 'enable', 'enabled']);
const falseTexts = new Set(['0', 'false', 'no', 'off', 'disable', 'disabled']);

/** The boolean of a query text, in any case; undefined for any other text. */
export function booleanOf(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (trueTexts.has(word)) return true;
  return falseTexts.has(word) ? false : undefined;
}
