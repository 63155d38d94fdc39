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
import { clientFor, isPastEnd, toSyncError } from './s3-client.ts';
import { locationOf, nameOf, type S3Location } from './s3-location.ts';
import { readFileBatch } from './s3-read.ts';
import { abortUpload, beginUpload } from './s3-upload.ts';
import { FileWriter } from './s3-write.ts';

async function withSyncErrors<Result>(location: S3Location, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw toSyncError(error, location);
  }
}

export async function readBatch(
  context: SyncContext,
  request: { cursor: string | null; batchSize: number },
): Promise<ImportBatch> {
  const location = locationOf(context);
  return withSyncErrors(location, () => readFileBatch(context, location, request));
}

export async function writeBatch(context: SyncContext, batch: ExportBatch): Promise<ExportResult> {
  const location = locationOf(context);
  return withSyncErrors(location, () => new FileWriter(location, context).write(batch));
}

export async function cleanUpExport(context: SyncContext, cursor: string | null): Promise<void> {
  const location = locationOf(context);
  await withSyncErrors(location, () => new FileWriter(location, context).cleanUpExport(cursor));
}

/** Reads the first byte of the file. */
async function checkRead(location: S3Location, signal: AbortSignal): Promise<ConnectionResult> {
  const { bucket, key, access } = location;
  try {
    const command = new GetObjectCommand({ Bucket: bucket, Key: key, Range: 'bytes=0-0' });
    const found = await clientFor(access).send(command, { abortSignal: signal });
    await found.Body?.transformToByteArray();
    const bytes = Number(found.ContentRange?.split('/')[1] ?? found.ContentLength ?? 0);
    return { ok: true, message: `${nameOf(location)} has ${bytes} bytes.`, details: { bucket, key, bytes } };
  } catch (error) {
    if (!isPastEnd(error)) throw error;
    return { ok: true, message: `${nameOf(location)} is empty.`, details: { bucket, key, bytes: 0 } };
  }
}

/** Starts an upload of the file and aborts it. */
async function checkWrite(location: S3Location, signal: AbortSignal): Promise<ConnectionResult> {
  const { bucket, key } = location;
  await abortUpload(location, await beginUpload(location, 'none', signal), signal);
  return { ok: true, message: `${nameOf(location)} can be written.`, details: { bucket, key } };
}

/** Throws the reason why the file cannot be read or written. */
export async function check(
  context: Omit<SyncContext, 'runId'>,
  direction: SyncDirection,
): Promise<ConnectionResult> {
  const location = locationOf(context);
  const checkIt = direction === 'import' ? checkRead : checkWrite;
  return withSyncErrors(location, () => checkIt(location, context.signal));
}
