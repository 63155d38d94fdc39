/**
 * Buckets on disk: an index in SQLite, and the bytes of objects in files that are written once and streamed, so that
 * no object is in memory as a whole. An object that was uploaded in parts keeps the parts' files.
 */
import { createHash, randomUUID } from 'node:crypto';
import { copyFileSync, createReadStream, linkSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { jsonColumn } from '../read-as.ts';
import { transferBuffer } from '../transfer-buffer.ts';

const headers = jsonColumn(z.record(z.string(), z.string()));

/** A file with a run of bytes. */
const blob = z.object({ file: z.string(), bytes: z.number() });

const objectRow = z.object({
  bucket: z.string(),
  key: z.string(),
  blobs: jsonColumn(z.array(blob)),
  bytes: z.number(),
  /** Including its quotes. */
  etag: z.string(),
  /** Headers stored with the object: `content-type`, `x-amz-tagging`, `x-amz-meta-…`. */
  headers,
  modifiedMs: z.number(),
});

const uploadRow = z.object({
  id: z.string(),
  bucket: z.string(),
  key: z.string(),
  headers,
  startedMs: z.number(),
});

const partRow = z.extend(blob, {
  number: z.number(),
  /** In hexadecimal digits. */
  md5: z.string(),
  modifiedMs: z.number(),
});

export type Blob = z.infer<typeof blob>;
export type S3Object = z.infer<typeof objectRow>;
export type Place = Pick<S3Object, 'bucket' | 'key'>;
export type S3Upload = z.infer<typeof uploadRow>;
export type S3Part = z.infer<typeof partRow>;

const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = OFF;
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

/** Chunks of sockets are small, so they are collected to this size before they are written. */
const writeBytes = 1024 * 1024;

export type S3Store = ReturnType<typeof openS3Store>;

/** Opens buckets in `dataDir`, which is created when missing, and removes files without an object. */
export function openS3Store(dataDir: string, buckets: readonly string[]) {
  const bodies = join(dataDir, 'bodies');
  const pathOf = (file: string): string => join(bodies, file);
  mkdirSync(bodies, { recursive: true });
  const database = new DatabaseSync(join(dataDir, 'index.sqlite'));
  database.exec(schema);
  // Prepares each statement once.
  const sql = database.createTagStore();

  /** Removes files that are not part of an object any more. */
  function discard(blobs: readonly Pick<Blob, 'file'>[]): void {
    for (const { file } of blobs) rmSync(pathOf(file), { force: true });
  }

  function find({ bucket, key }: Place): S3Object | undefined {
    const row = sql.get`SELECT * FROM objects WHERE bucket = ${bucket} AND key = ${key}`;
    return row && z.parse(objectRow, row);
  }

  function parts(uploadId: string): S3Part[] {
    const rows = sql.all`SELECT * FROM parts WHERE uploadId = ${uploadId} ORDER BY number`;
    return rows.map((row) => z.parse(partRow, row));
  }

  const files = sql.iterate`
    SELECT file FROM parts UNION SELECT value->>'file' FROM objects, json_each(objects.blobs)`;
  const known = new Set<unknown>(files.map(({ file }) => file));
  for (const file of readdirSync(bodies)) if (!known.has(file)) discard([{ file }]);

  return {
    find,
    parts,
    /** Names of the buckets. */
    buckets: new Set(buckets),
    createdAt: statSync(bodies).birthtime,
    /**
     * Writes bytes to a new file, and returns what `keep` returns for it and its MD5 in hexadecimal digits. Removes the
     * file when the bytes or `keep` end with an error.
     */
    async receive<Kept>(
      chunks: AsyncIterable<Uint8Array>,
      keep: (blob: Blob, md5: string) => Kept,
    ): Promise<Kept> {
      const file = randomUUID();
      const handle = await open(pathOf(file), 'wx');
      const md5 = createHash('md5');
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
          md5.update(chunk);
          held.push(chunk);
          heldBytes += chunk.byteLength;
          bytes += chunk.byteLength;
          if (heldBytes >= writeBytes) await flush();
        }
        await flush();
        await handle.close();
        return keep({ file, bytes }, md5.digest('hex'));
      } catch (error) {
        await handle.close();
        discard([{ file }]);
        throw error;
      }
    },
    /** Creates further names of the same files, without copying where the file system can. */
    duplicate(blobs: readonly Blob[]): Blob[] {
      return blobs.map(({ file, bytes }) => {
        const copy = randomUUID();
        try {
          linkSync(pathOf(file), pathOf(copy));
        } catch {
          // Some file systems have no hard links.
          copyFileSync(pathOf(file), pathOf(copy));
        }
        return { file: copy, bytes };
      });
    },
    /** Stores an object with its files and returns it; the files of a replaced object are removed. */
    put(written: Omit<S3Object, 'bytes' | 'modifiedMs'>): S3Object {
      const bytes = written.blobs.reduce((sum, blob) => sum + blob.bytes, 0);
      const object = { ...written, bytes, modifiedMs: Date.now() };
      const { bucket, key, etag, modifiedMs, headers, blobs } = object;
      const before = find(object);
      sql.run`INSERT OR REPLACE INTO objects VALUES
        (${bucket}, ${key}, ${bytes}, ${etag}, ${modifiedMs}, ${JSON.stringify(headers)}, ${JSON.stringify(blobs)})`;
      if (before !== undefined) discard(before.blobs);
      return object;
    },
    /** Streams the bytes from `first` to `last`, both included. */
    async *read(blobs: readonly Blob[], first: number, last: number): AsyncGenerator<Uint8Array, void, void> {
      let begin = 0;
      for (const { file, bytes } of blobs) {
        const start = Math.max(first - begin, 0);
        const end = Math.min(last - begin, bytes - 1);
        begin += bytes;
        if (start <= end) yield* createReadStream(pathOf(file), { start, end, highWaterMark: 256 * 1024 });
      }
    },
    remove(place: Place): void {
      const object = find(place);
      sql.run`DELETE FROM objects WHERE bucket = ${place.bucket} AND key = ${place.key}`;
      if (object !== undefined) discard(object.blobs);
    },
    /** Objects after `after`, sorted by the bytes of their keys. Lazy: the caller stops when it has enough. */
    *list(bucket: string, prefix: string, after = ''): Generator<S3Object, void, void> {
      const rows = sql.iterate`
        SELECT * FROM objects WHERE bucket = ${bucket} AND key >= ${prefix} AND key > ${after} ORDER BY key`;
      for (const row of rows) {
        const object = z.parse(objectRow, row);
        if (!object.key.startsWith(prefix)) return;
        yield object;
      }
    },
    beginUpload({ bucket, key }: Place, headers: S3Upload['headers']): string {
      const id = randomUUID();
      const text = JSON.stringify(headers);
      sql.run`INSERT INTO uploads VALUES (${id}, ${bucket}, ${key}, ${text}, ${Date.now()})`;
      return id;
    },
    findUpload(id: string): S3Upload | undefined {
      const row = sql.get`SELECT * FROM uploads WHERE id = ${id}`;
      return row && z.parse(uploadRow, row);
    },
    /** Uploads of keys that begin with `prefix`. */
    uploads(bucket: string, prefix: string): S3Upload[] {
      const rows = sql.all`SELECT * FROM uploads WHERE bucket = ${bucket} ORDER BY key, startedMs`;
      return rows.map((row) => z.parse(uploadRow, row)).filter(({ key }) => key.startsWith(prefix));
    },
    /** Stores the part with its file; the file of a replaced part is removed. */
    putPart(uploadId: string, { number, md5, file, bytes }: Omit<S3Part, 'modifiedMs'>): void {
      const before = sql.get`SELECT * FROM parts WHERE uploadId = ${uploadId} AND number = ${number}`;
      sql.run`INSERT OR REPLACE INTO parts VALUES
        (${uploadId}, ${number}, ${md5}, ${Date.now()}, ${file}, ${bytes})`;
      if (before !== undefined) discard([z.parse(partRow, before)]);
    },
    /** Removes an upload and the files of its parts, except those in `kept`. */
    endUpload(id: string, kept: readonly Blob[] = []): void {
      const remainingFiles = new Set(kept.map(({ file }) => file));
      const ended = parts(id);
      sql.run`DELETE FROM uploads WHERE id = ${id}`;
      sql.run`DELETE FROM parts WHERE uploadId = ${id}`;
      discard(ended.filter(({ file }) => !remainingFiles.has(file)));
    },
    close: () => database.close(),
  };
}
