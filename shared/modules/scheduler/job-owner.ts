/** The user or key that a job's command runs as, and its current rights. */

import type { Feature } from '../../kernel/base/features.ts';
import { hasFeature, type Principal } from '../../kernel/base/principal.ts';
import { PermanentError } from '../../kernel/queues/errors.ts';
import { currentRunAs } from '../identity/public.ts';
import type { JobRow } from './job.ts';

/** The user or key that a job runs as lacks a right; the message is the job's `blockedReason`. */
export class BlockedError extends PermanentError {
  override name = 'BlockedError';
}

/**
 * The user or key with its current rights, restricted to the job's scope. Throws BlockedError if it was deleted, may
 * no longer act in the job's scope, or lacks the feature.
 */
export async function ownerOf(job: JobRow, feature: Feature | undefined, nowMs: number): Promise<Principal> {
  const owner = await currentRunAs(job.owner, job, nowMs);
  if (owner === undefined)
    throw new BlockedError(
      'The user or key that the job runs as no longer has access to its tenant or organization.',
    );
  if (feature !== undefined && !hasFeature(owner, feature))
    throw new BlockedError(`The user or key that the job runs as no longer has the feature ${feature}.`);
  return owner;
}
