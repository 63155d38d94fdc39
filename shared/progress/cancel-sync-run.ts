/** Who cancels the job of a sync run cancels the run, at once. */
import { ProgressJobNotCancellableError, SyncRunStateError } from '../http/errors.ts';
import type { Scope } from '../identity/principal.ts';
import { sendBatch } from '../sync/messages.ts';
import { cancelRun } from '../sync/run-service.ts';
import type { CancelSyncRun } from './job-service.ts';

/** Throws ProgressJobNotCancellableError when the run ended first. */
export const cancelSyncRun: CancelSyncRun = async ({ tenantId, organizationId, meta }, context) => {
  const scope: Scope = { tenantId, organizationId, organizationIds: [organizationId] };
  try {
    await cancelRun(scope, String(meta?.runId), sendBatch, context);
  } catch (error) {
    throw error instanceof SyncRunStateError ? new ProgressJobNotCancellableError() : error;
  }
};
