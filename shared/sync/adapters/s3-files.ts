/** CSV and NDJSON files of a bucket: `<prefix>/<entityType>.<format>`, one record per row or line. */
import { AuthorizationFailedError, SourceError, type SyncAdapter } from '../adapter.ts';
import { connectionFailure } from './connection-failure.ts';

/** S3's client is loaded when a file is worked on: it is larger than all the rest of a function. */
const loadTransfer = () => import('./s3-transfer.ts');
type Transfer = Awaited<ReturnType<typeof loadTransfer>>;

/** Errors of the transfer as ours: it is a part of its own, whose classes are others with the same names. */
function asOwnError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error.name === 'AuthorizationFailedError') return new AuthorizationFailedError(error.message);
  return error.name === 'SourceError' ? new SourceError(error.message) : error;
}

async function transfer<Result>(work: (loaded: Transfer) => Promise<Result>): Promise<Result> {
  try {
    return await work(await loadTransfer());
  } catch (error) {
    throw asOwnError(error);
  }
}

export const s3Files: SyncAdapter = {
  providerKey: 's3_files',
  directions: ['import', 'export'],
  exportsChangesOnly: false,
  readBatch: (context, request) => transfer(({ readBatch }) => readBatch(context, request)),
  writeBatch: (context, batch) => transfer(({ writeBatch }) => writeBatch(context, batch)),
  abandon: (context, cursor) => transfer(({ abandon }) => abandon(context, cursor)),
  validateConnection: (context, direction) =>
    transfer(({ check }) => check(context, direction)).catch(connectionFailure),
};
