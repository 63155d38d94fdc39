/** Takes the bytes of a file in, wherever they come from and go to: what all checks of an upload need to know of it. */
import { createHash, type Hash } from 'node:crypto';
import { uploadLimits } from './limits.ts';
import type { ReceivedFile } from './upload-decision.ts';

/** Where the bytes of the file go. */
export interface FileSink {
  write(chunk: Uint8Array): Promise<void>;
  complete(): Promise<void>;
  abort(): Promise<void>;
}

/** The file is larger than any file may be: nothing more needs to be read. */
export class FileOverflow extends Error {}

/** Takes a file's bytes in: counts them, hashes them, keeps the first ones and hands all on. */
export class FileIntake {
  readonly name: string;
  readonly clientType: string | undefined;
  #sink: FileSink | undefined;
  #maxBytes: number;
  #hash: Hash = createHash('sha256');
  #head: Buffer = Buffer.alloc(0);
  #bytes = 0;
  #isTooLarge = false;
  isKept = false;

  constructor(
    name: string,
    clientType: string | undefined,
    { sink, maxFileBytes }: { sink?: FileSink | undefined; maxFileBytes: number },
  ) {
    this.name = name;
    this.clientType = clientType;
    this.#maxBytes = maxFileBytes;
    this.#sink = sink;
  }

  /** Throws FileOverflow for a file beyond the limit, and what the sink throws. */
  async take(chunks: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const chunk of chunks) {
      this.#bytes += chunk.byteLength;
      if (this.#bytes > this.#maxBytes) {
        this.#isTooLarge = true;
        throw new FileOverflow();
      }
      this.#hash.update(chunk);
      const room = uploadLimits.headBytes - this.#head.byteLength;
      // Copied: parsers use the memory of a chunk again.
      if (room > 0) this.#head = Buffer.concat([this.#head, chunk.subarray(0, room)]);
      await this.#sink?.write(chunk);
    }
  }

  async keep(): Promise<void> {
    await this.#sink?.complete();
    this.isKept = this.#sink !== undefined;
  }

  async abort(): Promise<void> {
    await this.#sink?.abort();
  }

  /** What is known of the file when all of it was taken in, or too much. */
  received(): ReceivedFile {
    const { name, clientType } = this;
    const sha256 = this.#isTooLarge ? '' : this.#hash.digest('hex');
    return { name, clientType, bytes: this.#bytes, sha256, head: this.#head, isTooLarge: this.#isTooLarge };
  }
}
