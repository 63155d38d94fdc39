/** Takes the bytes of a file in, wherever they come from and go to: what all checks of an upload need to know of it. */
import { createHash, type Hash } from 'node:crypto';
import { release } from '../../../kernel/async/spent.ts';
import { uploadLimits } from '../limits.ts';
import type { ReceivedFile } from './upload-decision.ts';

/** Where the bytes of the file go. They are not visible before `complete`. */
export interface FileSink {
  /** Has copied the chunk, whose memory is used again, when it resolves. */
  write(chunk: Uint8Array): Promise<void>;
  /** No more bytes come. */
  end(): void;
  /** Where the file will be, once that cannot be changed. */
  readonly fixedKey: string | undefined;
  /** Makes the file visible, under `key` unless its place is fixed. */
  complete(key?: string): Promise<void>;
  abort(): Promise<void>;
}

/** What is known of a file that has begun to come in. */
export type FileHead = Pick<ReceivedFile, 'name' | 'clientType' | 'head'>;

/** The sink of a file; undefined for one that is not to be kept. */
export type OpenSink = (file: FileHead) => Promise<FileSink | undefined>;

/** The file is larger than any file may be: nothing more needs to be read. */
export class FileOverflow extends Error {}

/** Takes a file's bytes in: counts them, hashes them, keeps the first ones and hands all on. */
export class FileIntake {
  readonly name: string;
  readonly clientType: string | undefined;
  #openSink: OpenSink | undefined;
  #isOpen = false;
  #isGivenUp = false;
  #sink: FileSink | undefined;
  #maxBytes: number;
  #hash: Hash = createHash('sha256');
  #head: Buffer = Buffer.alloc(0);
  #bytes = 0;
  #isTooLarge = false;

  constructor(
    name: string,
    clientType: string | undefined,
    { openSink, maxFileBytes }: { openSink?: OpenSink; maxFileBytes: number },
  ) {
    this.name = name;
    this.clientType = clientType;
    this.#maxBytes = maxFileBytes;
    this.#openSink = openSink;
  }

  /** The sink that has all bytes once they are taken in. */
  get sink(): FileSink | undefined {
    return this.#sink;
  }

  /**
   * The chunks are given away: their memory is free once they are taken in. Throws FileOverflow for a file beyond the
   * limit, and what the sink throws.
   */
  async take(chunks: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const chunk of chunks) {
      this.#bytes += chunk.byteLength;
      if (this.#bytes > this.#maxBytes) {
        this.#isTooLarge = true;
        throw new FileOverflow();
      }
      this.#hash.update(chunk);
      await this.#handOn(chunk);
      release(chunk);
    }
    if (!this.#isOpen) await this.#open();
    this.#sink?.end();
  }

  /** Where the bytes go depends on the first ones, so these are held until they are all there. */
  async #handOn(chunk: Uint8Array): Promise<void> {
    if (this.#isOpen) {
      await this.#sink?.write(chunk);
      return;
    }
    const room = uploadLimits.headBytes - this.#head.byteLength;
    // Copied: parsers use the memory of a chunk again.
    this.#head = Buffer.concat([this.#head, chunk.subarray(0, room)]);
    if (this.#head.byteLength < uploadLimits.headBytes) return;
    await this.#open();
    await this.#sink?.write(chunk.subarray(room));
  }

  async #open(): Promise<void> {
    this.#isOpen = true;
    const { name, clientType } = this;
    const sink = await this.#openSink?.({ name, clientType, head: this.#head });
    // Nothing of it was sent.
    if (this.#isGivenUp) return;
    this.#sink = sink;
    await sink?.write(this.#head);
  }

  async abort(): Promise<void> {
    this.#isGivenUp = true;
    await this.#sink?.abort();
  }

  /** What is known of the file when all of it was taken in, or too much. */
  received(): ReceivedFile {
    const { name, clientType } = this;
    const sha256 = this.#isTooLarge ? '' : this.#hash.digest('hex');
    return { name, clientType, bytes: this.#bytes, sha256, head: this.#head, isTooLarge: this.#isTooLarge };
  }
}
