/** The bucket of files: only this folder knows S3. Keys come from `object-keys.ts`. */

import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { chunksOf } from '../base/parallel.ts';
import { filesBucket } from './client.ts';
import { labels, type ObjectOptions } from './object-options.ts';

export { type PresignedPost, presignPost } from './presign.ts';
export { openUpload } from './upload.ts';

export interface StoredObject {
  key: string;
  /** Of the returned part, for a part. */
  bytes: number;
  contentType: string | undefined;
  /** Including its quotes. */
  etag: string;
  /** By lower-case name. */
  metadata: Readonly<Record<string, string>>;
}

export interface OpenObject extends StoredObject {
  /** Read once; ending the iteration early closes the connection. */
  body: AsyncIterable<Uint8Array>;
  /** Of the whole object, also for a range. */
  totalBytes: number;
}

// https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjects.html
const keysPerDelete = 1000;

/**
 * S3 returns 404 for a missing key only if the function may list the bucket; otherwise it returns 403, which is an
 * error here. Contracts of functions that read possibly missing objects need `list` besides `read`.
 */
function isMissing(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound');
}

async function unlessMissing<Value>(work: Promise<Value>): Promise<Value | undefined> {
  return work.catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
}

interface ObjectHead {
  ContentLength?: number | undefined;
  ContentType?: string | undefined;
  ETag?: string | undefined;
  Metadata?: Record<string, string> | undefined;
}

function storedObject(key: string, head: ObjectHead): StoredObject {
  return {
    key,
    bytes: head.ContentLength ?? 0,
    contentType: head.ContentType,
    etag: head.ETag ?? '',
    metadata: head.Metadata ?? {},
  };
}

/**
 * Opens an object, or its bytes `first` to `last`, both included; undefined when it does not exist. Throws when the
 * range begins after the object's end.
 */
export async function openObject(
  key: string,
  range?: { first: number; last: number },
): Promise<OpenObject | undefined> {
  const { name, client } = filesBucket();
  const Range = range && `bytes=${range.first}-${range.last}`;
  const found = await unlessMissing(
    client.send(new GetObjectCommand({ Bucket: name, Key: key, ...(Range && { Range }) })),
  );
  if (found?.Body === undefined) return undefined;
  const object = storedObject(key, found);
  const total = /\/(\d+)$/.exec(found.ContentRange ?? '')?.[1];
  return {
    ...object,
    body: found.Body as AsyncIterable<Uint8Array>,
    totalBytes: total === undefined ? object.bytes : Number(total),
  };
}

/** Metadata of an object; undefined when it does not exist. */
export async function headObject(key: string): Promise<StoredObject | undefined> {
  const { name, client } = filesBucket();
  const head = await unlessMissing(client.send(new HeadObjectCommand({ Bucket: name, Key: key })));
  return head && storedObject(key, head);
}

/** Writes a whole object, replacing one with the same key. */
export async function putObject(key: string, body: Uint8Array, options: ObjectOptions = {}): Promise<void> {
  const { name, client } = filesBucket();
  await client.send(new PutObjectCommand({ Bucket: name, Key: key, Body: body, ...labels(options) }));
}

/**
 * Copies an object within S3. Content type and metadata are copied too, unless one of them is given: then both are
 * replaced. With `ifEtag`, S3 only copies the object with that tag, and fails for a later one.
 */
export async function copyObject(
  from: string,
  to: string,
  options: ObjectOptions & { ifEtag?: string | undefined } = {},
): Promise<void> {
  const { name, client } = filesBucket();
  const replaces = options.contentType !== undefined || options.metadata !== undefined;
  await client.send(
    new CopyObjectCommand({
      Bucket: name,
      Key: to,
      // S3 decodes this header.
      CopySource: `${name}/${from.split('/').map(encodeURIComponent).join('/')}`,
      ...(options.ifEtag !== undefined && { CopySourceIfMatch: options.ifEtag }),
      ...(replaces && { MetadataDirective: 'REPLACE' }),
      ...labels(options),
    }),
  );
}

/** Deletes objects; missing ones count as deleted. Throws when S3 could not delete one of them. */
export async function deleteObjects(keys: readonly string[]): Promise<void> {
  const { name, client } = filesBucket();
  for (const some of chunksOf(keys, keysPerDelete)) {
    const Objects = some.map((Key) => ({ Key }));
    const { Errors = [] } = await client.send(
      new DeleteObjectsCommand({ Bucket: name, Delete: { Objects, Quiet: true } }),
    );
    const [first] = Errors;
    if (first === undefined) continue;
    // Named after S3's code, so that a throttled deletion counts as temporary like every other throttled call.
    const error = new Error(`${Errors.length} objects were not deleted: ${first.Code} ${first.Message}`);
    error.name = first.Code ?? error.name;
    throw error;
  }
}

/** The objects whose keys begin with `prefix`, in the order of their keys, page by page as they are read. */
export async function* listObjects(
  prefix: string,
): AsyncGenerator<{ key: string; bytes: number; lastModified: Date }, void, void> {
  const { name, client } = filesBucket();
  let token: string | undefined;
  do {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket: name, Prefix: prefix, ...(token && { ContinuationToken: token }) }),
    );
    for (const { Key, Size, LastModified } of page.Contents ?? []) {
      if (Key !== undefined) yield { key: Key, bytes: Size ?? 0, lastModified: LastModified ?? new Date(0) };
    }
    token = page.NextContinuationToken;
  } while (token !== undefined);
}
