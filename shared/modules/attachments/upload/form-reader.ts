/**
 * Reads a multipart form while it comes in: its file goes straight to a sink, hashed and counted on the way, its fields
 * are kept. Parts may come in any order. What no honest client sends ends the reading at once.
 */
import { isUtf8 } from 'node:buffer';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { MalformedBodyError } from '../../../kernel/errors/errors.ts';
import { notUnicodeError } from '../../../kernel/http/caller-json.ts';
import { formLimits as limits } from '../limits.ts';
import { type FileHead, FileIntake, FileOverflow, type FileSink } from './file-intake.ts';
import type { ReceivedFile } from './upload-decision.ts';

export interface FormReading {
  contentType: string;
  chunks: AsyncIterable<Uint8Array>;
  maxFileBytes: number;
  /** Called when the file begins, with what came before it; undefined for one that is not to be kept. */
  openSink: (file: FileHead, fields: FormFields) => Promise<FileSink | undefined>;
}

/** Values by name, in the order in which they came. */
export type FormFields = ReadonlyMap<string, readonly string[]>;

export interface ReceivedForm {
  fields: FormFields;
  /** Undefined when the form has none. */
  file: ReceivedFile | undefined;
  /** What has every byte of the file, for the caller to complete or to abort. */
  sink: FileSink | undefined;
}

function parserOf(contentType: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { parts: limits.parts, headerPairs: limits.headerPairs, headerSize: limits.headerBytes },
      // Fields come as bytes, too: the parser would put U+FFFD in place of those that are no UTF-8.
      isPartAFile: () => true,
    });
  } catch (error) {
    throw new MalformedBodyError('The multipart form has no boundary.', error);
  }
}

/**
 * Reads the whole form, or as much as is needed to know that its file is too large. Throws MalformedBodyError for what
 * is no form, or one beyond its limits, and what the chunks or the sink throw; the sink is aborted then.
 */
export async function readForm(reading: FormReading): Promise<ReceivedForm> {
  const parser = parserOf(reading.contentType);
  const fields = new Map<string, string[]>();
  const stopped = Promise.withResolvers<never>();
  const stop = (error: unknown) => stopped.reject(error);
  // A caller that waits for something else must not leave this rejection unhandled.
  stopped.promise.catch(() => {});
  let intake: FileIntake | undefined;
  let taken: Promise<void> = Promise.resolve();

  const tooMany = (what: string) => () => stop(new MalformedBodyError(`The form has too many ${what}.`));
  const received = { files: 0, fields: 0 };
  parser.on('partsLimit', tooMany('parts'));
  const takeField = (name: unknown, stream: BusboyFileStream) => {
    received.fields += 1;
    if (received.fields > limits.fields) tooMany('fields')();
    const chunks: Buffer[] = [];
    let bytes = 0;
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.byteLength;
      if (bytes <= limits.fieldBytes) chunks.push(chunk);
      else stop(new MalformedBodyError('A field of the form is too long.'));
    });
    stream.on('end', () => {
      const value = Buffer.concat(chunks);
      // A part without a name belongs to no field.
      if (typeof name !== 'string') return;
      if (isUtf8(value)) fields.set(name, [...(fields.get(name) ?? []), value.toString()]);
      else stop(notUnicodeError(name));
    });
  };
  parser.on('file', (part: string, stream: BusboyFileStream, name: unknown, _: string, type: string) => {
    stream.on('error', stop);
    if (name === undefined && type !== 'application/octet-stream') return takeField(part, stream);
    received.files += 1;
    if (received.files > limits.files) tooMany('files: one is expected')();
    if (part !== 'file' || received.files > limits.files) {
      stop(new MalformedBodyError('The file of the form must be its part "file".'));
      stream.resume();
      return;
    }
    const fileName = typeof name === 'string' ? name : '';
    if (fileName.length > limits.fileName) {
      stop(new MalformedBodyError(`The name of the file has more than ${limits.fileName} characters.`));
      stream.resume();
      return;
    }
    const { openSink, maxFileBytes } = reading;
    intake = new FileIntake(fileName, type || undefined, {
      openSink: (file) => openSink(file, fields),
      maxFileBytes,
    });
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
    await Promise.race([taken, stopped.promise]);
  } catch (error) {
    await intake?.abort();
    if (!(error instanceof FileOverflow)) throw error;
  }
  const file = intake?.received();
  // What browsers send for an empty file input has neither a name nor bytes.
  const isChosen = file !== undefined && (file.name !== '' || file.bytes > 0);
  return { fields, file: isChosen ? file : undefined, sink: file?.isTooLarge ? undefined : intake?.sink };
}
