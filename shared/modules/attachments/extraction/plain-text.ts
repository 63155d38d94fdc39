/** Decodes text files. Pure. */

const byteOrderMarks: readonly [mark: readonly number[], encoding: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/** Number of bytes that show whether a text without a byte order mark is UTF-16. */
const sampledBytes = 4_096;
/** Control characters do not occur in texts of one-byte encodings and UTF-8. */
const control = /(?![\t\n\f\r\x80-\x9f])\p{Cc}/u;
/** Characters that do not occur in texts, but in pairs of bytes in the wrong order. */
const implausible = /(?![\t\n\r])[\p{Cc}\p{Cn}\p{Co}\p{Cs}]/u;

/** Returns how many groups of 256 characters a text uses. Texts use few, as scripts are in neighbouring groups. */
const groupsOf = (text: string): number =>
  new Set(Array.from(text, (character) => (character.codePointAt(0) ?? 0) >> 8)).size;

/** Detects UTF-16 without a byte order mark. */
function utf16Of(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, sampledBytes);
  if (bytes.length % 2 !== 0 || !control.test(Buffer.from(sample).toString('latin1'))) return undefined;
  const [best] = ['utf-16le', 'utf-16be']
    .map((encoding) => ({ encoding, text: new TextDecoder(encoding).decode(sample, { stream: true }) }))
    .filter(({ text }) => !implausible.test(text))
    .toSorted((a, b) => groupsOf(a.text) - groupsOf(b.text));
  return best?.encoding;
}

/** Returns undefined if the encoding is unknown or the bytes are not in it. */
function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Decodes a text: by its byte order mark, in its declared encoding, in UTF-16 or UTF-8 if it is valid, otherwise in
 * Windows-1252, in which every byte is a character.
 */
export function decodeText(bytes: Uint8Array, declared?: string): string {
  const marked = byteOrderMarks.find(([mark]) => mark.every((byte, index) => bytes[index] === byte));
  if (marked !== undefined) return new TextDecoder(marked[1]).decode(bytes);
  const candidates = [declared, utf16Of(bytes), 'utf-8'].filter((encoding) => encoding !== undefined);
  for (const encoding of candidates) {
    const text = decoded(bytes, encoding);
    if (text !== undefined) return text;
  }
  return new TextDecoder('windows-1252').decode(bytes);
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
