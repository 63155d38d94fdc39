/** Reads an uploaded file from the bucket of files; loaded only when a file is read. */
import { buffer } from 'node:stream/consumers';
import { openObject } from '../../../kernel/files/bucket.ts';
import { currentVersionKey } from '../../../kernel/files/current-version.ts';
import { type ImportBatch, SourceError, type SyncContext } from '../adapter.ts';
import { ChangedError, readFileBatch, type SourceFile } from './file-read.ts';
import { isPastEnd } from './s3-client.ts';

const missing = 'The uploaded file does not exist.';

/** The current version of the file, in the tenant and the organization of the run. */
async function uploadOf({ scope, attachmentId }: SyncContext): Promise<SourceFile> {
  if (attachmentId === undefined) throw new SourceError('The run names no uploaded file.');
  const key = await currentVersionKey(scope, attachmentId);
  if (key === undefined) throw new SourceError(missing);
  return {
    name: 'The uploaded file',
    format: 'csv',
    async readPart(range, etag, signal) {
      signal.throwIfAborted();
      const found = await openObject(key, range).catch((error: unknown) => {
        if (isPastEnd(error)) return 'ended' as const;
        throw error;
      });
      if (found === 'ended') return undefined;
      if (found === undefined) throw new SourceError(missing);
      // Read in any case, because an object that is not read keeps its connection.
      const bytes = await buffer(found.body);
      if (etag !== undefined && etag !== found.etag) throw new ChangedError();
      return { bytes, etag: found.etag, size: found.totalBytes };
    },
  };
}

export const readBatch = async (
  context: SyncContext,
  request: { cursor: string | null; batchSize: number },
): Promise<ImportBatch> => readFileBatch(context, await uploadOf(context), request);
