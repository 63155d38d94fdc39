/** S3's operations on objects and lists of them. */
import { AwsError, type AwsResponse } from '../gateway/aws-service.ts';
import { bytesOf, readText } from './body.ts';
import { copySourceOf, type S3Request, storedHeaders, tagHeader } from './request.ts';
import type { Place, S3Object, S3Store } from './store.ts';
import { elementsOf, emptyResponse, textIn, xmlResponse } from './xml.ts';

/** Whether the value of a conditional header contains the ETag, or is `*`. Quotes are optional, as in S3. */
function containsTag(value: unknown, etag: string): boolean {
  const tags = String(value)
    .replaceAll('"', '')
    .split(/\s*,\s*/);
  return tags.includes('*') || tags.includes(etag.replaceAll('"', ''));
}

function preconditionFailed(Condition: string): AwsError {
  const message = 'At least one of the pre-conditions you specified did not hold';
  return new AwsError('PreconditionFailed', message, 412, { Condition });
}

/** Returns an object. Throws NoSuchKey, or PreconditionFailed if the object has another ETag than required. */
function existing(store: S3Store, place: Place, ifMatch: unknown): S3Object {
  const object = store.find(place);
  if (object === undefined) {
    throw new AwsError('NoSuchKey', 'The specified key does not exist.', 404, { Key: place.key });
  }
  if (ifMatch !== undefined && !containsTag(ifMatch, object.etag)) throw preconditionFailed('If-Match');
  return object;
}

/** Throws PreconditionFailed or NoSuchKey if the stored object does not meet the conditions of a write. */
export function checkWrite(store: S3Store, request: S3Request): void {
  const { headers } = request;
  if (headers['if-none-match'] === '*' && store.find(request)) throw preconditionFailed('If-None-Match');
  if (headers['if-match'] !== undefined) existing(store, request, headers['if-match']);
}

export async function putObject(store: S3Store, request: S3Request): Promise<AwsResponse> {
  const { bucket, key, headers } = request;
  checkWrite(store, request);
  return store.receive(bytesOf(request), (blob, md5) => {
    // Another write may have happened in the meantime.
    checkWrite(store, request);
    const etag = `"${md5}"`;
    store.put({ bucket, key, blobs: [blob], etag, headers: storedHeaders(headers) });
    return emptyResponse(200, { etag });
  });
}

export function copyObject(store: S3Store, request: S3Request): AwsResponse {
  const { bucket, key, headers } = request;
  const from = copySourceOf(headers);
  const source = existing(store, from, headers['x-amz-copy-source-if-match']);
  checkWrite(store, request);
  const replaces = headers['x-amz-metadata-directive'] === 'REPLACE';
  if (!replaces && from.bucket === bucket && from.key === key) {
    throw new AwsError('InvalidRequest', 'This copy request is illegal because it changes nothing.');
  }
  const { [tagHeader]: newTags, ...newMetadata } = storedHeaders(headers);
  const { [tagHeader]: oldTags, ...oldMetadata } = source.headers;
  const tags = headers['x-amz-tagging-directive'] === 'REPLACE' ? newTags : oldTags;
  const { etag, modifiedMs } = store.put({
    bucket,
    key,
    blobs: store.duplicate(source.blobs),
    etag: source.etag,
    headers: { ...(replaces ? newMetadata : oldMetadata), ...(tags !== undefined && { [tagHeader]: tags }) },
  });
  const LastModified = new Date(modifiedMs).toISOString();
  return xmlResponse(200, 'CopyObjectResult', { ETag: etag, LastModified });
}

/** The requested bytes of an object; undefined for all: no range, several, or one that cannot be read. */
function rangeOf(range: string | undefined, bytes: number): { first: number; last: number } | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/i.exec(range ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined;
  const first = from === '' ? Math.max(0, bytes - Number(to)) : Number(from);
  if (first >= bytes) throw new AwsError('InvalidRange', 'The requested range is not satisfiable', 416);
  return { first, last: from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1) };
}

export function getObject(store: S3Store, request: S3Request): AwsResponse {
  const { headers, method } = request;
  const object = existing(store, request, headers['if-match']);
  const { [tagHeader]: _, ...metadata } = object.headers;
  const described = {
    ...metadata,
    etag: object.etag,
    'last-modified': new Date(object.modifiedMs).toUTCString(),
    'accept-ranges': 'bytes',
    'x-amz-server-side-encryption': 'AES256',
  };
  if (containsTag(headers['if-none-match'], object.etag)) return emptyResponse(304, described);
  const range = rangeOf(headers.range, object.bytes);
  const { first, last } = range ?? { first: 0, last: object.bytes - 1 };
  return {
    status: range ? 206 : 200,
    headers: {
      ...described,
      'content-length': String(last - first + 1),
      ...(range && { 'content-range': `bytes ${first}-${last}/${object.bytes}` }),
    },
    body: method === 'HEAD' ? '' : store.read(object.blobs, first, last),
  };
}

export function deleteObject(store: S3Store, request: S3Request): AwsResponse {
  checkWrite(store, request);
  store.remove(request);
  return emptyResponse(204);
}

/** Deletes the keys in the body; `may` decides for each key, as S3 does. */
export async function deleteObjects(
  store: S3Store,
  request: S3Request,
  may: (permission: string, key: string) => boolean,
): Promise<AwsResponse> {
  const xml = await readText(request);
  const keys = elementsOf(xml, 'Object').map((object) => textIn(object, 'Key'));
  if (keys.length === 0 || keys.length > 1000 || keys.includes('')) {
    throw new AwsError('MalformedXML', 'The XML you provided was not well-formed.');
  }
  const allowed = keys.filter((key) => may('DeleteObject', key));
  const denied = keys.filter((key) => !allowed.includes(key));
  for (const key of allowed) store.remove({ bucket: request.bucket, key });
  return xmlResponse(200, 'DeleteResult', {
    Deleted: textIn(xml, 'Quiet') === 'true' ? [] : allowed.map((Key) => ({ Key })),
    Error: denied.map((Key) => ({ Key, Code: 'AccessDenied', Message: 'Access Denied' })),
  });
}

const pageKeys = 1000;

/**
 * Returns a page of the objects whose keys begin with the prefix. Keys with the delimiter after the prefix are listed
 * once, as a common prefix. The token is the last key of the page before.
 */
export function listObjects(store: S3Store, { bucket, query }: S3Request): AwsResponse {
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const token = query.get('continuation-token');
  const max = Math.min(Number(query.get('max-keys') ?? pageKeys), pageKeys);
  if (!Number.isInteger(max) || max < 0) {
    throw new AwsError('InvalidArgument', 'max-keys must be a number of 0 or more.');
  }
  const after =
    token === null ? (query.get('start-after') ?? '') : Buffer.from(token, 'base64url').toString();
  const objects: S3Object[] = [];
  const prefixes: string[] = [];
  let last: string | undefined;
  let next: string | undefined;
  for (const object of store.list(bucket, prefix, after)) {
    const { key } = object;
    const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
    const common = end < 0 ? undefined : key.slice(0, end + delimiter.length);
    if (common === undefined || common !== prefixes.at(-1)) {
      if (objects.length + prefixes.length === max) {
        next = last;
        break;
      }
      if (common === undefined) objects.push(object);
      else prefixes.push(common);
    }
    last = key;
  }
  const encoding = query.get('encoding-type') ?? undefined;
  const encoded = (text: string) =>
    encoding === 'url' ? text.split('/').map(encodeURIComponent).join('/') : text;
  return xmlResponse(200, 'ListBucketResult', {
    Name: bucket,
    Prefix: encoded(prefix),
    Delimiter: delimiter === '' ? undefined : encoded(delimiter),
    EncodingType: encoding,
    MaxKeys: max,
    KeyCount: objects.length + prefixes.length,
    IsTruncated: next !== undefined,
    NextContinuationToken: next && Buffer.from(next).toString('base64url'),
    Contents: objects.map(({ key, etag, bytes, modifiedMs }) => ({
      Key: encoded(key),
      LastModified: new Date(modifiedMs).toISOString(),
      ETag: etag,
      Size: bytes,
      StorageClass: 'STANDARD',
    })),
    CommonPrefixes: prefixes.map((common) => ({ Prefix: encoded(common) })),
  });
}

export function listBuckets({ buckets, createdAt }: S3Store): AwsResponse {
  // The AWS CLI requires a date.
  const CreationDate = createdAt.toISOString();
  const Bucket = [...buckets].sort().map((Name) => ({ Name, CreationDate }));
  return xmlResponse(200, 'ListAllMyBucketsResult', { Buckets: { Bucket } });
}
