/**
 * Buckets on disk: an index in SQLite, and the bytes of objects in files that are written once and streamed, so that
 * no object is in memory as a whole. An object that was uploaded in parts keeps the parts' files.
 */
import { randomUUID } from 'node:crypto';
import { copyFileSync, createReadStream, linkSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { transferBuffer } from '../../../shared/kernel/async/transfer-buffer.ts';

/** A file with a run of bytes. */
export interface Blob {
  file: string;
  bytes: number;
}

export interface S3Object {
  bucket: string;
  key: string;
  blobs: Blob[];
  bytes: number;
  /** Including its quotes. */
  etag: string;
  /** Headers stored with the object: `content-type`, `x-amz-meta-…`. */
  headers: Record<string, string>;
  modifiedMs: number;
}

export interface S3Upload {
  id: string;
  bucket: string;
  key: string;
  headers: Record<string, string>;
  startedMs: number;
}

export interface S3Part {
  number: number;
  blob: Blob;
  /** In hexadecimal digits. */
  md5: string;
  modifiedMs: number;
}

export interface S3Store {
  ensureBucket(name: string): void;
  buckets(): { name: string; createdMs: number }[];
  hasBucket(name: string): boolean;
  /** Writes bytes to a new file; removes it when they end with an error. */
  receive(chunks: AsyncIterable<Uint8Array>): Promise<Blob>;
  /** Removes files that are not part of an object. */
  discard(blobs: readonly Blob[]): void;
  /** Creates further names of the same files, without copying where the file system can. */
  duplicate(blobs: readonly Blob[]): Blob[];
  /** Stores the object with its files; the files of a replaced object are removed. */
  put(object: S3Object): void;
  find(bucket: string, key: string): S3Object | undefined;
  /** Streams the bytes from `first` to `last`, both included. */
  read(blobs: readonly Blob[], first: number, last: number): AsyncGenerator<Uint8Array, void, void>;
  remove(bucket: string, key: string): void;
  /** Objects after `after`, sorted by the bytes of their keys. Lazy: the caller stops when it has enough. */
  list(bucket: string, prefix: string, after?: string): Iterable<S3Object>;
  beginUpload(upload: Omit<S3Upload, 'id'>): string;
  findUpload(id: string): S3Upload | undefined;
  uploads(bucket: string): S3Upload[];
  /** Stores the part with its file. */
  putPart(uploadId: string, part: S3Part): void;
  parts(uploadId: string): S3Part[];
  /** Removes an upload and the files of its parts, except those in `kept`. */
  endUpload(id: string, kept?: readonly Blob[]): void;
  close(): void;
}

const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = OFF;
  CREATE TABLE IF NOT EXISTS buckets (name TEXT PRIMARY KEY, createdMs INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS objects (
    bucket TEXT NOT NULL, key TEXT NOT NULL, bytes INTEGER NOT NULL, etag TEXT NOT NULL, modifiedMs INTEGER NOT NULL,
    headers TEXT NOT NULL, blobs TEXT NOT NULL, PRIMARY KEY (bucket, key)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS uploads (
    id TEXT PRIMARY KEY, bucket TEXT NOT NULL, key TEXT NOT NULL, headers TEXT NOT NULL, startedMs INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS parts (
    uploadId TEXT NOT NULL, number INTEGER NOT NULL, md5 TEXT NOT NULL, modifiedMs INTEGER NOT NULL,
    file TEXT NOT NULL, bytes INTEGER NOT NULL, PRIMARY KEY (uploadId, number)
  ) WITHOUT ROWID;
`;

type Row = Record<string, SQLOutputValue>;

function objectOf(row: Row): S3Object {
  return {
    bucket: String(row.bucket),
    key: String(row.key),
    bytes: Number(row.bytes),
    etag: String(row.etag),
    modifiedMs: Number(row.modifiedMs),
    headers: JSON.parse(String(row.headers)),
    blobs: JSON.parse(String(row.blobs)),
  };
}

function uploadOf(row: Row): S3Upload {
  return {
    id: String(row.id),
    bucket: String(row.bucket),
    key: String(row.key),
    headers: JSON.parse(String(row.headers)),
    startedMs: Number(row.startedMs),
  };
}

function partOf(row: Row): S3Part {
  return {
    number: Number(row.number),
    md5: String(row.md5),
    modifiedMs: Number(row.modifiedMs),
    blob: { file: String(row.file), bytes: Number(row.bytes) },
  };
}

/** Chunks of sockets are small, so they are collected to this size before they are written. */
const writeBytes = 1024 * 1024;

/** Opens the buckets in `dataDir`, which is created when missing, and removes files without an object. */
export function openS3Store(dataDir: string): S3Store {
  const bodies = join(dataDir, 'bodies');
  mkdirSync(bodies, { recursive: true });
  const database = new DatabaseSync(join(dataDir, 'index.sqlite'));
  database.exec(schema);
  const pathOf = (file: string): string => join(bodies, file);
  const sql = {
    addBucket: database.prepare('INSERT OR IGNORE INTO buckets VALUES (?, ?)'),
    buckets: database.prepare('SELECT * FROM buckets ORDER BY name'),
    bucket: database.prepare('SELECT 1 FROM buckets WHERE name = ?'),
    put: database.prepare('INSERT OR REPLACE INTO objects VALUES (?, ?, ?, ?, ?, ?, ?)'),
    find: database.prepare('SELECT * FROM objects WHERE bucket = ? AND key = ?'),
    remove: database.prepare('DELETE FROM objects WHERE bucket = ? AND key = ?'),
    list: database.prepare('SELECT * FROM objects WHERE bucket = ? AND key >= ? AND key > ? ORDER BY key'),
    begin: database.prepare('INSERT INTO uploads VALUES (?, ?, ?, ?, ?)'),
    upload: database.prepare('SELECT * FROM uploads WHERE id = ?'),
    uploads: database.prepare('SELECT * FROM uploads WHERE bucket = ? ORDER BY key, startedMs'),
    end: database.prepare('DELETE FROM uploads WHERE id = ?'),
    part: database.prepare('SELECT * FROM parts WHERE uploadId = ? AND number = ?'),
    putPart: database.prepare('INSERT OR REPLACE INTO parts VALUES (?, ?, ?, ?, ?, ?)'),
    parts: database.prepare('SELECT * FROM parts WHERE uploadId = ? ORDER BY number'),
    endParts: database.prepare('DELETE FROM parts WHERE uploadId = ?'),
  };

  function discard(blobs: readonly Blob[]): void {
    for (const { file } of blobs) rmSync(pathOf(file), { force: true });
  }

  function find(bucket: string, key: string): S3Object | undefined {
    const row = sql.find.get(bucket, key);
    return row && objectOf(row);
  }

  function sweep(): void {
    const known = new Set<string>();
    for (const row of database.prepare('SELECT blobs FROM objects').iterate()) {
      for (const { file } of JSON.parse(String(row.blobs)) as Blob[]) known.add(file);
    }
    for (const row of database.prepare('SELECT file FROM parts').iterate()) known.add(String(row.file));
    discard(
      readdirSync(bodies)
        .filter((file) => !known.has(file))
        .map((file) => ({ file, bytes: 0 })),
    );
  }

  sweep();
  return {
    ensureBucket: (name) => void sql.addBucket.run(name, Date.now()),
    buckets: () =>
      sql.buckets.all().map(({ name, createdMs }) => ({ name: String(name), createdMs: Number(createdMs) })),
    hasBucket: (name) => sql.bucket.get(name) !== undefined,
    async receive(chunks) {
      const file = randomUUID();
      const handle = await open(pathOf(file), 'wx');
      let bytes = 0;
      let held: Uint8Array[] = [];
      let heldBytes = 0;
      const flush = async () => {
        if (heldBytes > 0) await handle.writev(held);
        for (const chunk of held) transferBuffer(chunk);
        [held, heldBytes] = [[], 0];
      };
      try {
        for await (const chunk of chunks) {
          held.push(chunk);
          heldBytes += chunk.byteLength;
          bytes += chunk.byteLength;
          if (heldBytes >= writeBytes) await flush();
        }
        await flush();
        await handle.close();
      } catch (error) {
        await handle.close();
        discard([{ file, bytes }]);
        throw error;
      }
      return { file, bytes };
    },
    discard,
    duplicate: (blobs) =>
      blobs.map(({ file, bytes }) => {
        const copy = randomUUID();
        try {
          linkSync(pathOf(file), pathOf(copy));
        } catch {
          // Some file systems have no hard links.
          copyFileSync(pathOf(file), pathOf(copy));
        }
        return { file: copy, bytes };
      }),
    put(object) {
      const { bucket, key, bytes, etag, modifiedMs, headers, blobs } = object;
      const before = find(bucket, key);
      sql.put.run(bucket, key, bytes, etag, modifiedMs, JSON.stringify(headers), JSON.stringify(blobs));
      if (before !== undefined) discard(before.blobs);
    },
    find,
    async *read(blobs, first, last) {
      let begin = 0;
      for (const { file, bytes } of blobs) {
        const start = Math.max(first - begin, 0);
        const end = Math.min(last - begin, bytes - 1);
        begin += bytes;
        if (start <= end) yield* createReadStream(pathOf(file), { start, end, highWaterMark: 256 * 1024 });
      }
    },
    remove(bucket, key) {
      const object = find(bucket, key);
      sql.remove.run(bucket, key);
      if (object !== undefined) discard(object.blobs);
    },
    *list(bucket, prefix, after = '') {
      for (const row of sql.list.iterate(bucket, prefix, after)) {
        const object = objectOf(row);
        if (!object.key.startsWith(prefix)) return;
        yield object;
      }
    },
    beginUpload({ bucket, key, headers, startedMs }) {
      const id = randomUUID();
      sql.begin.run(id, bucket, key, JSON.stringify(headers), startedMs);
      return id;
    },
    findUpload(id) {
      const row = sql.upload.get(id);
      return row && uploadOf(row);
    },
    uploads: (bucket) => sql.uploads.all(bucket).map(uploadOf),
    putPart(uploadId, { number, md5, modifiedMs, blob }) {
      const before = sql.part.get(uploadId, number);
      sql.putPart.run(uploadId, number, md5, modifiedMs, blob.file, blob.bytes);
      if (before !== undefined) discard([partOf(before).blob]);
    },
    parts: (uploadId) => sql.parts.all(uploadId).map(partOf),
    endUpload(id, kept = []) {
      const remainingFiles = new Set(kept.map(({ file }) => file));
      const blobs = sql.parts.all(id).map((row) => partOf(row).blob);
      sql.end.run(id);
      sql.endParts.run(id);
      discard(blobs.filter(({ file }) => !remainingFiles.has(file)));
    },
    close: () => database.close(),
  };
}
