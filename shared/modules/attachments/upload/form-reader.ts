/**
 * Reads a multipart form as a stream: the file is written to a sink while it is hashed and counted, the fields are held in
 * memory. Parts may have any order. An invalid form stops the reading immediately.
 */
import type { Readable } from 'node:stream';
import { MIMEType } from 'node:util';
import { Dicer } from '@fastify/busboy';
import { hasAtMost } from '../../../kernel/base/text.ts';
import { MalformedBodyError } from '../../../kernel/errors/errors.ts';
import { notUnicodeError } from '../../../kernel/http/caller-json.ts';
import { decodeStrictly } from '../extraction/plain-text.ts';
import { formLimits as limits } from '../limits.ts';
import { type FileHead, FileIntake, FileOverflow, type FileSink } from './file-intake.ts';
import { isFilePart, partHeadOf } from './part-headers.ts';
import { decodedPart, withoutPadding } from './transport.ts';
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

/** Reads parts and their headers only: Busboy, on top of it, misreads `filename*` and replaces invalid UTF-8. */
function parserOf(contentType: string): { parser: Dicer; boundary: string } {
  try {
    const boundary = new MIMEType(contentType).params.get('boundary');
    if (!boundary) throw new TypeError('no boundary');
    // Its types do not know the size.
    const config = { boundary, maxHeaderPairs: limits.headerPairs, maxHeaderSize: limits.headerBytes };
    return { parser: new Dicer(config), boundary };
  } catch (error) {
    throw new MalformedBodyError('The multipart form has no boundary.', error);
  }
}

/**
 * A line of the file that begins like the boundary ends the part (RFC 2046, section 5.1.1), and what follows has no such
 * header: without this error, the beginning of the file would be stored as the whole.
 */
const headlessPart = () =>
  new MalformedBodyError(
    'A part of the form has no Content-Disposition "form-data"; the boundary may not occur in the parts.',
  );

/**
 * Reads the whole form, or stops when its file is too large. Throws MalformedBodyError for an invalid form or one beyond the
 * limits, and the errors of the chunks or the sink; then the sink is aborted.
 */
export async function readForm(reading: FormReading): Promise<ReceivedForm> {
  const { parser, boundary } = parserOf(reading.contentType);
  const fields = new Map<string, string[]>();
  const stopped = Promise.withResolvers<never>();
  const stop = (error: unknown) => stopped.reject(error);
  // Prevents an unhandled rejection while the caller waits for another promise.
  stopped.promise.catch(() => {});
  let intake: FileIntake | undefined;
  let taken: Promise<void> = Promise.resolve();

  const tooMany = (what: string) => () => stop(new MalformedBodyError(`The form has too many ${what}.`));
  const received = { parts: 0, heads: 0, files: 0, fields: 0 };
  let fieldsTaken: Promise<void> = Promise.resolve();
  const takeField = (name: string | undefined, charset: string | undefined, stream: Readable) => {
    received.fields += 1;
    if (received.fields > limits.fields) tooMany('fields')();
    const chunks: Buffer[] = [];
    let bytes = 0;
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.byteLength;
      if (bytes <= limits.fieldBytes) chunks.push(chunk);
      else stop(new MalformedBodyError('A field of the form is too long.'));
    });
    stream.on('error', stop);
    stream.on('end', () => {
      const value = Buffer.concat(chunks);
      // A part without a name is ignored.
      if (name === undefined) return;
      const text = decodeStrictly(value, charset ?? 'utf-8');
      if (text === undefined) stop(notUnicodeError(name));
      else fields.set(name, [...(fields.get(name) ?? []), text]);
    });
    const ended = new Promise<void>((resolve) => void stream.on('end', resolve));
    fieldsTaken = fieldsTaken.then(() => ended);
  };
  const takePart = (headers: object, part: Readable) => {
    const head = partHeadOf(headers as Parameters<typeof partHeadOf>[0]);
    received.heads += 1;
    if (head === undefined) {
      stop(headlessPart());
      part.resume();
      return;
    }
    const { name, fileName, type, charset, encoding } = head;
    const stream = decodedPart(part, encoding);
    if (!isFilePart(head)) return takeField(name, charset, stream);
    received.files += 1;
    if (received.files > limits.files) tooMany('files: one is expected')();
    if (name !== 'file' || received.files > limits.files) {
      stop(new MalformedBodyError('The file of the form must be its part "file".'));
      stream.resume();
      return;
    }
    if (!hasAtMost(fileName ?? '', limits.fileName)) {
      stop(new MalformedBodyError(`The name of the file has more than ${limits.fileName} characters.`));
      stream.resume();
      return;
    }
    const { openSink, maxFileBytes } = reading;
    const clientType = charset === undefined ? type : `${type}; charset=${charset}`;
    intake = new FileIntake(fileName ?? '', clientType, {
      openSink: (file) => openSink(file, fields),
      maxFileBytes,
    });
    taken = intake.take(stream);
    taken.catch(stop);
  };
  parser.on('part', (part) => {
    part.on('error', stop);
    received.parts += 1;
    if (received.parts > limits.parts) {
      tooMany('parts')();
      part.resume();
    } else part.on('header', (headers) => takePart(headers, part));
  });
  const finished = Promise.withResolvers<void>();
  parser.on('finish', finished.resolve);
  parser.on('error', (error: unknown) =>
    stop(new MalformedBodyError('The body is not a complete multipart form.', error)),
  );

  const write = (chunk: Uint8Array) =>
    new Promise<void>((resolve) => {
      // Bytes after the end of the form are ignored.
      if (parser.writable) parser.write(chunk, () => resolve());
      else resolve();
    });

  try {
    for await (const chunk of withoutPadding(reading.chunks, boundary))
      await Promise.race([write(chunk), stopped.promise]);
    if (parser.writable) parser.end();
    await Promise.race([finished.promise, stopped.promise]);
    if (received.heads < received.parts) throw headlessPart();
    await Promise.race([fieldsTaken, stopped.promise]);
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
