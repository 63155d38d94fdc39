/** Decodes text files. Pure. */

const byteOrderMarks: readonly [mark: readonly number[], encoding: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/** Number of bytes that show whether a text without a byte order mark is UTF-16. */
const sampledBytes = 4_096;
const control = /(?![\t\n\f\r\x80-\x9f])\p{Cc}/gu;
/** Share of control characters from which bytes are halves of letters, as in Greek. Other texts have few, such as escapes. */
const controlShare = 0.4;
/** Characters that do not occur in texts, but in pairs of bytes in the wrong order. */
const implausible = /(?![\t\n\r])[\p{Cc}\p{Cn}\p{Co}\p{Cs}]/u;

/** Returns how many groups of 256 characters a text uses. Texts use few, as scripts are in neighbouring groups. */
const groupsOf = (text: string): number =>
  new Set(Array.from(text, (character) => (character.codePointAt(0) ?? 0) >> 8)).size;

/** Returns whether bytes can be UTF-16: in it, blanks and line ends contain a zero, and many letters a control character. */
function mayBeWide(sample: Uint8Array): boolean {
  const controls = Buffer.from(sample).toString('latin1').match(control) ?? [];
  return sample.includes(0) || controls.length >= controlShare * sample.length;
}

/** Detects UTF-16 without a byte order mark. */
function utf16Of(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, sampledBytes);
  if (bytes.length % 2 !== 0 || !mayBeWide(sample)) return undefined;
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
  // A character that the end of the file cuts is no sign of another encoding.
  const damaged = text.split(replacement).length - (text.endsWith(replacement) ? 2 : 1);
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

/** Number of bytes at the beginning of HTML in which it may declare its encoding. */
const declaringBytes = 1_024;

/** Returns the encoding that a `meta` element names. */
function metaCharset(html: string): string | undefined {
  const elements = html.split('<').filter((text) => /^meta\s/i.test(text));
  return elements
    .map((text) => /charset\s*=[\s"']*([\w-]+)/i.exec(text.split('>', 1)[0] ?? '')?.[1])
    .find((charset) => charset !== undefined);
}

/** Decodes HTML: by its byte order mark, in the encoding that is declared for it or in it, otherwise like a text. */
export function decodeHtml(bytes: Uint8Array, declared?: string): string {
  const start = Buffer.from(bytes.subarray(0, declaringBytes)).toString('latin1');
  const own = metaCharset(start);
  // If the declaration can be read, the text is not UTF-16.
  return decodeText(bytes, declared ?? (/^utf-?16/i.test(own ?? '') ? undefined : own));
}

/**
 * A command to a terminal after its escape character: colours, titles of windows, character sets.
 * https://ecma-international.org/publications-and-standards/standards/ecma-48/
 */
const terminalCommand = /^(?:\[[0-?]*[ -/]*[@-~]|\][^\p{Cc}]*(?:[^\P{Cc}\n]|$)|[ -/]*[0-~])/u;

/** `stripVTControlCharacters` of Node takes quadratic time. */
function withoutCommands(text: string): string {
  const [start = '', ...others] = text.split('\x1b');
  return start + others.map((part) => part.replace(terminalCommand, '')).join('');
}

/** Printers and terminals show a character over another one as bold or underlined. */
const printedOver = /[^\n\b][\b]/gu;
/** Control characters that separate pages, lines, records and fields. */
const separators = new Map([
  ...['\v', '\f', '\x1c', '\x1d', '\x1e'].map((control) => [control, '\n'] as const),
  ['\x1f', '\t'],
]);

/** Returns a text as a terminal or printer shows it. */
export const shownText = (text: string): string =>
  withoutCommands(text)
    .replaceAll(printedOver, '')
    .replaceAll(/\p{Cc}/gu, (control) => separators.get(control) ?? control);

/** Names of ASCII. For TextDecoder, they are other names of Windows-1252. */
const ascii = /^(?:(?:us-)?ascii|ansi_x3\.4-1968)$/i;

/**
 * Returns the standard name of the charset of a media type, as in `text/plain; charset=iso-8859-1`; undefined without one
 * or for an unknown name, and for ASCII: a text with other bytes is not in it, and often in UTF-8.
 */
export function charsetOf(mediaType: string): string | undefined {
  const label = /;\s*charset\s*=\s*(?:"([^"]+)"|([^\s;"]+))/i.exec(mediaType)?.slice(1).find(Boolean);
  try {
    return label === undefined || ascii.test(label) ? undefined : new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}
