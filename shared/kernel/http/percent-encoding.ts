/** Percent-encoded text: URLSearchParams replaces invalid UTF-8, so it is checked before. */
import { isUtf8 } from 'node:buffer';
import { notUnicodeError } from './caller-json.ts';

const toByte = (_: string, hex: string): string => String.fromCharCode(Number.parseInt(hex, 16));

function isEncodedUtf8(text: string): boolean {
  const bytes = Buffer.from(text)
    .toString('latin1')
    .replaceAll(/%([0-9a-f]{2})/gi, toByte);
  return isUtf8(Buffer.from(bytes, 'latin1'));
}

/** Throws InvalidInputError with the first name or value of `a=1&b=2` that does not decode to UTF-8. */
export function checkEncodedPairs(text: string): void {
  if (!text.includes('%') || isEncodedUtf8(text)) return;
  const bad = text.split('&').find((pair) => !isEncodedUtf8(pair)) ?? '';
  const [name = ''] = new URLSearchParams(bad).keys();
  throw notUnicodeError(name);
}
