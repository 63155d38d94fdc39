/** Writes objects piece by piece, with a bounded amount of memory at any size. */
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { allOf } from '../base/parallel.ts';
import { describeError, log } from '../observability/log.ts';
import { filesBucket } from './client.ts';
import { labels, type ObjectOptions } from './object-options.ts';

/**
 * S3's minimum part size, except for the last. An upload uses at most three buffers of that size: one is filled while
 * two are sent. https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html
 */
export const partBytes = 5 * 1024 * 1024;
/** More of them would wait for the same connection. */
const partsAtOnce = 2;
/** Most uploads are small: their buffer grows from this size. */
const firstBufferBytes = 64 * 1024;

/**
 * S3 verifies a part by its CRC-32, which takes a tenth of the time of signing its SHA-256; TLS protects it in
 * transit. https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
function leaveUnsigned(command: UploadPartCommand): void {
  command.middlewareStack.add(
    (next) => (args) => {
      const { headers } = args.request as { headers: Record<string, string> };
      headers['x-amz-content-sha256'] = 'UNSIGNED-PAYLOAD';
      return next(args);
    },
    { step: 'build', name: 'leaveUnsigned' },
  );
}

/**
 * An object that is being written. It is not visible before `complete`, because S3 does not show the parts of an
 * incomplete upload.
 */
export interface Upload {
  /** Writes bytes; waits while too many of them are in flight. Throws when S3 refuses; the upload has then ended. */
  write(chunk: Uint8Array): Promise<void>;
  /** Call this when no more bytes follow. Starts sending the rest of a large body, without waiting for it. */
  end(): void;
  /** The key of the object, once it cannot be changed: a large body is sent there while it arrives. */
  readonly fixedKey: string | undefined;
  /**
   * Creates the object: a small body under `key`, a large one under the fixed key. After it resolves the object
   * exists; after it throws, it rarely does.
   */
  complete(key?: string): Promise<void>;
  /** Aborts the upload: no object, and no parts that cost money. Never throws, and may be called at any time. */
  abort(): Promise<void>;
}

/** Unused buffers of a part's size: allocating new memory costs more than filling it. */
const spareBuffers: Buffer[] = [];
const maxSpareBuffers = 6;

/** Fills and reuses buffers of a part's size. */
class PartBuffer {
  #buffer: Buffer = Buffer.alloc(0);
  #used = 0;
  #isLarge: boolean;

  constructor(isLarge: boolean) {
    this.#isLarge = isLarge;
  }

  get isEmpty(): boolean {
    return this.#used === 0;
  }

  get isFull(): boolean {
    return this.#used === partBytes;
  }

  /** Copies as much of the chunk as fits into the part, and returns the number of bytes. */
  take(chunk: Uint8Array): number {
    const taken = Math.min(chunk.byteLength, partBytes - this.#used);
    this.#reserve(this.#used + taken);
    this.#buffer.set(chunk.subarray(0, taken), this.#used);
    this.#used += taken;
    return taken;
  }

  /** The bytes so far, valid until `reuse` returns their buffer. */
  cut(): Buffer {
    const part = this.#buffer.subarray(0, this.#used);
    this.#buffer = Buffer.alloc(0);
    this.#used = 0;
    // The next part will probably fill a buffer too.
    this.#isLarge = true;
    return part;
  }

  /** Returns the buffer of a sent part: its bytes must not be read any more. */
  reuse(part: Buffer): void {
    if (part.buffer.byteLength !== partBytes || spareBuffers.length >= maxSpareBuffers) return;
    spareBuffers.push(Buffer.from(part.buffer));
  }

  #reserve(bytes: number): void {
    if (bytes <= this.#buffer.byteLength) return;
    const size = this.#sizeFor(bytes);
    const larger = (size === partBytes ? spareBuffers.pop() : undefined) ?? Buffer.allocUnsafeSlow(size);
    this.#buffer.copy(larger, 0, 0, this.#used);
    this.#buffer = larger;
  }

  #sizeFor(bytes: number): number {
    if (this.#isLarge) return partBytes;
    let size = Math.max(firstBufferBytes, this.#buffer.byteLength);
    while (size < bytes) size *= 4;
    return Math.min(size, partBytes);
  }
}

/** The parts of a multipart upload, a few of them in flight. */
class MultipartUpload {
  readonly key: string;
  #options: ObjectOptions;
  #uploadId: string | undefined;
  #begun: Promise<void> | undefined;
  #count = 0;
  #parts: { PartNumber: number; ETag: string | undefined }[] = [];
  #sending = new Set<Promise<void>>();
  #failure: { error: unknown } | undefined;

  constructor(key: string, options: ObjectOptions) {
    this.key = key;
    this.#options = options;
  }

  get #target() {
    return { Bucket: filesBucket().name, Key: this.key, UploadId: this.#uploadId };
  }

  /** Number of parts, sent or in flight. */
  get count(): number {
    return this.#count;
  }

  /** Number of parts in flight. */
  get underWay(): number {
    return this.#sending.size;
  }

  /** Resolves when at most this number of parts is in flight. Throws the error of a part. */
  async settled(atMost: number): Promise<void> {
    while (this.#sending.size > atMost) await Promise.race(this.#sending);
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  /** Sends a part and returns at once; `sent` is called when its bytes are no longer needed. */
  send(part: Buffer, sent: () => void): void {
    this.#count += 1;
    const sending = this.#sendPart(part, this.#count)
      .then(sent, (error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
  }

  /** Requests the upload's id from S3, once. */
  async begin(): Promise<void> {
    this.#begun ??= this.#create();
    await this.#begun;
  }

  async #create(): Promise<void> {
    const { Bucket, Key } = this.#target;
    const create = new CreateMultipartUploadCommand({ Bucket, Key, ...labels(this.#options) });
    this.#uploadId = (await filesBucket().client.send(create)).UploadId;
  }

  async #sendPart(part: Buffer, PartNumber: number): Promise<void> {
    const { client } = filesBucket();
    await this.begin();
    const command = new UploadPartCommand({
      ...this.#target,
      PartNumber,
      Body: part,
      ChecksumAlgorithm: 'CRC32',
    });
    leaveUnsigned(command);
    const { ETag } = await client.send(command);
    this.#parts.push({ PartNumber, ETag });
  }

  async complete(): Promise<void> {
    const Parts = this.#parts.toSorted((a, b) => a.PartNumber - b.PartNumber);
    await filesBucket().client.send(
      new CompleteMultipartUploadCommand({ ...this.#target, MultipartUpload: { Parts } }),
    );
  }

  async abort(): Promise<void> {
    // A part that arrives after the end of its upload would remain.
    await allOf([...this.#sending]);
    await this.#begun?.catch(() => undefined);
    if (this.#uploadId === undefined) return;
    await filesBucket()
      .client.send(new AbortMultipartUploadCommand(this.#target))
      // The bucket's lifecycle removes remaining parts after a day.
      .catch((error: unknown) =>
        log('warn', 'an upload was not aborted', { key: this.key, error: describeError(error) }),
      );
  }
}

export interface UploadOptions extends ObjectOptions {
  /** The approximate length of the body, if known: S3 is then prepared for a large body while it arrives. */
  expectedBytes?: number | undefined;
}

/** Starts writing an object. Nothing is sent before a part is full; a body of one part is sent as a whole. */
export function openUpload(key: string, options: UploadOptions = {}): Upload {
  const multipart = new MultipartUpload(key, options);
  let ended = false;
  let over = false;
  const isLarge = (options.expectedBytes ?? 0) > 2 * partBytes;
  const buffer = new PartBuffer(isLarge);

  function refuseAfterEnd(): void {
    if (over) throw new Error(`The upload of ${key} has ended.`);
  }

  async function abort(): Promise<void> {
    if (over) return;
    over = true;
    await multipart.abort();
  }

  async function orAbort(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      await abort();
      throw error;
    }
  }

  function sendPart(): void {
    const part = buffer.cut();
    multipart.send(part, () => buffer.reuse(part));
  }

  function end(): void {
    if (!(ended || over || buffer.isEmpty) && multipart.count > 0) sendPart();
    ended = true;
  }

  async function putWhole(target: string): Promise<void> {
    await multipart.abort();
    over = true;
    const { name, client } = filesBucket();
    const whole = { Bucket: name, Key: target, Body: buffer.cut(), ...labels(options) };
    await client.send(new PutObjectCommand(whole));
  }

  return {
    async write(chunk) {
      refuseAfterEnd();
      await orAbort(async () => {
        // The first part reports its errors.
        if (isLarge && multipart.count === 0) void multipart.begin().catch(() => undefined);
        for (let offset = 0; offset < chunk.byteLength; ) {
          if (buffer.isFull) {
            await multipart.settled(partsAtOnce - 1);
            // It may have been aborted meanwhile.
            refuseAfterEnd();
            sendPart();
          }
          offset += buffer.take(chunk.subarray(offset));
          // Not before more bytes arrive, if the body may end here: it is then sent as a whole.
          if (isLarge && buffer.isFull && multipart.underWay < partsAtOnce) sendPart();
        }
      });
    },
    end,
    get fixedKey() {
      return multipart.count > 0 ? key : undefined;
    },
    async complete(target = key) {
      refuseAfterEnd();
      end();
      if (multipart.count === 0) return putWhole(target);
      await orAbort(async () => {
        await multipart.settled(0);
        await multipart.complete();
      });
      over = true;
    },
    abort,
  };
}
