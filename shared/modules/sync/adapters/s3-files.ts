/** Syncs CSV and NDJSON files in a bucket: `<prefix>/<entityType>.<format>`, one record per row or line. */
import { connectionFailure, type SyncAdapter } from '../adapter.ts';

const transfer = () => import('./s3-transfer.ts');

export const s3Files: SyncAdapter = {
  providerKey: 's3_files',
  directions: ['import', 'export'],
  exportsChangesOnly: false,
  readBatch: async (context, request) => (await transfer()).readBatch(context, request),
  writeBatch: async (context, batch) => (await transfer()).writeBatch(context, batch),
  cleanUpExport: async (context, cursor) => (await transfer()).cleanUpExport(context, cursor),
  validateConnection: async (context, direction) => {
    const { check } = await transfer();
    return check(context, direction).catch(connectionFailure);
  },
};
