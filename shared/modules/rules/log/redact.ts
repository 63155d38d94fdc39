/** Removes secrets from the rule log by the names of their fields. */
import { segmentsOf } from '../../../kernel/conditions/path.ts';
import { omitted } from '../execution/size.ts';

export const redacted = '[REDACTED]';
const maxDepth = 5;

/** Words that must match a whole segment of a name: `auth` but not `author`, `ssn` but not `lessName`. */
const words =
  /\b(?:auth|oauth|pwd|cvv|cvc|ssn|pin|api ?key|private ?key|access ?key|credit ?card|card ?(?:number|no)|social ?security|tax ?id|driver'?s? ?licen[cs]e)\b/;
/** Words that may occur anywhere in a name: `userpassword`, `refreshtoken`. */
const parts =
  /password|passwd|passphrase|secret(?!ar)|token|apikey|authoriz|authent|creditcard|cardnumber|socialsecurity|passport|credential/;

/** Whether a field of this name contains a secret. `apiKey`, `API_KEY` and `api-key` are the same name. */
export function isSecretName(name: string): boolean {
  const spaced = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z\d']+/g, ' ')
    .toLowerCase();
  return words.test(spaced) || parts.test(spaced.replaceAll(' ', ''));
}

/** Whether a path contains a secret name. */
export function isSecretPath(path: string): boolean {
  return segmentsOf(path).some(isSecretName);
}

const nameParts = /[\p{L}\p{N}_$@:-]+/gu;

/** Whether a name or an expression names a secret. */
export function namesSecret(content: string): boolean {
  return [content, ...(content.match(nameParts) ?? [])].some(isSecretPath);
}

/** The error of an expression that names a secret, without the text that it quotes. */
export const withoutText = (message: string): string => message.replace(/the text ".*"/s, 'a text');

/** Copies data without secrets and without levels below the fifth. */
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
