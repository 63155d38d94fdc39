/** Reads a batch of a file from where the previous batch ended, in ranges. */

import { GetObjectCommand } from '@aws-sdk/client-s3';
import { parseJson, toJson } from '../../../kernel/base/json.ts';
import { type ImportBatch, SourceError, type SyncContext } from '../adapter.ts';
import { syncLimits } from '../runs/run-limits.ts';
import { type CsvHead, type FileFormat, readCsvHead, readLine, readRow } from './file-format.ts';
import { cutRecords, type RawRecord } from './file-records.ts';
import { clientFor, isNamed, toSyncError } from './s3-client.ts';
import { nameOf, type S3Location } from './s3-location.ts';

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
/** Ranges are about as long as the batch, because bytes beyond it are discarded. */
/**
 * Maximum that one batch scans when a file has many lines that are empty or too long; the next batch
 * continues.
 */
const maxScanned = { bytes: 67_108_864, lines: 100_000 } as const;
const rangeBytes = { min: 65_536, max: 4_194_304, firstRecord: 512 } as const;

function parseCursor(cursor: string | null): FileCursor | undefined {
  return cursor === null ? undefined : (parseJson(cursor) as FileCursor);
}

class ChangedError extends Error {}

/** Reads the object from an offset, range by range. */
class FileReader {
  readonly #location: S3Location;
  readonly #signal: AbortSignal;
  #etag: string | undefined;
  #size: number | undefined;

  constructor(location: S3Location, etag: string | undefined, signal: AbortSignal) {
    this.#location = location;
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
      const bytes = await this.#range(at, end - 1);
      if (bytes === undefined) return;
      yield bytes;
      at = end;
    }
  }

  /** Undefined if the object ends before `first`. Throws ChangedError. */
  async #range(first: number, last: number): Promise<Uint8Array | undefined> {
    const { bucket, key, access } = this.#location;
    const pinned = this.#etag === undefined ? {} : { IfMatch: this.#etag };
    const command = new GetObjectCommand({
      Bucket: bucket,
      Key: key,
      Range: `bytes=${first}-${last}`,
      ...pinned,
    });
    try {
      const found = await clientFor(access).send(command, { abortSignal: this.#signal });
      this.#etag ??= found.ETag;
      this.#size = Number(found.ContentRange?.split('/')[1] ?? found.ContentLength ?? 0);
      // Reads the whole range, so that the connection can be reused.
      const bytes = await found.Body?.transformToByteArray();
      if (bytes !== undefined && bytes.length > last - first + 1)
        throw new SourceError(`${nameOf(this.#location)}: the storage sends more than the requested range.`);
      return bytes;
    } catch (error) {
      if (isNamed(error, 'PreconditionFailed', '412')) throw new ChangedError();
      if (!isNamed(error, 'InvalidRange', '416')) throw toSyncError(error, this.#location);
      this.#size ??= first;
      return undefined;
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
    if (record.bytes.length > 0 || record.problem !== undefined) reading.head = readCsvHead(record, idField);
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
  { format }: S3Location,
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

const changedText = (location: S3Location, records: number): string =>
  `${nameOf(location)} has changed during the import, after ${records} lines. Start the import again.`;

/** Reads one batch of the file. Throws SourceError, AuthorizationFailedError. */
export async function readFileBatch(
  context: SyncContext,
  location: S3Location,
  { cursor, batchSize }: { cursor: string | null; batchSize: number },
): Promise<ImportBatch> {
  const previous = parseCursor(cursor);
  const reader = new FileReader(location, previous?.etag, context.signal);
  const { offset = 0, records = 0, head } = previous ?? {};
  const reading: Reading = { items: [], itemBytes: 0, offset, records, head };
  try {
    await readItems(reader, reading, batchSize, location, context.idField);
  } catch (error) {
    if (!(error instanceof ChangedError)) throw error;
    if (previous === undefined || previous.runId === context.runId)
      throw new SourceError(changedText(location, records));
    // The position in the old file is not valid in the new one.
    return readFileBatch(context, location, { cursor: null, batchSize });
  }
  const hasMore = reading.offset < reader.size;
  const header = location.format === 'csv' ? 1 : 0;
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
    cursor: hasMore ? toJson(next) : null,
    hasMore,
    totalEstimate: Math.max(estimate - recordsBefore, reading.items.length),
  };
}
