/** Keeps secrets out of logs and messages. Pure. */

const removed = '[removed]';
/** Values with such names are hidden, in every payload. */
const secretName =
  /pass(word|wd|phrase)?$|secret|token|authorization|api[-_]?key|private[-_]?key|credential|cookie|signature/i;
/** Shorter texts are part of too many words to be recognized. */
const shortestSecret = 6;
/** Deeper is no payload of a log any more. */
const deepest = 8;

/** The text without the secrets that are known to be in use. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter(({ length }) => length >= shortestSecret)
    .toSorted((a, b) => b.length - a.length)
    .reduce((cleaned, secret) => cleaned.replaceAll(secret, removed), text);
}

/** The same value without known secrets, in names too, and without what is named like one. */
export function redact(value: unknown, secrets: readonly string[], depth = 0): unknown {
  if (typeof value === 'string') return withoutSecrets(value, secrets);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === deepest) return removed;
  if (Array.isArray(value)) return value.map((one) => redact(one, secrets, depth + 1));
  const entries = Object.entries(value).map(([name, one]) => [
    withoutSecrets(name, secrets),
    secretName.test(name) && one !== null && typeof one !== 'boolean'
      ? removed
      : redact(one, secrets, depth + 1),
  ]);
  return Object.fromEntries(entries);
}
