/** Undoes what transports may do to multipart forms: blanks after delimiters, and an encoding of parts. */
import { Readable } from 'node:stream';
import { MalformedBodyError } from '../../../kernel/errors/errors.ts';

/** More blanks are no padding: they must not fill the memory. */
const maxPadding = 1_000;
const [tab, lineFeed, carriageReturn, blank] = [0x09, 0x0a, 0x0d, 0x20];

/** Where a delimiter begins that the end of the bytes cuts off; the length of the bytes if there is none. */
function cutDelimiterAt(bytes: Buffer, delimiter: Buffer): number {
  const first = Math.max(0, bytes.byteLength - delimiter.byteLength + 1);
  for (let at = bytes.indexOf(carriageReturn, first); at >= 0; at = bytes.indexOf(carriageReturn, at + 1)) {
    const tail = bytes.subarray(at);
    if (delimiter.subarray(0, tail.byteLength).equals(tail)) return at;
  }
  return bytes.byteLength;
}

/**
 * The form without the blanks between a delimiter and its line end (RFC 2046, section 5.1.1), which the parser does not expect.
 * Chunks stay as they are, except around delimiters.
 */
export async function* withoutPadding(
  chunks: AsyncIterable<Uint8Array>,
  boundary: string,
): AsyncGenerator<Uint8Array> {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // The first delimiter may begin the form; the parser ignores what is before it.
  let held: Buffer = Buffer.from('\r\n');
  for await (const chunk of chunks) {
    const { buffer, byteOffset, byteLength } = chunk;
    const view = Buffer.from(buffer, byteOffset, byteLength);
    const bytes = held.byteLength === 0 ? view : Buffer.concat([held, view]);
    let [from, until] = [0, cutDelimiterAt(bytes, delimiter)];
    let at = bytes.indexOf(delimiter);
    while (at >= 0) {
      const end = at + delimiter.byteLength;
      let next = end;
      while (bytes[next] === blank || bytes[next] === tab) next += 1;
      const isOpen = next >= bytes.byteLength - 1 && next - end < maxPadding;
      if (isOpen) until = Math.min(until, at);
      else if (next > end && bytes[next] === carriageReturn && bytes[next + 1] === lineFeed) {
        yield bytes.subarray(from, end);
        from = next;
      }
      at = bytes.indexOf(delimiter, end);
    }
    // Copied, because readers release the memory of a chunk.
    held = Buffer.from(bytes.subarray(until));
    if (until > from) yield bytes.subarray(from, until);
  }
  if (held.byteLength > 0) yield held;
}

const inner = /^[A-Za-z0-9+/]*$/;
const last = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2,3}={0,2})?$/;

/** Throws MalformedBodyError. */
function base64Bytes(text: string, pattern: RegExp): Buffer {
  if (pattern.test(text)) return Buffer.from(text, 'base64');
  throw new MalformedBodyError('A part of the form is not in base64, its Content-Transfer-Encoding.');
}

async function* base64Of(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let text = '';
  for await (const chunk of stream) {
    text += Buffer.from(chunk).toString('latin1').replaceAll(/\s/g, '');
    // The last group may end the part.
    const whole = Math.max(0, text.length - 4 - (text.length % 4));
    yield base64Bytes(text.slice(0, whole), inner);
    text = text.slice(whole);
  }
  yield base64Bytes(text, last);
}

/**
 * The bytes of a part whose `Content-Transfer-Encoding` is base64. Browsers send no such header (RFC 7578, section 4.7), and
 * most programs one that changes nothing.
 */
export const decodedPart = (stream: Readable, encoding: string): Readable =>
  encoding === 'base64' ? Readable.from(base64Of(stream), { objectMode: false }) : stream;
