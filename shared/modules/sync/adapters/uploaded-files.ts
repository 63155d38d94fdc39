/** Imports CSV files that were uploaded as attachments. */
import type { SyncAdapter } from '../adapter.ts';

export const uploadedFiles: SyncAdapter = {
  providerKey: 'uploaded_files',
  directions: ['import'],
  readsUploads: true,
  readBatch: async (context, request) => (await import('./upload-read.ts')).readBatch(context, request),
};
