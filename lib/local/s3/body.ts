/** The body of an incoming S3 request: decoded from aws-chunked encoding and compared with its checksums. */
import { createHash, type Hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { crc32 } from 'node:zlib';
import { AwsError } from '../gateway/aws-service.ts';

export interface ReadBody {
  chunks: AsyncIterable<Uint8Array>;
  /** MD5 in hexadecimal digits, once all chunks are read. */
  md5(): string;
}

const maxLineBytes = 16 * 1024;

function malformed(): AwsError {
  return new AwsError('InvalidRequest', 'The body is not valid aws-chunked data.');
}

/** Returns lines and runs of bytes of a stream. */
class Cursor {
  #source: AsyncIterator<Uint8Array>;
  #held: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async #more(): Promise<void> {
    const next = await this.#source.next();
    if (next.done) throw new AwsError('IncompleteBody', 'The request body ended before it was complete.');
    this.#held = Buffer.concat([this.#held, next.value]);
  }

  async line(): Promise<string> {
    for (;;) {
      const end = this.#held.indexOf('\r\n');
      if (end >= 0) {
        const line = this.#held.toString('latin1', 0, end);
        this.#held = this.#held.subarray(end + 2);
        return line;
      }
      if (this.#held.byteLength > maxLineBytes) throw malformed();
      await this.#more();
    }
  }

  async *bytes(count: number): AsyncGenerator<Uint8Array, void, void> {
    for (let left = count; left > 0; ) {
      if (this.#held.byteLength === 0) await this.#more();
      const piece = this.#held.subarray(0, left);
      this.#held = this.#held.subarray(piece.byteLength);
      left -= piece.byteLength;
      yield piece;
    }
  }
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming.html; the chunks' own signatures are not verified. */
async function* unpacked(
  source: AsyncIterable<Uint8Array>,
  trailers: Map<string, string>,
): AsyncGenerator<Uint8Array, void, void> {
  const cursor = new Cursor(source);
  for (;;) {
    const [digits = ''] = (await cursor.line()).split(';');
    if (!/^[0-9a-f]{1,8}$/i.test(digits)) throw malformed();
    const size = Number.parseInt(digits, 16);
    if (size === 0) break;
    yield* cursor.bytes(size);
    if ((await cursor.line()) !== '') throw malformed();
  }
  for (let line = await cursor.line(); line !== ''; line = await cursor.line()) {
    const colon = line.indexOf(':');
    trailers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
}

interface Digest {
  update(chunk: Uint8Array): void;
  base64(): string;
}

function hashDigest(hash: Hash): Digest {
  return { update: (chunk) => void hash.update(chunk), base64: () => hash.digest('base64') };
}

function crcDigest(): Digest {
  let value = 0;
  return {
    update(chunk) {
      value = crc32(chunk, value);
    },
    base64() {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value);
      return bytes.toString('base64');
    },
  };
}

/** CRC32C and CRC64NVME are accepted without being compared: Node computes neither. */
const digests: Readonly<Record<string, () => Digest>> = {
  'x-amz-checksum-crc32': crcDigest,
  'x-amz-checksum-sha1': () => hashDigest(createHash('sha1')),
  'x-amz-checksum-sha256': () => hashDigest(createHash('sha256')),
  'content-md5': () => hashDigest(createHash('md5')),
};

function textOf(value: string | string[] | undefined): string {
  return String(value ?? '');
}

/** Reads the body of a PUT. The chunks end with an `AwsError` when they do not match the headers or the trailer. */
export function readBodyOf(headers: IncomingHttpHeaders, source: AsyncIterable<Uint8Array>): ReadBody {
  const trailers = new Map<string, string>();
  const isPacked = textOf(headers['x-amz-content-sha256']).startsWith('STREAMING-');
  const declaredBytes = headers[isPacked ? 'x-amz-decoded-content-length' : 'content-length'];
  const inTrailer = textOf(headers['x-amz-trailer']).toLowerCase();
  const wanted = Object.entries(digests).filter(([name]) => name in headers || name === inTrailer);
  const checks = wanted.map(([name, make]) => ({ name, digest: make() }));
  const signed = /^[0-9a-f]{64}$/.test(textOf(headers['x-amz-content-sha256']))
    ? createHash('sha256')
    : undefined;
  const md5 = createHash('md5');
  let md5Hex = '';

  async function* chunks(): AsyncGenerator<Uint8Array, void, void> {
    let bytes = 0;
    for await (const chunk of isPacked ? unpacked(source, trailers) : source) {
      bytes += chunk.byteLength;
      md5.update(chunk);
      signed?.update(chunk);
      for (const { digest } of checks) digest.update(chunk);
      yield chunk;
    }
    md5Hex = md5.digest('hex');
    if (declaredBytes !== undefined && Number(declaredBytes) !== bytes) {
      throw new AwsError(
        'IncompleteBody',
        'You did not provide the number of bytes specified by the header.',
      );
    }
    if (signed !== undefined && signed.digest('hex') !== headers['x-amz-content-sha256']) {
      throw new AwsError(
        'XAmzContentSHA256Mismatch',
        'The provided x-amz-content-sha256 does not match the body.',
      );
    }
    for (const { name, digest } of checks) {
      const expected = trailers.get(name) ?? textOf(headers[name]);
      if (digest.base64() !== expected) {
        throw new AwsError('BadDigest', `The ${name} you specified did not match the calculated checksum.`);
      }
    }
  }

  return { chunks: chunks(), md5: () => md5Hex };
}

/** Reads a small body as text. Throws MalformedXML for a body that no SDK sends. */
export async function readText({ chunks }: ReadBody, maxBytes = 1024 * 1024): Promise<string> {
  const held: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (bytes <= maxBytes) held.push(chunk);
  }
  if (bytes > maxBytes) throw new AwsError('MalformedXML', 'The XML you provided is too large.');
  return Buffer.concat(held).toString();
}
