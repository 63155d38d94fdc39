/** How searches learn at once that an attachment is no longer as the items of its words say (word-index.ts). */
import type { Attachment } from '../attachments/attachment.ts';
import { toItem } from '../table/item.ts';
import { unindexedKey } from '../table/keys.ts';
import type { Write } from '../table/write.ts';
import { extractionOf } from './extraction.ts';

/** What a change of an attachment, or its removal, adds to its transaction so that searches see it at once. */
export function outdatedWrites(before: Attachment, revision: number): Write[] {
  if (!extractionOf(before).indexed) return [];
  const { tenantId, organizationId, createdAt } = before;
  const item = { tenantId, organizationId, createdAt };
  return [{ put: toItem(unindexedKey(before, before.id), 'unindexed_attachment', item, { revision }) }];
}
