/** Decodes text files. Pure. */

const byteOrderMarks: readonly [mark: readonly number[], encoding: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/** Decodes UTF-8, or the encoding of a byte order mark. Invalid bytes become replacement characters. */
export function decodeText(bytes: Uint8Array): string {
  const marked = byteOrderMarks.find(([mark]) => mark.every((byte, index) => bytes[index] === byte));
  return new TextDecoder(marked?.[1] ?? 'utf-8').decode(bytes);
}
