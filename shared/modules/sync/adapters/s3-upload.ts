/** Multipart uploads that continue over many invocations. The file is visible only when it is complete. */
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { SourceError } from '../adapter.ts';
import { clientFor, isNamed } from './s3-client.ts';
import type { S3Location } from './s3-location.ts';

export interface SentPart {
  PartNumber: number;
  ETag: string | undefined;
}

const contentTypes = { ndjson: 'application/x-ndjson', csv: 'text/csv; charset=utf-8' } as const;

/** Metadata with the run that wrote the file, so that a repeated completion recognizes that it is done. */
const runLabel = 'sync-run';

// https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html
const maxParts = 10_000;

const target = ({ bucket, key }: S3Location) => ({ Bucket: bucket, Key: key });
const labels = ({ format }: S3Location, runId: string) => ({
  ContentType: contentTypes[format],
  Metadata: { [runLabel]: runId },
});

/** Writes a small file with one request. */
export async function putFile(
  location: S3Location,
  runId: string,
  body: Buffer,
  signal: AbortSignal,
): Promise<void> {
  const command = new PutObjectCommand({ ...target(location), ...labels(location, runId), Body: body });
  await clientFor(location.access).send(command, { abortSignal: signal });
}

export async function beginUpload(location: S3Location, runId: string, signal: AbortSignal): Promise<string> {
  const command = new CreateMultipartUploadCommand({ ...target(location), ...labels(location, runId) });
  const { UploadId } = await clientFor(location.access).send(command, { abortSignal: signal });
  if (UploadId === undefined) throw new Error('S3 created an upload without an id.');
  return UploadId;
}

export async function abortUpload(
  location: S3Location,
  uploadId: string,
  signal: AbortSignal,
): Promise<void> {
  const command = new AbortMultipartUploadCommand({ ...target(location), UploadId: uploadId });
  try {
    await clientFor(location.access).send(command, { abortSignal: signal });
  } catch (error) {
    // The upload has already ended.
    if (!isNamed(error, 'NoSuchUpload')) throw error;
  }
}

/** Uploads a part; a repeated upload replaces it. Throws SourceError if there are too many parts. */
export async function sendPart(
  location: S3Location,
  uploadId: string,
  { number, body }: { number: number; body: Buffer },
  signal: AbortSignal,
): Promise<SentPart> {
  if (number > maxParts) throw new SourceError('The file exceeds the maximum size of an export.');
  const command = new UploadPartCommand({
    ...target(location),
    UploadId: uploadId,
    PartNumber: number,
    Body: body,
  });
  const { ETag } = await clientFor(location.access).send(command, { abortSignal: signal });
  return { PartNumber: number, ETag };
}

/** The first `count` uploaded parts. */
export async function sentParts(
  location: S3Location,
  uploadId: string,
  count: number,
  signal: AbortSignal,
): Promise<SentPart[]> {
  const parts: SentPart[] = [];
  for (let marker: string | undefined; parts.length < count; ) {
    const command = new ListPartsCommand({
      ...target(location),
      UploadId: uploadId,
      ...(marker !== undefined && { PartNumberMarker: marker }),
    });
    const found = await clientFor(location.access).send(command, { abortSignal: signal });
    for (const { PartNumber = 0, ETag } of found.Parts ?? [])
      if (PartNumber <= count) parts.push({ PartNumber, ETag });
    marker = found.NextPartNumberMarker;
    if (found.IsTruncated !== true || marker === undefined) break;
  }
  if (parts.length !== count) throw new Error(`S3 has ${parts.length} parts of an upload of ${count}.`);
  return parts;
}

/** Whether this run has already written the file. */
export async function isWrittenBy(
  location: S3Location,
  runId: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const found = await clientFor(location.access).send(new HeadObjectCommand(target(location)), {
      abortSignal: signal,
    });
    return found.Metadata?.[runLabel] === runId;
  } catch (error) {
    if (isNamed(error, 'NotFound', 'NoSuchKey')) return false;
    throw error;
  }
}

export async function completeUpload(
  location: S3Location,
  uploadId: string,
  parts: readonly SentPart[],
  signal: AbortSignal,
): Promise<void> {
  const command = new CompleteMultipartUploadCommand({
    ...target(location),
    UploadId: uploadId,
    MultipartUpload: { Parts: [...parts] },
  });
  await clientFor(location.access).send(command, { abortSignal: signal });
}
