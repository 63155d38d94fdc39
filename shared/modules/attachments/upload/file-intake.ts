/** Reads the bytes of a file from any source to any sink, and collects the data for the checks of an upload. */
import { createHash, type Hash } from 'node:crypto';
import { transferBuffer } from '../../../kernel/base/transfer-buffer.ts';
import { uploadLimits } from '../limits.ts';
import type { ReceivedFile } from './upload-decision.ts';

/** The target of the bytes. The file is not visible before `complete`. */
export interface FileSink {
  /** Resolves after the chunk was copied, as its memory is reused. */
  write(chunk: Uint8Array): Promise<void>;
  /** Signals the end of the bytes. */
  end(): void;
  /** Key of the object, once it cannot be changed. */
  readonly fixedKey: string | undefined;
  /** Makes the file visible, under `key` unless the key is fixed. */
  complete(key?: string): Promise<void>;
  abort(): Promise<void>;
}

/** The data of a file after its first bytes. */
export type FileHead = Pick<ReceivedFile, 'name' | 'clientType' | 'head'>;

/** Opens the sink of a file; undefined for a file that will be rejected. */
export type OpenSink = (file: FileHead) => Promise<FileSink | undefined>;

/** The file exceeds the maximum size; the rest is not read. */
export class FileOverflow extends Error {}

/** Counts and hashes the bytes of a file, stores the first bytes, and writes all bytes to the sink. */
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

  /** The sink, which has received all bytes after `take`. */
  get sink(): FileSink | undefined {
    return this.#sink;
  }

  /**
   * Reads the chunks, whose memory is released afterwards. Throws FileOverflow if the file exceeds the limit, and the
   * errors of the sink.
   */
  async take(chunks: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const chunk of chunks) {
      this.#bytes += chunk.byteLength;
      if (this.#bytes > this.#maxBytes) {
        this.#isTooLarge = true;
        throw new FileOverflow();
      }
      this.#hash.update(chunk);
      await this.#forward(chunk);
      transferBuffer(chunk);
    }
    if (!this.#isOpen) await this.#open();
    this.#sink?.end();
  }

  /** Buffers the first bytes, because the sink depends on them. */
  async #forward(chunk: Uint8Array): Promise<void> {
    if (this.#isOpen) {
      await this.#sink?.write(chunk);
      return;
    }
    const room = uploadLimits.headBytes - this.#head.byteLength;
    // Copied, because parsers reuse the memory of a chunk.
    this.#head = Buffer.concat([this.#head, chunk.subarray(0, room)]);
    if (this.#head.byteLength < uploadLimits.headBytes) return;
    await this.#open();
    await this.#sink?.write(chunk.subarray(room));
  }

  async #open(): Promise<void> {
    this.#isOpen = true;
    const { name, clientType } = this;
    const sink = await this.#openSink?.({ name, clientType, head: this.#head });
    // No bytes were sent, so the sink needs no abort.
    if (this.#isGivenUp) return;
    this.#sink = sink;
    await sink?.write(this.#head);
  }

  async abort(): Promise<void> {
    this.#isGivenUp = true;
    await this.#sink?.abort();
  }

  /** Returns the data of the file after all bytes were read, or after an overflow. */
  received(): ReceivedFile {
    const { name, clientType } = this;
    const sha256 = this.#isTooLarge ? '' : this.#hash.digest('hex');
    return { name, clientType, bytes: this.#bytes, sha256, head: this.#head, isTooLarge: this.#isTooLarge };
  }
}
