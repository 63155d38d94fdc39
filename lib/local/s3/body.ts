/** The body of an incoming S3 request: decoded, and compared with its checksums. */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { AwsError } from '../gateway/aws-service.ts';
import type { S3Request } from './request.ts';

const maxLineBytes = 16 * 1024;

/**
 * Decodes the aws-chunked encoding, in which SDKs send a stream before they know its checksum, and adds the trailing
 * headers to `trailers`. The signatures of the chunks are not verified.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming-trailers.html
 */
async function* decoded(
  stream: AsyncIterable<Uint8Array>,
  trailers: Map<string, string>,
): AsyncGenerator<Uint8Array, void, void> {
  const malformed = () => new AwsError('InvalidRequest', 'The body is not valid aws-chunked data.');
  const source = stream[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  const receive = async () => {
    const { done, value } = await source.next();
    if (done) throw new AwsError('IncompleteBody', 'The request body ended before it was complete.');
    // The reader may have transferred the memory of an empty rest.
    held = Buffer.concat(held.byteLength === 0 ? [value] : [held, value]);
  };
  const line = async () => {
    while (!held.includes('\r\n')) {
      if (held.byteLength > maxLineBytes) throw malformed();
      await receive();
    }
    const end = held.indexOf('\r\n');
    const text = held.toString('latin1', 0, end);
    held = held.subarray(end + 2);
    return text;
  };
  for (;;) {
    const [, digits] = /^([0-9a-f]{1,8})(?:;|$)/i.exec(await line()) ?? [];
    if (digits === undefined) throw malformed();
    let left = Number.parseInt(digits, 16);
    if (left === 0) break;
    while (left > 0) {
      if (held.byteLength === 0) await receive();
      const piece = held.subarray(0, left);
      held = held.subarray(piece.byteLength);
      left -= piece.byteLength;
      yield piece;
    }
    if ((await line()) !== '') throw malformed();
  }
  for (let trailer = await line(); trailer !== ''; trailer = await line()) {
    const [name = '', value = ''] = trailer.split(':');
    trailers.set(name.trim().toLowerCase(), value.trim());
  }
}

/** CRC-32 with the methods of Node's hashes. */
class Crc32 {
  #value = 0;

  update(chunk: Uint8Array): void {
    this.#value = crc32(chunk, this.#value);
  }

  digest(): Buffer {
    return Buffer.from(this.#value.toString(16).padStart(8, '0'), 'hex');
  }
}

/** Node does not compute CRC32C and CRC64NVME: they are not verified. */
const checksums = {
  'content-md5': () => createHash('md5'),
  'x-amz-checksum-crc32': () => new Crc32(),
  'x-amz-checksum-sha1': () => createHash('sha1'),
  'x-amz-checksum-sha256': () => createHash('sha256'),
};

/**
 * Returns the bytes of a body. They end with an `AwsError` when they do not match the length and checksums of the
 * headers or the trailer.
 */
export async function* bytesOf({ headers, stream }: S3Request): AsyncGenerator<Uint8Array, void, void> {
  const declared = String(headers['x-amz-content-sha256']);
  const sha256 = /^[0-9a-f]{64}$/.test(declared) ? createHash('sha256') : undefined;
  const trailers = new Map<string, string>();
  const checks = Object.entries(checksums)
    .filter(([name]) => name in headers || name === headers['x-amz-trailer'])
    .map(([name, create]) => ({ name, checksum: create() }));
  let bytes = 0;
  for await (const chunk of declared.startsWith('STREAMING-') ? decoded(stream, trailers) : stream) {
    bytes += chunk.byteLength;
    sha256?.update(chunk);
    for (const { checksum } of checks) checksum.update(chunk);
    yield chunk;
  }
  if (bytes !== Number(headers['x-amz-decoded-content-length'] ?? bytes)) {
    const message = 'You did not provide the number of bytes specified by the header.';
    throw new AwsError('IncompleteBody', message);
  }
  if (sha256 !== undefined && sha256.digest('hex') !== declared) {
    const message = 'The provided x-amz-content-sha256 does not match the body.';
    throw new AwsError('XAmzContentSHA256Mismatch', message);
  }
  for (const { name, checksum } of checks) {
    if (checksum.digest().toString('base64') === (trailers.get(name) ?? headers[name])) continue;
    throw new AwsError('BadDigest', `The ${name} you specified did not match the calculated checksum.`);
  }
}

/** Returns the same bytes. They end with an `AwsError` when there are more than `max` or less than `min`. */
export async function* within(
  chunks: AsyncIterable<Uint8Array>,
  { min = 0, max }: { min?: number; max: number },
): AsyncGenerator<Uint8Array, void, void> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (bytes > max) {
      const message = 'Your proposed upload exceeds the maximum allowed size';
      throw new AwsError('EntityTooLarge', message, 400, { MaxSizeAllowed: max });
    }
    yield chunk;
  }
  if (bytes < min) {
    throw new AwsError('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size');
  }
}

const maxTextBytes = 1024 * 1024;

/** Reads a small body as text. */
export async function readText(request: S3Request): Promise<string> {
  return Buffer.concat(await Array.fromAsync(within(bytesOf(request), { max: maxTextBytes }))).toString();
}
