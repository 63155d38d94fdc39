/** Checks which uploaded file a run or a preview may read. */
import { hasFeature, type Principal } from '../../../kernel/base/principal.ts';
import { InvalidInputError, MissingFeatureError } from '../../../kernel/errors/errors.ts';
import type { SyncAdapter } from '../adapter.ts';

const filesFeature = 'attachments.view';

/**
 * The uploaded file. Throws InvalidInputError if the adapter needs one or reads none, and MissingFeatureError for a caller who
 * may not read files. The organization of the run is part of the file's key, so that the id of a file of others finds nothing.
 */
export function fileOf(
  { readsUploads = false }: Pick<SyncAdapter, 'readsUploads'>,
  attachmentId: string | undefined,
  principal: Principal | undefined,
): { attachmentId?: string } {
  if (attachmentId === undefined) {
    if (readsUploads) throw new InvalidInputError({ attachmentId: 'is required' });
    return {};
  }
  if (!readsUploads) throw new InvalidInputError({ attachmentId: 'is not read by this integration' });
  if (principal === undefined || !hasFeature(principal, filesFeature))
    throw new MissingFeatureError([filesFeature]);
  return { attachmentId };
}
