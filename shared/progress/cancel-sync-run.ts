/** Who cancels the job of a sync run cancels the run, at once. */
import { MissingFeatureError, ProgressJobNotCancellableError, SyncRunStateError } from '../http/errors.ts';
import type { Feature } from '../identity/features.ts';
import { hasFeature, type Scope } from '../identity/principal.ts';
import { sendBatch } from '../sync/messages.ts';
import { cancelRun } from '../sync/run-service.ts';
import type { CancelSyncRun } from './job-service.ts';

const runFeature: Feature = 'data_sync.run';

/**
 * Throws MissingFeatureError for callers who may not cancel sync runs as such, ProgressJobNotCancellableError when the run
 * ended first.
 */
export const cancelSyncRun: CancelSyncRun = async ({ tenantId, organizationId, meta }, context) => {
  if (!hasFeature(context.principal, runFeature)) throw new MissingFeatureError([runFeature]);
  const scope: Scope = { tenantId, organizationId, organizationIds: [organizationId] };
  try {
    await cancelRun(scope, String(meta?.runId), undefined, sendBatch, context);
  } catch (error) {
    throw error instanceof SyncRunStateError ? new ProgressJobNotCancellableError() : error;
  }
};
