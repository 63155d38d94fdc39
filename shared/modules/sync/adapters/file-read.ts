/** Reads a batch of a file from where the previous batch ended, in ranges; the storage is given. */

import { parseJson, toJson } from '../../../kernel/base/json.ts';
import { type ImportBatch, SourceError, type SyncContext } from '../adapter.ts';
import { syncLimits } from '../runs/run-limits.ts';
import {
  type CsvHead,
  type FileFormat,
  isBeforeHead,
  readCsvHead,
  readLine,
  readRow,
} from './file-format.ts';
import { cutRecords, type RawRecord } from './file-records.ts';

/** The position of a run in its file. */
export interface FileCursor {
  /** Run that reads the file. Another run may start again if the file has changed; the same run must not. */
  runId: string;
  etag: string;
  offset: number;
  /** Records before this position, with header and empty lines. */
  records: number;
  /** Records that earlier runs have read. */
  recordsBefore: number;
  head?: CsvHead;
}

/** A record of the platform has at most 256 KiB; in the source it may be larger because of names and spaces. */
const maxRecordBytes = 1_048_576;
/**
 * Maximum that one batch scans when a file has many lines that are empty or too long; the next batch
 * continues.
 */
const maxScanned = { bytes: 67_108_864, lines: 100_000 } as const;
/** Ranges are about as long as the batch, because bytes beyond it are discarded. */
const rangeBytes = { min: 65_536, max: 4_194_304, firstRecord: 512 } as const;

function parseCursor(cursor: string | null): FileCursor | undefined {
  return cursor === null ? undefined : (parseJson(cursor) as FileCursor);
}

/** The file is not the one that earlier batches have read. */
export class ChangedError extends Error {}

/** The bytes of a range. */
interface FilePart {
  bytes: Uint8Array;
  etag: string;
  /** Of the whole file. */
  size: number;
}

/** A file in some storage. */
export interface SourceFile {
  /** Its name in messages. */
  name: string;
  format: FileFormat;
  /**
   * Reads the bytes `first` to `last`, both included. Returns undefined if the file ends before `first`. Throws ChangedError
   * if it is not the file with this `etag`, and SourceError.
   */
  readPart(
    range: { first: number; last: number },
    etag: string | undefined,
    signal: AbortSignal,
  ): Promise<FilePart | undefined>;
}

/** Reads the file from an offset, range by range. */
class FileReader {
  readonly #file: SourceFile;
  readonly #signal: AbortSignal;
  #etag: string | undefined;
  #size: number | undefined;

  constructor(file: SourceFile, etag: string | undefined, signal: AbortSignal) {
    this.#file = file;
    this.#etag = etag;
    this.#signal = signal;
  }

  get etag(): string {
    return this.#etag ?? '';
  }

  get size(): number {
    return this.#size ?? 0;
  }

  async *from(offset: number, lengthBytes: number): AsyncGenerator<Uint8Array, void, void> {
    let at = offset;
    while (this.#size === undefined || at < this.#size) {
      const end = at + lengthBytes;
      const part = await this.#file.readPart({ first: at, last: end - 1 }, this.#etag, this.#signal);
      if (part === undefined) {
        this.#size ??= at;
        return;
      }
      this.#etag ??= part.etag;
      this.#size = part.size;
      if (part.bytes.length > lengthBytes)
        throw new SourceError(`${this.#file.name}: the storage sends more than the requested range.`);
      yield part.bytes;
      at = end;
    }
  }
}

/** The part of a batch that was read so far. */
interface Reading {
  items: ImportBatch['items'][number][];
  /** Bytes of these items in the file. */
  itemBytes: number;
  offset: number;
  records: number;
  head: CsvHead | undefined;
  /** False for a preview, which shows the columns of a file without the id, too. */
  needsId: boolean;
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

function withoutMark(raw: RawRecord, offset: number): RawRecord {
  const isMarked = offset === 0 && raw.bytes.subarray(0, 3).equals(byteOrderMark);
  return isMarked ? { ...raw, bytes: raw.bytes.subarray(3) } : raw;
}

/**
 * Adds one record of the file. Returns true if the following records were split wrongly and must be read
 * again from the offset.
 */
function takeRecord(reading: Reading, raw: RawRecord, format: FileFormat, idField: string): boolean {
  const record = withoutMark(raw, reading.offset);
  reading.records += 1;
  const itemsBefore = reading.items.length;
  const options = { idField, number: reading.records, maxBytes: maxRecordBytes };
  let endOffset = raw.endOffset;
  if (format === 'ndjson') {
    const found = readLine(record, options);
    if (found !== undefined) reading.items.push(found);
  } else if (reading.head === undefined) {
    if (!isBeforeHead(record)) reading.head = readCsvHead(record, idField, reading.needsId);
  } else {
    const found = readRow(record, reading.head, options);
    if (found !== undefined && 'isCut' in found) endOffset = raw.lineEndOffset;
    if (found !== undefined) {
      const { isCut: _, ...item } = found as typeof found & { isCut?: boolean };
      reading.items.push(item);
    }
  }
  const isCut = endOffset < raw.endOffset;
  if (reading.items.length > itemsBefore) reading.itemBytes += raw.bytes.length;
  reading.offset = endOffset;
  return isCut || (raw.problem === 'too_long' && format === 'csv');
}

const quotedByte = (head: CsvHead | undefined): number => (head?.delimiter ?? ',').charCodeAt(0);

/** Continues `reading` until it has `batchSize` items or the maximum bytes of a batch, or the file ends. */
async function readItems(
  reader: FileReader,
  reading: Reading,
  batchSize: number,
  { format }: SourceFile,
  idField: string,
): Promise<void> {
  const perRecord =
    reading.records === 0 ? rangeBytes.firstRecord : Math.ceil(reading.offset / reading.records);
  const expectedBytes = Math.ceil(1.1 * perRecord * batchSize) + 4_096;
  const length = Math.min(Math.max(expectedBytes, rangeBytes.min), rangeBytes.max);
  const { offset: start, records: linesBefore } = reading;
  const isFull = () =>
    reading.items.length >= batchSize ||
    reading.itemBytes >= syncLimits.batchBytes ||
    reading.offset - start >= maxScanned.bytes ||
    reading.records - linesBefore >= maxScanned.lines;
  for (let isCut = true; isCut && !isFull(); ) {
    isCut = false;
    const hadHead = reading.head !== undefined;
    const delimiter = format === 'csv' ? quotedByte(reading.head) : undefined;
    const chunks = reader.from(reading.offset, length);
    const { offset } = reading;
    for await (const raw of cutRecords(chunks, { offset, delimiter, maxBytes: maxRecordBytes })) {
      isCut = takeRecord(reading, raw, format, idField);
      // The header decides the delimiter.
      isCut ||= !hadHead && reading.head !== undefined && quotedByte(reading.head) !== delimiter;
      if (isCut || isFull()) break;
    }
  }
}

const changedText = ({ name }: SourceFile, records: number): string =>
  `${name} has changed during the import, after ${records} lines. Start the import again.`;

/** Reads one batch of the file. Throws SourceError, and errors of the storage. */
export async function readFileBatch(
  context: SyncContext,
  file: SourceFile,
  { cursor, batchSize }: { cursor: string | null; batchSize: number },
): Promise<ImportBatch> {
  const previous = parseCursor(cursor);
  const reader = new FileReader(file, previous?.etag, context.signal);
  const { offset = 0, records = 0, head } = previous ?? {};
  const reading: Reading = {
    items: [],
    itemBytes: 0,
    ...{ offset, records, head },
    needsId: context.isPreview !== true,
  };
  try {
    await readItems(reader, reading, batchSize, file, context.idField);
  } catch (error) {
    if (!(error instanceof ChangedError)) throw error;
    if (previous === undefined || previous.runId === context.runId)
      throw new SourceError(changedText(file, records));
    // The position in the old file is not valid in the new one.
    return readFileBatch(context, file, { cursor: null, batchSize });
  }
  const hasMore = reading.offset < reader.size;
  const header = file.format === 'csv' ? 1 : 0;
  const recordsBefore =
    previous?.runId === context.runId ? previous.recordsBefore : Math.max(records, header);
  const next: FileCursor = {
    runId: context.runId,
    etag: reader.etag,
    offset: reading.offset,
    records: reading.records,
    recordsBefore,
    ...(reading.head && { head: reading.head }),
  };
  const estimate = hasMore
    ? Math.round((reader.size / Math.max(reading.offset, 1)) * reading.records)
    : reading.records;
  return {
    items: reading.items,
    columns: reading.head?.columns.filter((name) => name !== ''),
    cursor: hasMore ? toJson(next) : null,
    hasMore,
    totalEstimate: Math.max(estimate - recordsBefore, reading.items.length),
  };
}
