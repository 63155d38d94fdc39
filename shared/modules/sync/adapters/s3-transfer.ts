/** The functions that need the S3 client; loaded only when a file is read or written. */
import { GetObjectCommand } from '@aws-sdk/client-s3';
import type {
  ConnectionResult,
  ExportBatch,
  ExportResult,
  ImportBatch,
  SyncContext,
  SyncDirection,
} from '../adapter.ts';
import { clientFor, isNamed, toSyncError } from './s3-client.ts';
import { nameOf, placeOf, type S3Location } from './s3-location.ts';
import { readFileBatch } from './s3-read.ts';
import { abortUpload, beginUpload } from './s3-upload.ts';
import { FileWriter } from './s3-write.ts';

async function withSyncErrors<Result>(place: S3Location, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw toSyncError(error, place);
  }
}

export async function readBatch(
  context: SyncContext,
  request: { cursor: string | null; batchSize: number },
): Promise<ImportBatch> {
  const place = placeOf(context);
  return withSyncErrors(place, () => readFileBatch(context, place, request));
}

export async function writeBatch(context: SyncContext, batch: ExportBatch): Promise<ExportResult> {
  const place = placeOf(context);
  return withSyncErrors(place, () => new FileWriter(place, context).write(batch));
}

export async function cleanUpExport(context: SyncContext, cursor: string | null): Promise<void> {
  const place = placeOf(context);
  await withSyncErrors(place, () => new FileWriter(place, context).cleanUpExport(cursor));
}

/** Reads the first byte of the file. */
async function checkRead(place: S3Location, signal: AbortSignal): Promise<ConnectionResult> {
  const { bucket, key, access } = place;
  try {
    const command = new GetObjectCommand({ Bucket: bucket, Key: key, Range: 'bytes=0-0' });
    const found = await clientFor(access).send(command, { abortSignal: signal });
    await found.Body?.transformToByteArray();
    const bytes = Number(found.ContentRange?.split('/')[1] ?? found.ContentLength ?? 0);
    return { ok: true, message: `${nameOf(place)} has ${bytes} bytes.`, details: { bucket, key, bytes } };
  } catch (error) {
    if (!isNamed(error, 'InvalidRange', '416')) throw error;
    return { ok: true, message: `${nameOf(place)} is empty.`, details: { bucket, key, bytes: 0 } };
  }
}

/** Starts an upload of the file and aborts it. */
async function checkWrite(place: S3Location, signal: AbortSignal): Promise<ConnectionResult> {
  const { bucket, key } = place;
  await abortUpload(place, await beginUpload(place, 'none', signal), signal);
  return { ok: true, message: `${nameOf(place)} can be written.`, details: { bucket, key } };
}

/** Throws the reason why the file cannot be read or written. */
export async function check(
  context: Omit<SyncContext, 'runId'>,
  direction: SyncDirection,
): Promise<ConnectionResult> {
  const place = placeOf(context);
  const checkIt = direction === 'import' ? checkRead : checkWrite;
  return withSyncErrors(place, () => checkIt(place, context.signal));
}
