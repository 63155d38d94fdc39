/**
 * Reads a multipart form while it comes in: its file goes straight to a sink, hashed and counted on the way, its fields
 * are kept. Parts may come in any order. What no honest client sends ends the reading at once.
 */
import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { MalformedBodyError } from '../http/errors.ts';
import { formLimits as limits, uploadLimits } from './limits.ts';
import type { ReceivedFile } from './upload-decision.ts';

/** Where the bytes of the file go. */
export interface FileSink {
  write(chunk: Uint8Array): Promise<void>;
  complete(): Promise<void>;
  abort(): Promise<void>;
}

export interface FormReading {
  contentType: string;
  chunks: AsyncIterable<Uint8Array>;
  maxFileBytes: number;
  /** Called when the file begins; undefined for one that is not to be kept, whatever is in it. */
  openSink: (name: string) => FileSink | undefined;
}

export interface ReceivedForm {
  /** Values by name, in the order in which they came. */
  fields: ReadonlyMap<string, readonly string[]>;
  /** Undefined when the form has none. */
  file: ReceivedFile | undefined;
  /** Every byte of the file is in its sink. */
  isKept: boolean;
}

/** The file is larger than any file may be: nothing more needs to be read. */
class FileOverflow extends Error {}

/** Takes a file's bytes in: counts them, hashes them, keeps the first ones and hands all on. */
class FileIntake {
  readonly name: string;
  readonly clientType: string | undefined;
  #sink: FileSink | undefined;
  #maxBytes: number;
  #hash: Hash = createHash('sha256');
  #head: Buffer = Buffer.alloc(0);
  #bytes = 0;
  #isTooLarge = false;
  isKept = false;

  constructor(name: string, clientType: string | undefined, { openSink, maxFileBytes }: FormReading) {
    this.name = name;
    this.clientType = clientType;
    this.#maxBytes = maxFileBytes;
    this.#sink = openSink(name);
  }

  async take(stream: Readable): Promise<void> {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
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

  result(): ReceivedFile | undefined {
    // What browsers send for a file that nobody chose.
    if (this.name === '' && this.#bytes === 0) return undefined;
    const { name, clientType } = this;
    const sha256 = this.#isTooLarge ? '' : this.#hash.digest('hex');
    return { name, clientType, bytes: this.#bytes, sha256, head: this.#head, isTooLarge: this.#isTooLarge };
  }
}

function parserOf(contentType: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        files: limits.files,
        fields: limits.fields,
        parts: limits.parts,
        fieldSize: limits.fieldBytes,
        headerPairs: limits.headerPairs,
      },
    });
  } catch (error) {
    throw new MalformedBodyError('The multipart form has no boundary.', error);
  }
}

/**
 * Reads the whole form, or as much as is needed to know that its file is too large. Throws MalformedBodyError for what
 * is no form, or one beyond its limits, and whatever the chunks or the sink throw; the sink is aborted then.
 */
export async function readForm(reading: FormReading): Promise<ReceivedForm> {
  const parser = parserOf(reading.contentType);
  const fields = new Map<string, string[]>();
  const stopped = Promise.withResolvers<never>();
  const stop = (error: unknown) => stopped.reject(error);
  // Whoever waits for something else must not leave this rejection to nobody.
  stopped.promise.catch(() => {});
  let intake: FileIntake | undefined;
  let taken: Promise<void> = Promise.resolve();

  const tooMany = (what: string) => () => stop(new MalformedBodyError(`The form has too many ${what}.`));
  parser.on('filesLimit', tooMany('files: one is expected'));
  parser.on('fieldsLimit', tooMany('fields'));
  parser.on('partsLimit', tooMany('parts'));
  parser.on('field', (name: string, value: string, nameIsCut: boolean, valueIsCut: boolean) => {
    if (nameIsCut || valueIsCut) stop(new MalformedBodyError('A field of the form is too long.'));
    // Nameless parts are nobody's.
    if (typeof name === 'string') fields.set(name, [...(fields.get(name) ?? []), value]);
  });
  parser.on('file', (part: string, stream: BusboyFileStream, name: unknown, _: string, type: string) => {
    stream.on('error', stop);
    if (part !== 'file') {
      stop(new MalformedBodyError('The file of the form must be its part "file".'));
      stream.resume();
      return;
    }
    intake = new FileIntake(typeof name === 'string' ? name : '', type || undefined, reading);
    taken = intake.take(stream);
    taken.catch(stop);
  });
  const finished = Promise.withResolvers<void>();
  parser.on('finish', finished.resolve);
  parser.on('error', (error: unknown) =>
    stop(new MalformedBodyError('The body is not a complete multipart form.', error)),
  );

  const write = (chunk: Uint8Array) =>
    new Promise<void>((resolve) => {
      parser.write(chunk, () => resolve());
    });

  try {
    for await (const chunk of reading.chunks) await Promise.race([write(chunk), stopped.promise]);
    parser.end();
    await Promise.race([finished.promise, stopped.promise]);
    await taken;
    await Promise.race([intake?.keep(), stopped.promise]);
  } catch (error) {
    await intake?.abort();
    if (!(error instanceof FileOverflow)) throw error;
  }
  return { fields, file: intake?.result(), isKept: intake?.isKept ?? false };
}
