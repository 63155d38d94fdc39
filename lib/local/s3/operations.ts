/** S3's operations on the store, and their responses. */
import { createHash } from 'node:crypto';
import { AwsError, type AwsResponse } from '../gateway/aws-service.ts';
import { readBodyOf, readText } from './body.ts';
import { listKeys } from './list.ts';
import { copySourceOf, rangeOf, type S3Request, storedHeaders } from './request.ts';
import type { Blob, S3Object, S3Store, S3Upload } from './store.ts';
import { taggingOfCopy, tagHeader, withTagCount, withTags } from './tags.ts';
import { elementsOf, textIn, type XmlValue, xmlDocument } from './xml.ts';

export type Operation = (store: S3Store, request: S3Request) => Promise<AwsResponse> | AwsResponse;

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html */
const smallestPartBytes = 5 * 1024 * 1024;
const maxParts = 10_000;

export function emptyResponse(status: number, headers: Record<string, string> = {}): AwsResponse {
  return { status, headers, body: '' };
}

export function xmlResponse(status: number, root: string, value: { [name: string]: XmlValue }): AwsResponse {
  return { status, headers: { 'content-type': 'application/xml' }, body: xmlDocument(root, value) };
}

function noSuchKey(key: string): AwsError {
  return new AwsError('NoSuchKey', 'The specified key does not exist.', 404, { Key: key });
}

/**
 * Checks the conditions of a write. Throws PreconditionFailed when the object exists, or has another ETag than
 * required.
 */
function checkWrite(store: S3Store, { bucket, key, headers }: S3Request): void {
  const existing = store.find(bucket, key);
  const failed = (condition: string) =>
    new AwsError('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', 412, {
      Condition: condition,
    });
  if (headers['if-none-match'] === '*' && existing !== undefined) throw failed('If-None-Match');
  const ifMatch = headers['if-match'];
  if (ifMatch === undefined) return;
  if (existing === undefined) throw noSuchKey(key);
  if (ifMatch !== '*' && existing.etag.replaceAll('"', '') !== ifMatch.replaceAll('"', ''))
    throw failed('If-Match');
}

async function putObject(store: S3Store, request: S3Request): Promise<AwsResponse> {
  const { bucket, key, headers, stream } = request;
  checkWrite(store, request);
  const body = readBodyOf(headers, stream);
  const blob = await store.receive(body.chunks);
  try {
    // Another write may have happened in the meantime.
    checkWrite(store, request);
  } catch (error) {
    store.discard([blob]);
    throw error;
  }
  const etag = `"${body.md5()}"`;
  const object = { bucket, key, blobs: [blob], bytes: blob.bytes, etag, modifiedMs: Date.now() };
  store.put({ ...object, headers: withTags(storedHeaders(headers), headers[tagHeader]) });
  return emptyResponse(200, { etag });
}

function copyObject(store: S3Store, request: S3Request): AwsResponse {
  const { bucket, key, headers } = request;
  const from = copySourceOf(headers);
  const source = store.find(from.bucket, from.key);
  if (source === undefined) throw noSuchKey(from.key);
  checkWrite(store, request);
  const replaces = headers['x-amz-metadata-directive'] === 'REPLACE';
  if (!replaces && from.bucket === bucket && from.key === key) {
    throw new AwsError('InvalidRequest', 'This copy request is illegal because it changes nothing.');
  }
  const modifiedMs = Date.now();
  store.put({
    ...source,
    bucket,
    key,
    modifiedMs,
    blobs: store.duplicate(source.blobs),
    headers: withTags(
      replaces ? storedHeaders(headers) : source.headers,
      taggingOfCopy(headers, source.headers),
    ),
  });
  const LastModified = new Date(modifiedMs).toISOString();
  return xmlResponse(200, 'CopyObjectResult', { ETag: source.etag, LastModified });
}

function headersOf(object: S3Object): Record<string, string> {
  return {
    ...withTagCount(object.headers),
    etag: object.etag,
    'last-modified': new Date(object.modifiedMs).toUTCString(),
    'accept-ranges': 'bytes',
    'x-amz-server-side-encryption': 'AES256',
  };
}

function namesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((one) => ['*', etag, etag.replaceAll('"', '')].includes(one.trim()));
}

function getObject(store: S3Store, { bucket, key, headers, method }: S3Request): AwsResponse {
  const object = store.find(bucket, key);
  if (object === undefined) throw noSuchKey(key);
  if (headers['if-match'] !== undefined && !namesTag(headers['if-match'], object.etag)) {
    throw new AwsError('PreconditionFailed', 'At least one of the pre-conditions did not hold', 412);
  }
  const known = headersOf(object);
  if (namesTag(headers['if-none-match'], object.etag)) return emptyResponse(304, known);
  const range = rangeOf(headers.range, object.bytes);
  const { first, last } = range ?? { first: 0, last: object.bytes - 1 };
  known['content-length'] = String(last - first + 1);
  if (range) known['content-range'] = `bytes ${first}-${last}/${object.bytes}`;
  const status = range ? 206 : 200;
  if (method === 'HEAD') return emptyResponse(status, known);
  return { status, headers: known, body: store.read(object.blobs, first, last) };
}

function deleteObject(store: S3Store, { bucket, key }: S3Request): AwsResponse {
  store.remove(bucket, key);
  return emptyResponse(204);
}

/** Parses the keys in the body of a DeleteObjects request. */
function keysToDelete(xml: string): string[] {
  const keys = elementsOf(xml, 'Object').map((object) => textIn(object, 'Key') ?? '');
  if (keys.length === 0 || keys.length > 1000 || keys.includes('')) {
    throw new AwsError('MalformedXML', 'The XML you provided was not well-formed.');
  }
  return keys;
}

/** Deletes the keys in the body; `mayDelete` decides for each key, as S3 does. */
export function deleteObjects(
  store: S3Store,
  { bucket }: S3Request,
  xml: string,
  mayDelete: (key: string) => boolean,
): AwsResponse {
  const keys = keysToDelete(xml);
  const allowed = keys.filter(mayDelete);
  for (const key of allowed) store.remove(bucket, key);
  const denied = keys.filter((key) => !allowed.includes(key));
  return xmlResponse(200, 'DeleteResult', {
    Deleted: textIn(xml, 'Quiet') === 'true' ? [] : allowed.map((Key) => ({ Key })),
    Error: denied.map((Key) => ({ Key, Code: 'AccessDenied', Message: 'Access Denied' })),
  });
}

function uploadOf(store: S3Store, { bucket, key, query }: S3Request): S3Upload {
  const upload = store.findUpload(query.get('uploadId') ?? '');
  if (upload?.bucket === bucket && upload.key === key) return upload;
  throw new AwsError('NoSuchUpload', 'The specified multipart upload does not exist.', 404);
}

function createMultipartUpload(store: S3Store, { bucket, key, headers }: S3Request): AwsResponse {
  const upload = { bucket, key, headers: storedHeaders(headers), startedMs: Date.now() };
  const UploadId = store.beginUpload(upload);
  return xmlResponse(200, 'InitiateMultipartUploadResult', { Bucket: bucket, Key: key, UploadId });
}

async function uploadPart(store: S3Store, request: S3Request): Promise<AwsResponse> {
  const { id } = uploadOf(store, request);
  const number = Number(request.query.get('partNumber'));
  if (!Number.isInteger(number) || number < 1 || number > maxParts) {
    throw new AwsError('InvalidArgument', `Part number must be an integer between 1 and ${maxParts}`);
  }
  const body = readBodyOf(request.headers, request.stream);
  const blob = await store.receive(body.chunks);
  const md5 = body.md5();
  if (store.findUpload(id) === undefined) {
    store.discard([blob]);
    throw new AwsError('NoSuchUpload', 'The specified multipart upload does not exist.', 404);
  }
  store.putPart(id, { number, blob, md5, modifiedMs: Date.now() });
  return emptyResponse(200, { etag: `"${md5}"` });
}

/** Returns the parts that the request names, checked against the uploaded parts. */
function chosenParts(store: S3Store, uploadId: string, xml: string): { blobs: Blob[]; etag: string } {
  const stored = new Map(store.parts(uploadId).map((part) => [part.number, part]));
  const digests = createHash('md5');
  const blobs: Blob[] = [];
  const named = elementsOf(xml, 'Part');
  const numbers = named.map((element) => Number(textIn(element, 'PartNumber')));
  if (named.length === 0) throw new AwsError('MalformedXML', 'The XML you provided was not well-formed.');
  if (numbers.some((number, index) => number <= (numbers[index - 1] ?? 0))) {
    throw new AwsError('InvalidPartOrder', 'The list of parts was not in ascending order.');
  }
  for (const [index, element] of named.entries()) {
    const number = numbers[index] ?? 0;
    const part = stored.get(number);
    if (part === undefined || (textIn(element, 'ETag') ?? '').replaceAll('"', '') !== part.md5) {
      throw new AwsError('InvalidPart', 'One or more of the specified parts could not be found.');
    }
    if (index < named.length - 1 && part.blob.bytes < smallestPartBytes) {
      throw new AwsError('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size');
    }
    digests.update(Buffer.from(part.md5, 'hex'));
    blobs.push(part.blob);
  }
  return { blobs, etag: `"${digests.digest('hex')}-${named.length}"` };
}

async function completeMultipartUpload(store: S3Store, request: S3Request): Promise<AwsResponse> {
  const { bucket, key, headers } = request;
  const { id } = uploadOf(store, request);
  const xml = await readText(readBodyOf(headers, request.stream));
  const upload = uploadOf(store, request);
  const { blobs, etag } = chosenParts(store, id, xml);
  checkWrite(store, request);
  const bytes = blobs.reduce((sum, blob) => sum + blob.bytes, 0);
  // Stores the object first: after a crash in between, its files must not look like those of an unfinished upload.
  store.put({ bucket, key, blobs, bytes, etag, headers: upload.headers, modifiedMs: Date.now() });
  store.endUpload(id, blobs);
  return xmlResponse(200, 'CompleteMultipartUploadResult', { Bucket: bucket, Key: key, ETag: etag });
}

function abortMultipartUpload(store: S3Store, request: S3Request): AwsResponse {
  store.endUpload(uploadOf(store, request).id);
  return emptyResponse(204);
}

function listParts(store: S3Store, request: S3Request): AwsResponse {
  const { id, bucket, key } = uploadOf(store, request);
  const Part = store.parts(id).map(({ number, md5, blob, modifiedMs }) => ({
    PartNumber: number,
    ETag: `"${md5}"`,
    Size: blob.bytes,
    LastModified: new Date(modifiedMs).toISOString(),
  }));
  const head = { Bucket: bucket, Key: key, UploadId: id, IsTruncated: false };
  return xmlResponse(200, 'ListPartsResult', { ...head, Part });
}

function listMultipartUploads(store: S3Store, { bucket, query }: S3Request): AwsResponse {
  const prefix = query.get('prefix') ?? '';
  const Upload = store
    .uploads(bucket)
    .filter(({ key }) => key.startsWith(prefix))
    .map(({ id, key, startedMs }) => ({
      Key: key,
      UploadId: id,
      Initiated: new Date(startedMs).toISOString(),
    }));
  return xmlResponse(200, 'ListMultipartUploadsResult', { Bucket: bucket, IsTruncated: false, Upload });
}

function listBuckets(store: S3Store): AwsResponse {
  const Bucket = store
    .buckets()
    .map(({ name, createdMs }) => ({ Name: name, CreationDate: new Date(createdMs).toISOString() }));
  return xmlResponse(200, 'ListAllMyBucketsResult', { Buckets: { Bucket } });
}

/** By their names in S3's API, except DeleteObjects, which needs the caller's permissions. */
export const operations: Readonly<Record<string, Operation>> = {
  PutObject: putObject,
  CopyObject: copyObject,
  GetObject: getObject,
  HeadObject: getObject,
  DeleteObject: deleteObject,
  CreateMultipartUpload: createMultipartUpload,
  UploadPart: uploadPart,
  CompleteMultipartUpload: completeMultipartUpload,
  AbortMultipartUpload: abortMultipartUpload,
  ListParts: listParts,
  ListMultipartUploads: listMultipartUploads,
  ListObjectsV2: listKeys,
  HeadBucket: () => emptyResponse(200, { 'x-amz-bucket-region': 'us-east-1' }),
  ListBuckets: listBuckets,
};
