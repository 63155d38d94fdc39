/** How searches learn at once that an attachment is no longer as the items of its words say (word-index.ts). */

import { toItem } from '../../../kernel/table/item.ts';
import type { Write } from '../../../kernel/table/write.ts';
import type { Attachment } from '../attachment.ts';
import { unindexedKey } from '../keys.ts';
import { extractionOf } from './extraction.ts';

/** What a change of an attachment, or its removal, adds to its transaction so that searches see it at once. */
export function outdatedWrites(before: Attachment, revision: number): Write[] {
  if (!extractionOf(before).indexed) return [];
  const { tenantId, organizationId, createdAt } = before;
  const item = { tenantId, organizationId, createdAt };
  return [{ put: toItem(unindexedKey(before, before.id), 'unindexed_attachment', item, { revision }) }];
}
