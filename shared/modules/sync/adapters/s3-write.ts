/**
 * Writes a file batch by batch. Batches are staged beside the file. Batches of NDJSON are joined into upload
 * parts as soon as they are large enough; batches of CSV are joined at the end, because all columns are known
 * only then.
 */
import { withColumn } from '../../../kernel/base/field-path.ts';
import { parseJson, toJson } from '../../../kernel/base/json.ts';
import {
  type ExportBatch,
  type ExportItem,
  type ExportResult,
  SourceError,
  type SyncContext,
  withId,
} from '../adapter.ts';
import { assertStorable, csvHeadLine, csvRows, ndjsonLines } from './file-format.ts';
import { isNamed } from './s3-client.ts';
import type { S3Location } from './s3-location.ts';
import { Staging } from './s3-staging.ts';
import {
  abortUpload,
  beginUpload,
  completeUpload,
  isWrittenBy,
  putFile,
  type SentPart,
  sendPart,
  sentParts,
} from './s3-upload.ts';

/** The position of an export. */
interface WriteCursor {
  /** Run that writes the file. */
  runId: string;
  /** The multipart upload of the file; absent until the first part is large enough. */
  uploadId?: string;
  /** First batch that is not joined yet. */
  from: number;
  /** Bytes of the batches that are not joined. */
  bytes: number;
  /** First batch before `from` that is not removed yet. */
  removedTo: number;
  /** Number of joined upload parts, or pieces for CSV. */
  joined: number;
  /** For CSV. */
  columns?: string[];
}

/**
 * The minimum size of a part, except the last.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html
 */
const partBytes = 5 * 1_048_576;
const maxColumns = 1_000;
const rowsAtOnce = 500;

type Row = Readonly<Record<string, unknown>>;

/** Columns are named by the full paths of the id and of mapped fields, by which imports find them. */
function rowOf(item: ExportItem, { idField, fieldPaths = [] }: SyncContext, isCsv: boolean): Row {
  if (!isCsv) return withId(item.data, idField, idOf(item));
  return { ...fieldPaths.reduce(withColumn, item.data), [idField]: idOf(item) };
}

const idOf = ({ externalId, localId }: ExportItem): string => externalId ?? localId;

/**
 * The id first, then the other columns by name, so that the same records produce the same file. Throws
 * SourceError.
 */
function columnsOf(rows: readonly Row[], previousColumns: readonly string[], idField: string): string[] {
  const names = new Set([...previousColumns, ...rows.flatMap((row) => Object.keys(row))]);
  names.delete(idField);
  if (names.size > maxColumns)
    throw new SourceError(`The records have more than ${maxColumns} different fields; use NDJSON.`);
  const columns = [idField, ...[...names].toSorted()];
  assertStorable(columns);
  return columns;
}

/** Converts staged lines to CSV rows. */
function* csvOf(lines: Buffer, columns: readonly string[]): Generator<Buffer, void, void> {
  let rows: Row[] = [];
  for (let start = 0; start < lines.length; ) {
    const end = lines.indexOf(0x0a, start);
    rows.push(parseJson(lines.toString('utf8', start, end)) as Row);
    start = end + 1;
    if (rows.length < rowsAtOnce && start < lines.length) continue;
    yield Buffer.from(csvRows(columns, rows));
    rows = [];
  }
}

/** Writes one file in one run. */
export class FileWriter {
  readonly #location: S3Location;
  readonly #context: SyncContext;
  readonly #staging: Staging;

  constructor(location: S3Location, context: SyncContext) {
    this.#location = location;
    this.#context = context;
    this.#staging = new Staging(location, context.runId, context.signal);
  }

  get #isCsv(): boolean {
    return this.#location.format === 'csv';
  }

  async write({ items, cursor, isLast, batchIndex }: ExportBatch): Promise<ExportResult> {
    const { idField } = this.#context;
    const previous = cursor === null ? undefined : (parseJson(cursor) as WriteCursor);
    if (previous !== undefined && previous.runId !== this.#context.runId)
      throw new SourceError('A file is written as a whole, so the export must start from the beginning.');
    const rows = items.map((item) => rowOf(item, this.#context, this.#isCsv));
    const columns = this.#isCsv ? columnsOf(rows, previous?.columns ?? [], idField) : undefined;
    const lines = Buffer.from(ndjsonLines(rows));
    const next = isLast
      ? await this.#finish(previous, columns, lines, batchIndex)
      : await this.#keep(previous, columns, lines, batchIndex);
    return {
      results: items.map((item) => ({ localId: item.localId, status: 'success', externalId: idOf(item) })),
      cursor: next === null ? null : toJson(next),
    };
  }

  /** Stages a batch, and joins the staged batches when they are large enough. */
  async #keep(
    previous: WriteCursor | undefined,
    columns: string[] | undefined,
    lines: Buffer,
    batchIndex: number,
  ): Promise<WriteCursor> {
    const state = previous ?? (await this.#begin(batchIndex));
    await this.#staging.put('batch', batchIndex, lines);
    const bytes = state.bytes + lines.length;
    const kept = { ...state, bytes, ...(columns && { columns }) };
    const { runId, signal } = this.#context;
    if (bytes < partBytes) return kept;
    // Parts are uploaded with the next batch, when the upload's id is stored. An upload whose id was lost has
    // no parts.
    if (state.uploadId === undefined)
      return { ...kept, uploadId: await beginUpload(this.#location, runId, signal) };
    const body = Buffer.concat(await this.#staging.read('batch', state.from, batchIndex + 1));
    if (this.#isCsv) await this.#staging.put('piece', state.joined, body);
    else await sendPart(this.#location, state.uploadId, { number: state.joined + 1, body }, signal);
    // Removes the batches of the previous join; a repetition of this join reads its batches again.
    await this.#staging.remove('batch', state.removedTo, state.from);
    return { ...kept, from: batchIndex + 1, bytes: 0, removedTo: state.from, joined: state.joined + 1 };
  }

  async #begin(batchIndex: number): Promise<WriteCursor> {
    // Removes objects of runs that ended without cleaning up. No other run of this file is running.
    await this.#staging.clear('file');
    const { runId } = this.#context;
    return { runId, from: batchIndex, bytes: 0, removedTo: batchIndex, joined: 0 };
  }

  async #finish(
    previous: WriteCursor | undefined,
    columns: string[] | undefined,
    lines: Buffer,
    batchIndex: number,
  ): Promise<null> {
    const { runId, signal } = this.#context;
    if (previous === undefined) {
      await putFile(this.#location, runId, this.#whole(lines, columns), signal);
      return null;
    }
    if (!(await isWrittenBy(this.#location, runId, signal))) {
      const kept = await this.#staging.read('batch', previous.from, batchIndex);
      const tail = Buffer.concat([...kept, lines]);
      await this.#complete(previous, columns, tail);
    }
    await this.#staging.clear('run');
    return null;
  }

  #whole(lines: Buffer, columns: string[] | undefined): Buffer {
    if (columns === undefined) return lines;
    return Buffer.concat([Buffer.from(csvHeadLine(columns)), ...csvOf(lines, columns)]);
  }

  async #complete(previous: WriteCursor, columns: string[] | undefined, tail: Buffer): Promise<void> {
    const { runId, signal } = this.#context;
    const { uploadId, joined } = previous;
    if (uploadId === undefined) return putFile(this.#location, runId, this.#whole(tail, columns), signal);
    const parts =
      columns === undefined
        ? await this.#lastPart(uploadId, joined, tail)
        : await this.#csvParts(uploadId, joined, columns, tail);
    try {
      await completeUpload(this.#location, uploadId, parts, signal);
    } catch (error) {
      // An earlier attempt completed the upload, but its response was lost.
      if (!isNamed(error, 'NoSuchUpload') || !(await isWrittenBy(this.#location, runId, signal))) throw error;
    }
  }

  async #lastPart(uploadId: string, joined: number, tail: Buffer): Promise<SentPart[]> {
    const { signal } = this.#context;
    const parts = await sentParts(this.#location, uploadId, joined, signal);
    if (tail.length === 0) return parts;
    const last = await sendPart(this.#location, uploadId, { number: joined + 1, body: tail }, signal);
    return [...parts, last];
  }

  /** Uploads all parts, from the pieces and the remaining batches. */
  async #csvParts(
    uploadId: string,
    joined: number,
    columns: readonly string[],
    tail: Buffer,
  ): Promise<SentPart[]> {
    const { signal } = this.#context;
    const parts: SentPart[] = [];
    let held: Buffer[] = [Buffer.from(csvHeadLine(columns))];
    let heldBytes = 0;
    const send = async () => {
      const part = { number: parts.length + 1, body: Buffer.concat(held) };
      parts.push(await sendPart(this.#location, uploadId, part, signal));
      held = [];
      heldBytes = 0;
    };
    for (let index = 0; index <= joined; index += 1) {
      const [lines = tail] = index < joined ? await this.#staging.read('piece', index, index + 1) : [];
      for (const rows of csvOf(lines, columns)) {
        held.push(rows);
        heldBytes += rows.length;
        if (heldBytes >= partBytes) await send();
      }
    }
    if (heldBytes > 0 || parts.length === 0) await send();
    return parts;
  }

  /** Removes everything that a run has stored except a complete file. */
  async cleanUpExport(cursor: string | null): Promise<void> {
    const previous = cursor === null ? undefined : (parseJson(cursor) as WriteCursor);
    if (previous?.uploadId !== undefined)
      await abortUpload(this.#location, previous.uploadId, this.#context.signal);
    await this.#staging.clear('run');
  }
}
