/** Objects that are written piece by piece, with a bounded amount of memory at any size. */
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { describeError, log } from '../observability/log.ts';
import { allOf } from '../table/parallel.ts';
import { filesBucket } from './client.ts';
import { labels, type ObjectOptions } from './object-options.ts';

/**
 * The smallest part S3 takes, but for the last. Three buffers of that size are all that an upload ever holds: one is
 * being filled while two are being sent. https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html
 */
export const partBytes = 5 * 1024 * 1024;
/** More of them would wait for the same connection to the client. */
const partsAtOnce = 2;
/** Most uploads are small: their buffer grows from here. */
const firstBufferBytes = 64 * 1024;

/**
 * S3 verifies a part by its CRC-32, which takes a tenth of the time that signing its SHA-256 takes; TLS keeps it from
 * being changed on its way. https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
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
 * An object that is being written. It is not visible before `complete`: neither S3 nor its readers know the
 * parts of an upload that is not completed.
 */
export interface Upload {
  /** Takes bytes; waits while too many of them are on their way. Throws when S3 refuses; the upload is over then. */
  write(chunk: Uint8Array): Promise<void>;
  /** No more bytes come. Begins to send what is left of a large body, and does not wait for it. */
  end(): void;
  /** Where the object will be, once that cannot be changed: a large body goes there while it comes in. */
  readonly fixedKey: string | undefined;
  /**
   * Makes the object, of a small body under `key`, of a large one under the key that was fixed. It exists when this has
   * resolved; when it throws, it rarely does.
   */
  complete(key?: string): Promise<void>;
  /** Gives up: no object, and no parts that would be paid for. Never throws, and may be called at any time. */
  abort(): Promise<void>;
}

/** Buffers of a part's size that no upload uses: memory that is fresh from the system costs more than filling it. */
const spareBuffers: Buffer[] = [];
const maxSpareBuffers = 6;

/** Fills buffers of a part's size, and lets them be used again. */
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

  /** Takes as much of the chunk as fits into the part and returns how much that was. */
  take(chunk: Uint8Array): number {
    const taken = Math.min(chunk.byteLength, partBytes - this.#used);
    this.#reserve(this.#used + taken);
    this.#buffer.set(chunk.subarray(0, taken), this.#used);
    this.#used += taken;
    return taken;
  }

  /** The bytes so far. They stay what they are until `reuse` hands their buffer back. */
  cut(): Buffer {
    const part = this.#buffer.subarray(0, this.#used);
    this.#buffer = Buffer.alloc(0);
    this.#used = 0;
    // What goes on behind a part may well fill another.
    this.#isLarge = true;
    return part;
  }

  /** Takes the bytes of a part back that was sent: they must not be read any more. */
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

/** Parts of one upload at S3, of which a few are on their way at once. */
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

  /** How many parts there are, sent or on their way. */
  get count(): number {
    return this.#count;
  }

  /** How many parts are on their way. */
  get underWay(): number {
    return this.#sending.size;
  }

  /** Resolves when at most so many parts are on their way. Throws what went wrong with one of them. */
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

  /** Asks S3 for the upload's id, once. */
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
    // A part that arrived after the end of its upload would stay.
    await allOf([...this.#sending]);
    await this.#begun?.catch(() => undefined);
    if (this.#uploadId === undefined) return;
    await filesBucket()
      .client.send(new AbortMultipartUploadCommand(this.#target))
      // The bucket's lifecycle removes what is left over after a day.
      .catch((error: unknown) =>
        log('warn', 'an upload was not aborted', { key: this.key, error: describeError(error) }),
      );
  }
}

export interface UploadOptions extends ObjectOptions {
  /** About how many bytes will come, when that is known: S3 is then prepared for a large body while it comes in. */
  expectedBytes?: number | undefined;
}

/** Begins to write an object. Nothing is sent before a part is full; a body of one part is sent as a whole. */
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

  async function putWhole(wanted: string): Promise<void> {
    await multipart.abort();
    over = true;
    const { name, client } = filesBucket();
    const whole = { Bucket: name, Key: wanted, Body: buffer.cut(), ...labels(options) };
    await client.send(new PutObjectCommand(whole));
  }

  return {
    async write(chunk) {
      refuseAfterEnd();
      await orAbort(async () => {
        // What goes wrong with it is reported by the first part.
        if (isLarge && multipart.count === 0) void multipart.begin().catch(() => undefined);
        for (let offset = 0; offset < chunk.byteLength; ) {
          if (buffer.isFull) {
            await multipart.settled(partsAtOnce - 1);
            // It may have been given up meanwhile.
            refuseAfterEnd();
            sendPart();
          }
          offset += buffer.take(chunk.subarray(offset));
          // Not before more comes where the body may end here: it is then sent as a whole.
          if (isLarge && buffer.isFull && multipart.underWay < partsAtOnce) sendPart();
        }
      });
    },
    end,
    get fixedKey() {
      return multipart.count > 0 ? key : undefined;
    },
    async complete(wanted = key) {
      refuseAfterEnd();
      end();
      if (multipart.count === 0) return putWhole(wanted);
      await orAbort(async () => {
        await multipart.settled(0);
        await multipart.complete();
      });
      over = true;
    },
    abort,
  };
}
