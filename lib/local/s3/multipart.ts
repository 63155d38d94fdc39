/** S3's operations on uploads in parts. */
import { createHash } from 'node:crypto';
import { AwsError, type AwsResponse } from '../gateway/aws-service.ts';
import { bytesOf, readText } from './body.ts';
import { checkWrite } from './objects.ts';
import { type S3Request, storedHeaders } from './request.ts';
import type { S3Part, S3Store, S3Upload } from './store.ts';
import { elementsOf, emptyResponse, textIn, xmlResponse } from './xml.ts';

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html */
const smallestPartBytes = 5 * 1024 * 1024;
const maxParts = 10_000;

function uploadOf(store: S3Store, { bucket, key, query }: S3Request): S3Upload {
  const upload = store.findUpload(query.get('uploadId') ?? '');
  if (upload?.bucket === bucket && upload.key === key) return upload;
  throw new AwsError('NoSuchUpload', 'The specified multipart upload does not exist.', 404);
}

export function createMultipartUpload(store: S3Store, { bucket, key, headers }: S3Request): AwsResponse {
  const UploadId = store.beginUpload({ bucket, key }, storedHeaders(headers));
  return xmlResponse(200, 'InitiateMultipartUploadResult', { Bucket: bucket, Key: key, UploadId });
}

export async function uploadPart(store: S3Store, request: S3Request): Promise<AwsResponse> {
  const { id } = uploadOf(store, request);
  const number = Number(request.query.get('partNumber'));
  if (!Number.isInteger(number) || number < 1 || number > maxParts) {
    throw new AwsError('InvalidArgument', `Part number must be an integer between 1 and ${maxParts}`);
  }
  return store.receive(bytesOf(request), (blob, md5) => {
    // The upload may have ended in the meantime.
    uploadOf(store, request);
    store.putPart(id, { number, md5, ...blob });
    return emptyResponse(200, { etag: `"${md5}"` });
  });
}

/** Returns the parts that the request names, checked against the uploaded parts. */
function chosenParts(store: S3Store, uploadId: string, xml: string): S3Part[] {
  const stored = new Map(store.parts(uploadId).map((part) => [part.number, part]));
  const chosen = elementsOf(xml, 'Part').map((element) => {
    const part = stored.get(Number(textIn(element, 'PartNumber')));
    if (part === undefined || textIn(element, 'ETag').replaceAll('"', '') !== part.md5) {
      throw new AwsError('InvalidPart', 'One or more of the specified parts could not be found.');
    }
    return part;
  });
  if (chosen.length === 0) throw new AwsError('MalformedXML', 'The XML you provided was not well-formed.');
  if (chosen.some(({ number }, index) => number <= (chosen[index - 1]?.number ?? 0))) {
    throw new AwsError('InvalidPartOrder', 'The list of parts was not in ascending order.');
  }
  if (chosen.slice(0, -1).some(({ bytes }) => bytes < smallestPartBytes)) {
    throw new AwsError('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size');
  }
  return chosen;
}

export async function completeMultipartUpload(store: S3Store, request: S3Request): Promise<AwsResponse> {
  const xml = await readText(request);
  const { id, bucket, key, headers } = uploadOf(store, request);
  const parts = chosenParts(store, id, xml);
  checkWrite(store, request);
  const digests = Buffer.from(parts.map(({ md5 }) => md5).join(''), 'hex');
  const ETag = `"${createHash('md5').update(digests).digest('hex')}-${parts.length}"`;
  const blobs = parts.map(({ file, bytes }) => ({ file, bytes }));
  // Stores the object first: after a crash in between, its files must not look like those of an unfinished upload.
  store.put({ bucket, key, blobs, etag: ETag, headers });
  store.endUpload(id, blobs);
  return xmlResponse(200, 'CompleteMultipartUploadResult', { Bucket: bucket, Key: key, ETag });
}

export function abortMultipartUpload(store: S3Store, request: S3Request): AwsResponse {
  store.endUpload(uploadOf(store, request).id);
  return emptyResponse(204);
}

export function listParts(store: S3Store, request: S3Request): AwsResponse {
  const { id, bucket, key } = uploadOf(store, request);
  const Part = store.parts(id).map(({ number, md5, bytes, modifiedMs }) => ({
    PartNumber: number,
    ETag: `"${md5}"`,
    Size: bytes,
    LastModified: new Date(modifiedMs).toISOString(),
  }));
  const head = { Bucket: bucket, Key: key, UploadId: id, IsTruncated: false };
  return xmlResponse(200, 'ListPartsResult', { ...head, Part });
}

export function listMultipartUploads(store: S3Store, { bucket, query }: S3Request): AwsResponse {
  const Upload = store.uploads(bucket, query.get('prefix') ?? '').map(({ id, key, startedMs }) => ({
    Key: key,
    UploadId: id,
    Initiated: new Date(startedMs).toISOString(),
  }));
  return xmlResponse(200, 'ListMultipartUploadsResult', { Bucket: bucket, IsTruncated: false, Upload });
}
