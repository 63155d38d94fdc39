/** Finds an attachment for a caller with or without credentials. */

import { NotFoundError, requireFound, UnauthenticatedError } from '../../../kernel/errors/errors.ts';
import type { FileOwner } from '../../../kernel/files/object-keys.ts';
import { booleanSetting } from '../../../kernel/settings/settings.ts';
import type { Attachment } from '../attachment.ts';
import { findAttachment, getAttachment, getOpenAttachment } from '../attachment-store.ts';
import { partitionOf } from '../partitions/partition-store.ts';
import { decideFileAccess, type FileReader, type Visibility, visibilityOf } from './file-access.ts';

export interface ReadableFile {
  attachment: Attachment;
  visibility: Visibility;
}

/**
 * Tries the caller's tenant first, because most requests are for its own files: this saves one request. Files of other
 * organizations are found only while these are open.
 */
async function locate(id: string, { scope = {} }: FileReader): Promise<Attachment | undefined> {
  const { tenantId, organizationIds = [] } = scope;
  const attachment = tenantId === undefined ? undefined : await getAttachment({ tenantId }, id);
  if (attachment === undefined) return findAttachment(id);
  return organizationIds.includes(attachment.organizationId) ? attachment : getOpenAttachment(attachment, id);
}

/**
 * Returns the file if the reader may read it. Throws NotFoundError if it does not exist or the reader may not see it, and
 * UnauthenticatedError if credentials are required.
 */
export async function findReadableFile(id: string, reader: FileReader): Promise<ReadableFile> {
  const attachment = requireFound(await locate(id, reader), 'Attachment');
  const partition = await partitionOf(attachment, attachment.partitionCode);
  const rules = {
    isPublic: partition.isPublic,
    publicNeedsCaller: booleanSetting('PUBLIC_FILES_REQUIRE_AUTH'),
  };
  const access = decideFileAccess(attachment, rules, reader);
  if (access === 'unauthenticated') throw new UnauthenticatedError();
  if (access === 'hidden') throw new NotFoundError('Attachment');
  return { attachment, visibility: visibilityOf(rules) };
}

/** Returns the owner of the attachment's objects. */
export function ownerOf({ tenantId, organizationId, id }: Attachment): FileOwner {
  return { tenantId, organizationId, attachmentId: id };
}
