/** Marks index items as outdated, so that searches see changes immediately (word-index.ts). */

import { toItem } from '../../../kernel/table/item.ts';
import type { Write } from '../../../kernel/table/write.ts';
import type { Attachment } from '../attachment.ts';
import { unindexedKey } from '../keys.ts';
import { extractionOf } from './extraction.ts';

/** Builds the write that a change or removal of an attachment adds to its transaction. */
export function outdatedWrites(before: Attachment, revision: number): Write[] {
  if (!extractionOf(before).indexed) return [];
  const { tenantId, organizationId, createdAt } = before;
  const item = { tenantId, organizationId, createdAt };
  return [{ put: toItem(unindexedKey(before, before.id), 'unindexed_attachment', item, { revision }) }];
}
