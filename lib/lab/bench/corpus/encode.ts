/** Encodes texts in encodings of one or two bytes, which Node only decodes. */

type Codes = ReadonlyMap<string, readonly number[]>;

const known = new Map<string, Codes>();

const bytesFrom = (first: number): number[] =>
  Array.from({ length: 256 - first }, (_, index) => first + index);

/** Returns the bytes of each character, of the shortest and first of its codes. */
function codesOf(encoding: string): Codes {
  const decoder = new TextDecoder(encoding);
  const codes = new Map<string, readonly number[]>();
  const leads = bytesFrom(0x80);
  const pairs = leads.flatMap((lead) => bytesFrom(0x40).map((trail) => [lead, trail]));
  for (const bytes of [...bytesFrom(0).map((byte) => [byte]), ...pairs]) {
    const text = decoder.decode(Uint8Array.from(bytes));
    if (Array.from(text).length === 1 && text !== '\ufffd' && !codes.has(text)) codes.set(text, bytes);
  }
  return codes;
}

/** Encodes a text. Throws if the encoding does not have a character. */
export function encode(text: string, encoding: string): Buffer {
  const codes = known.get(encoding) ?? codesOf(encoding);
  known.set(encoding, codes);
  return Buffer.from(
    Array.from(text).flatMap((character) => {
      const bytes = codes.get(character);
      if (bytes === undefined) throw new Error(`${encoding} has no ${character}.`);
      return bytes;
    }),
  );
}

/** Encodes a text in UTF-16, most significant byte first. */
export const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
