/** Keeps secrets out of the rule log, by the names of the fields that hold them. */
import { segmentsOf } from '../../../kernel/conditions/path.ts';
import { omitted } from '../execution/size.ts';

export const redacted = '[REDACTED]';
const maxDepth = 5;

/** Names in which a word stands for itself: `auth` but not `author`, `ssn` but not `lessName`. */
const words =
  /\b(?:auth|oauth|pwd|cvv|cvc|ssn|pin|api ?key|private ?key|access ?key|credit ?card|card ?(?:number|no)|social ?security|tax ?id|driver'?s? ?licen[cs]e)\b/;
/** Names that mean a secret wherever they stand: `userpassword`, `refreshtoken`. */
const parts =
  /password|passwd|passphrase|secret(?!ar)|token|apikey|authoriz|authent|creditcard|cardnumber|socialsecurity|passport|credential/;

/** Does a field of this name hold a secret? `apiKey`, `API_KEY` and `api-key` are the same name. */
export function isSecretName(name: string): boolean {
  const spaced = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z\d']+/g, ' ')
    .toLowerCase();
  return words.test(spaced) || parts.test(spaced.replaceAll(' ', ''));
}

/** Does a path lead to a secret, or into one? */
export function isSecretPath(path: string): boolean {
  return segmentsOf(path).some(isSecretName);
}

/** A copy of data without its secrets, and without what lies deeper than five levels. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth === maxDepth) return omitted;
  if (Array.isArray(value)) return value.map((element) => redact(element, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [
      name,
      isSecretName(name) ? redacted : redact(child, depth + 1),
    ]),
  );
}
