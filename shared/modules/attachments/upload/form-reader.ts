/**
 * Reads a multipart form as a stream: the file is written to a sink while it is hashed and counted, the fields are held in
 * memory. Parts may have any order. An invalid form stops the reading immediately.
 */
import { isUtf8 } from 'node:buffer';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { MalformedBodyError } from '../../../kernel/errors/errors.ts';
import { notUnicodeError } from '../../../kernel/http/caller-json.ts';
import { hasAtMost } from '../../../kernel/text/text.ts';
import { formLimits as limits } from '../limits.ts';
import { type FileHead, FileIntake, FileOverflow, type FileSink } from './file-intake.ts';
import { PartCharset } from './part-charset.ts';
import type { ReceivedFile } from './upload-decision.ts';

export interface FormReading {
  contentType: string;
  chunks: AsyncIterable<Uint8Array>;
  maxFileBytes: number;
  /** Called at the start of the file with the fields before it; returns undefined for a file that will be rejected. */
  openSink: (file: FileHead, fields: FormFields) => Promise<FileSink | undefined>;
}

/** Values by name, in the order of the form. */
export type FormFields = ReadonlyMap<string, readonly string[]>;

export interface ReceivedForm {
  fields: FormFields;
  /** Undefined if the form has no file. */
  file: ReceivedFile | undefined;
  /** The sink with all bytes of the file, which the caller completes or aborts. */
  sink: FileSink | undefined;
}

function parserOf(contentType: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { parts: limits.parts, headerPairs: limits.headerPairs, headerSize: limits.headerBytes },
      // Fields are read as bytes, too, because the parser would replace invalid UTF-8 by U+FFFD.
      isPartAFile: () => true,
    });
  } catch (error) {
    throw new MalformedBodyError('The multipart form has no boundary.', error);
  }
}

/**
 * Reads the whole form, or stops when its file is too large. Throws MalformedBodyError for an invalid form or one beyond the
 * limits, and the errors of the chunks or the sink; then the sink is aborted.
 */
export async function readForm(reading: FormReading): Promise<ReceivedForm> {
  const parser = parserOf(reading.contentType);
  const partCharset = new PartCharset(reading.contentType);
  const fields = new Map<string, string[]>();
  const stopped = Promise.withResolvers<never>();
  const stop = (error: unknown) => stopped.reject(error);
  // Prevents an unhandled rejection while the caller waits for another promise.
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
      // A part without a name is ignored.
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
    if (!hasAtMost(fileName, limits.fileName)) {
      stop(new MalformedBodyError(`The name of the file has more than ${limits.fileName} characters.`));
      stream.resume();
      return;
    }
    const { openSink, maxFileBytes } = reading;
    const { charset } = partCharset;
    const clientType = type && charset ? `${type}; charset=${charset}` : type;
    intake = new FileIntake(fileName, clientType || undefined, {
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
    for await (const chunk of reading.chunks) {
      if (intake === undefined) partCharset.add(chunk);
      await Promise.race([write(chunk), stopped.promise]);
    }
    parser.end();
    await Promise.race([finished.promise, stopped.promise]);
    await Promise.race([taken, stopped.promise]);
  } catch (error) {
    await intake?.abort();
    if (!(error instanceof FileOverflow)) throw error;
  }
  const file = intake?.received();
  // For an empty file input, browsers send a part with neither name nor bytes.
  const isFileSelected = file !== undefined && (file.name !== '' || file.bytes > 0);
  return {
    fields,
    file: isFileSelected ? file : undefined,
    sink: file?.isTooLarge ? undefined : intake?.sink,
  };
}
