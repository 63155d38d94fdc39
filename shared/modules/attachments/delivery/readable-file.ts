/** The attachment with this id, for a caller with or without credentials. */

import { NotFoundError, UnauthenticatedError } from '../../../kernel/errors/errors.ts';
import type { FileOwner } from '../../../kernel/files/object-keys.ts';
import { booleanSetting } from '../../../kernel/settings/settings.ts';
import type { Attachment } from '../attachment.ts';
import { findAttachment, getAttachment } from '../attachment-store.ts';
import { partitionOf } from '../partitions/partition-store.ts';
import { decideFileAccess, type FileReader, type Visibility, visibilityOf } from './file-access.ts';

export interface ReadableFile {
  attachment: Attachment;
  visibility: Visibility;
}

/** Most files that callers ask for are their tenant's own: one request then, instead of two. */
async function locate(id: string, reader: FileReader | undefined): Promise<Attachment | undefined> {
  const tenantId = reader?.scope.tenantId;
  const own = tenantId === undefined ? undefined : await getAttachment({ tenantId }, id);
  return own ?? findAttachment(id);
}

/**
 * The file, when the reader may read it. Throws NotFoundError for what does not exist or belongs to others, which
 * look the same, and UnauthenticatedError when credentials might help.
 */
export async function findReadableFile(id: string, reader: FileReader | undefined): Promise<ReadableFile> {
  const attachment = await locate(id, reader);
  if (attachment === undefined) throw new NotFoundError('Attachment');
  const partition = await partitionOf(attachment, attachment.partitionCode);
  const shown = {
    isPublic: partition.isPublic,
    publicNeedsCaller: booleanSetting('PUBLIC_FILES_REQUIRE_AUTH'),
  };
  const access = decideFileAccess(attachment, shown, reader);
  if (access === 'unauthenticated') throw new UnauthenticatedError();
  if (access === 'hidden') throw new NotFoundError('Attachment');
  return { attachment, visibility: visibilityOf(shown) };
}

/** Whose objects the attachment's are. */
export function ownerOf({ tenantId, organizationId, id }: Attachment): FileOwner {
  return { tenantId, organizationId, attachmentId: id };
}
