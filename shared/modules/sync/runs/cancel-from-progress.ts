/** Who cancels the job of a sync run cancels the run, at once. */

import type { Feature } from '../../../kernel/auth/features.ts';
import { hasFeature, type Scope } from '../../../kernel/auth/principal.ts';
import { MissingFeatureError } from '../../../kernel/errors/errors.ts';
import { type CancelSyncRun, ProgressJobNotCancellableError } from '../../progress/public.ts';
import { SyncRunStateError } from '../errors.ts';
import { sendBatch } from './run.ts';
import { cancelRun } from './run-service.ts';

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
