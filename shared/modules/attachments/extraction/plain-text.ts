/** Decodes text files. Pure. */

const byteOrderMarks: readonly [mark: readonly number[], encoding: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/** Number of bytes that show whether a text without a byte order mark is UTF-16. */
const sampledBytes = 4_096;
/** Control characters do not occur in texts of one-byte encodings and UTF-8, except escapes, which colour logs. */
const control = /(?![\t\n\f\r\x80-\x9f])\p{Cc}/u;
const escapeCharacter = '\x1b';
/** Characters that do not occur in texts, but in pairs of bytes in the wrong order. */
const implausible = /(?![\t\n\r])[\p{Cc}\p{Cn}\p{Co}\p{Cs}]/u;

/** Returns how many groups of 256 characters a text uses. Texts use few, as scripts are in neighbouring groups. */
const groupsOf = (text: string): number =>
  new Set(Array.from(text, (character) => (character.codePointAt(0) ?? 0) >> 8)).size;

/** Detects UTF-16 without a byte order mark. */
function utf16Of(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, sampledBytes);
  if (
    bytes.length % 2 !== 0 ||
    !control.test(Buffer.from(sample).toString('latin1').replaceAll(escapeCharacter, ''))
  )
    return undefined;
  const [best] = ['utf-16le', 'utf-16be']
    .map((encoding) => ({ encoding, text: new TextDecoder(encoding).decode(sample, { stream: true }) }))
    .filter(({ text }) => !implausible.test(text))
    .toSorted((a, b) => groupsOf(a.text) - groupsOf(b.text));
  return best?.encoding;
}

/** Returns undefined if the encoding is unknown or the bytes are not in it. */
export function decodeStrictly(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Stands for bytes that are no character of an encoding. */
const replacement = '\ufffd';

/**
 * Decodes UTF-8 with a few invalid bytes, such as a log that begins or ends within a character; undefined if most bytes beyond
 * ASCII are invalid.
 */
function damagedUtf8(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(bytes);
  const damaged = text.split(replacement).length - 1;
  const intact = (text.match(/[^\0-\x7f\ufffd]/gu) ?? []).length;
  return intact > damaged ? text : undefined;
}

/** Returns a warning if a decoded text lacks characters. */
export const lostCharacters = (text: string): string[] =>
  text.includes(replacement) ? ['Bytes that are no characters of the encoding are shown as \ufffd.'] : [];

/**
 * Decodes a text: by its byte order mark, in its declared encoding, in UTF-16 or UTF-8 if it is valid, in UTF-8 if most of it
 * is, otherwise in Windows-1252, in which every byte is a character.
 */
export function decodeText(bytes: Uint8Array, declared?: string): string {
  const marked = byteOrderMarks.find(([mark]) => mark.every((byte, index) => bytes[index] === byte));
  if (marked !== undefined) return new TextDecoder(marked[1]).decode(bytes);
  const candidates = [declared, utf16Of(bytes), 'utf-8'].filter((encoding) => encoding !== undefined);
  for (const encoding of candidates) {
    const text = decodeStrictly(bytes, encoding);
    if (text !== undefined) return text;
  }
  return damagedUtf8(bytes) ?? new TextDecoder('windows-1252').decode(bytes);
}

/**
 * Returns the standard name of the charset of a media type, as in `text/plain; charset=iso-8859-1`; undefined without one
 * or for an unknown name.
 */
export function charsetOf(mediaType: string): string | undefined {
  const label = /;\s*charset\s*=\s*(?:"([^"]+)"|([^\s;"]+))/i.exec(mediaType)?.slice(1).find(Boolean);
  try {
    return label === undefined ? undefined : new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}
