/** Cancels the sync run of a cancelled progress job. */

import type { Feature } from '../../../kernel/base/features.ts';
import { hasFeature, type Scope } from '../../../kernel/base/principal.ts';
import { MissingFeatureError } from '../../../kernel/errors/errors.ts';
import { type CancelSyncRun, ProgressJobNotCancellableError } from '../../progress/public.ts';
import { SyncRunStateError } from '../errors.ts';
import { sendBatch } from './run.ts';
import * as runs from './run-service.ts';

const runFeature: Feature = 'data_sync.run';

/**
 * Throws MissingFeatureError if the caller may not cancel sync runs, ProgressJobNotCancellableError if the
 * run has ended.
 */
export const cancelSyncRun: CancelSyncRun = async ({ tenantId, organizationId, meta }, context) => {
  if (!hasFeature(context.principal, runFeature)) throw new MissingFeatureError([runFeature]);
  const scope: Scope = { tenantId, organizationId, organizationIds: [organizationId] };
  try {
    await runs.cancelSyncRun(sendBatch)({ scope, context }, { id: String(meta?.runId) });
  } catch (error) {
    throw error instanceof SyncRunStateError ? new ProgressJobNotCancellableError() : error;
  }
};
