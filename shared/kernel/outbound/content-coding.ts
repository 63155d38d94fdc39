/** Decodes the content codings of responses (RFC 9110, section 8.4.1), up to a size. */
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { toJson } from '../base/json.ts';

type Decoder = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>;

const [inflated, inflatedRaw] = [promisify(inflate), promisify(inflateRaw)];

/** The low half of the first byte of the zlib format; servers also send the bare deflate format under the same name. */
const isZlib = ([first = 0, second = 0]: Uint8Array): boolean =>
  (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;

const gzip: Decoder = promisify(gunzip);
const decoders: ReadonlyMap<string, Decoder> = new Map([
  ['gzip', gzip],
  ['x-gzip', gzip],
  ['br', promisify(brotliDecompress)],
  ['deflate', (bytes, options) => (isZlib(bytes) ? inflated : inflatedRaw)(bytes, options)],
]);

/** More are an attack or a mistake. */
const maxCodings = 2;

/** `tooLong`: it has more bytes than allowed. `problem` follows the name of the service. */
export type Decoded = { bytes: Uint8Array } | { tooLong: true } | { problem: string };

const isTooLong = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';

/** Removes the codings that a `content-encoding` header names, the last one first. */
export async function decoded(
  given: Uint8Array,
  header: string | undefined,
  maxBytes: number,
): Promise<Decoded> {
  const codings = (header ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (given.length === 0) return { bytes: given };
  if (codings.length > maxCodings) return { problem: `answers in more than ${maxCodings} content codings` };
  let bytes = given;
  for (const coding of codings.reverse()) {
    const decode = decoders.get(coding);
    if (decode === undefined)
      return {
        problem: `answers in the content coding ${toJson(coding.slice(0, 40))}, which is not supported`,
      };
    try {
      bytes = await decode(bytes, { maxOutputLength: maxBytes });
    } catch (error) {
      if (isTooLong(error)) return { tooLong: true };
      return { problem: `answers with a body that is not in its content coding ${coding}` };
    }
  }
  return { bytes };
}
