/** Reads batches of a file in a tenant's bucket. */

import { GetObjectCommand } from '@aws-sdk/client-s3';
import type { ImportBatch, SyncContext } from '../adapter.ts';
import { ChangedError, readFileBatch as readBatchOf, type SourceFile } from './file-read.ts';
import { clientFor, isNamed, isPastEnd, toSyncError } from './s3-client.ts';
import { nameOf, type S3Location } from './s3-location.ts';

function fileAt(location: S3Location): SourceFile {
  const { bucket, key, format, access } = location;
  return {
    name: nameOf(location),
    format,
    async readPart({ first, last }, etag, signal) {
      const pinned = etag === undefined ? {} : { IfMatch: etag };
      const command = new GetObjectCommand({
        Bucket: bucket,
        Key: key,
        Range: `bytes=${first}-${last}`,
        ...pinned,
      });
      try {
        const found = await clientFor(access).send(command, { abortSignal: signal });
        // Reads the whole range, so that the connection can be reused.
        const bytes = await found.Body?.transformToByteArray();
        const size = Number(found.ContentRange?.split('/')[1] ?? found.ContentLength ?? 0);
        return bytes && { bytes, etag: found.ETag ?? '', size };
      } catch (error) {
        if (isNamed(error, 'PreconditionFailed', '412')) throw new ChangedError();
        if (!isPastEnd(error)) throw toSyncError(error, location);
        return undefined;
      }
    },
  };
}

/** Reads one batch of the file. Throws SourceError, AuthorizationFailedError. */
export const readFileBatch = (
  context: SyncContext,
  location: S3Location,
  request: { cursor: string | null; batchSize: number },
): Promise<ImportBatch> => readBatchOf(context, fileAt(location), request);
