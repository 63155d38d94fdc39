/** Objects that are written piece by piece, with a bounded amount of memory whatever their size. */
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { describeError, log } from '../log.ts';
import { filesBucket } from './client.ts';
import { labels, type ObjectOptions } from './object-options.ts';

/**
 * The smallest part S3 takes, but for the last. Two buffers of that size are all that an upload ever holds: one is
 * being filled while the other is being sent. https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html
 */
export const partBytes = 5 * 1024 * 1024;
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

export interface Upload {
  /** Takes bytes; waits while the part before is still being sent. Throws when S3 refuses; the upload is over then. */
  write(chunk: Uint8Array): Promise<void>;
  /** Sends what is left. The object exists when this has resolved; when it throws, it rarely does. */
  complete(): Promise<void>;
  /** Gives up: no object, and no parts that would be paid for. Never throws, and may be called at any time. */
  abort(): Promise<void>;
}

/** Fills buffers of a part's size, and lets the last two be used again. */
class PartBuffer {
  #buffer: Buffer = Buffer.alloc(0);
  #used = 0;
  #spare: Buffer | undefined;

  get isFull(): boolean {
    return this.#used === partBytes;
  }

  get bytes(): number {
    return this.#used;
  }

  /** Takes as much of the chunk as fits into the part and answers how much that was. */
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
    this.#buffer = this.#spare ?? Buffer.alloc(0);
    this.#spare = undefined;
    this.#used = 0;
    return part;
  }

  reuse(part: Buffer): void {
    if (part.byteLength === partBytes) this.#spare = part;
  }

  #reserve(bytes: number): void {
    if (bytes <= this.#buffer.byteLength) return;
    let size = Math.max(firstBufferBytes, this.#buffer.byteLength);
    while (size < bytes) size *= 4;
    const larger = Buffer.allocUnsafeSlow(Math.min(size, partBytes));
    this.#buffer.copy(larger, 0, 0, this.#used);
    this.#buffer = larger;
  }
}

/** Parts of one upload at S3: at most one is on its way. */
class MultipartUpload {
  #key: string;
  #options: ObjectOptions;
  #uploadId: string | undefined;
  #begun: Promise<void> | undefined;
  #parts: { PartNumber: number; ETag: string | undefined }[] = [];
  #sending: Promise<void> = Promise.resolve();
  #failure: { error: unknown } | undefined;

  constructor(key: string, options: ObjectOptions) {
    this.#key = key;
    this.#options = options;
  }

  get #target() {
    return { Bucket: filesBucket().name, Key: this.#key, UploadId: this.#uploadId };
  }

  /** Resolves when the part before has arrived. Throws what went wrong with it. */
  async settled(): Promise<void> {
    await this.#sending;
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  /** Sends a part and returns at once; `sent` is called when its bytes are no longer needed. */
  send(part: Buffer, sent: () => void): void {
    this.#sending = this.#sendPart(part).then(sent, (error: unknown) => {
      this.#failure = { error };
    });
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

  async #sendPart(part: Buffer): Promise<void> {
    const { client } = filesBucket();
    await this.begin();
    const PartNumber = this.#parts.length + 1;
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
    await filesBucket().client.send(
      new CompleteMultipartUploadCommand({ ...this.#target, MultipartUpload: { Parts: this.#parts } }),
    );
  }

  async abort(): Promise<void> {
    // A part that arrived after the end of its upload would stay.
    await this.#sending;
    await this.#begun?.catch(() => undefined);
    if (this.#uploadId === undefined) return;
    await filesBucket()
      .client.send(new AbortMultipartUploadCommand(this.#target))
      // The bucket's lifecycle removes what is left over after a day.
      .catch((error: unknown) =>
        log('warn', 'an upload was not aborted', { key: this.#key, error: describeError(error) }),
      );
  }
}

export interface UploadOptions extends ObjectOptions {
  /** About how many bytes will come, when that is known: S3 is then prepared for a large body while it comes in. */
  expectedBytes?: number | undefined;
}

/** Begins to write an object. Nothing is sent before a part is full; a body of one part is sent as a whole. */
export function openUpload(key: string, options: UploadOptions = {}): Upload {
  const buffer = new PartBuffer();
  const multipart = new MultipartUpload(key, options);
  let parts = 0;
  let ended = false;
  const isLarge = (options.expectedBytes ?? 0) > 2 * partBytes;

  function refuseAfterEnd(): void {
    if (ended) throw new Error(`The upload of ${key} has ended.`);
  }

  async function abort(): Promise<void> {
    if (ended) return;
    ended = true;
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

  async function sendPart(): Promise<void> {
    await multipart.settled();
    const part = buffer.cut();
    parts += 1;
    multipart.send(part, () => buffer.reuse(part));
  }

  return {
    async write(chunk) {
      refuseAfterEnd();
      await orAbort(async () => {
        // What goes wrong with it is told by the first part.
        if (isLarge && parts === 0) void multipart.begin().catch(() => undefined);
        for (let offset = 0; offset < chunk.byteLength; ) {
          if (buffer.isFull) await sendPart();
          offset += buffer.take(chunk.subarray(offset));
        }
      });
    },
    async complete() {
      refuseAfterEnd();
      if (parts === 0) {
        await multipart.abort();
        ended = true;
        const { name, client } = filesBucket();
        const whole = { Bucket: name, Key: key, Body: buffer.cut(), ...labels(options) };
        await client.send(new PutObjectCommand(whole));
        return;
      }
      await orAbort(async () => {
        await sendPart();
        await multipart.settled();
        await multipart.complete();
      });
      ended = true;
    },
    abort,
  };
}
