/** Decodes the content codings of responses (RFC 9110, section 8.4.1), up to a size. */
import { promisify } from 'node:util';
import { brotliDecompress, constants, gunzip, inflate, inflateRaw } from 'node:zlib';
import { toJson } from '../base/json.ts';

interface Limits {
  maxOutputLength: number;
  /** The rest of the bytes is missing, which is no error. */
  isPart: boolean;
}

type Decoder = (bytes: Uint8Array, limits: Limits) => Promise<Uint8Array>;
type Decompress = (bytes: Uint8Array, options: object) => Promise<Uint8Array>;

const decoderOf =
  (decompress: Decompress, flush: number): Decoder =>
  (bytes, { maxOutputLength, isPart }) =>
    decompress(bytes, { maxOutputLength, ...(isPart && { finishFlush: flush }) });

const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = constants;
const inflated = decoderOf(promisify(inflate), Z_SYNC_FLUSH);
const inflatedRaw = decoderOf(promisify(inflateRaw), Z_SYNC_FLUSH);

/** The low half of the first byte of the zlib format; servers also send the bare deflate format under the same name. */
const isZlib = ([first = 0, second = 0]: Uint8Array): boolean =>
  (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;

const gzip = decoderOf(promisify(gunzip), Z_SYNC_FLUSH);
const decoders: ReadonlyMap<string, Decoder> = new Map([
  ['gzip', gzip],
  ['x-gzip', gzip],
  ['br', decoderOf(promisify(brotliDecompress), BROTLI_OPERATION_FLUSH)],
  ['deflate', (bytes, limits) => (isZlib(bytes) ? inflated : inflatedRaw)(bytes, limits)],
]);

/** More are an attack or a mistake. */
const maxCodings = 2;

/** `tooLong`: it has more bytes than allowed. `problem` follows the name of the service. */
export type Decoded = { bytes: Uint8Array } | { tooLong: true } | { problem: string };

const isTooLong = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';

/**
 * Removes the codings that a `content-encoding` header names, the last one first. `isPart`: the given bytes are the first
 * ones of the body, and so is the result.
 */
export async function decoded(
  given: Uint8Array,
  header: string | undefined,
  maxBytes: number,
  { isPart = false } = {},
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
      bytes = await decode(bytes, { maxOutputLength: maxBytes, isPart });
    } catch (error) {
      if (isTooLong(error)) return { tooLong: true };
      return { problem: `answers with a body that is not in its content coding ${coding}` };
    }
  }
  return { bytes };
}
