/** The only file that knows how attachments lie in the table: a row, a locator, two listing items, tags, counters. */
import type { TenantScope } from '../identity/principal.ts';
import { fromItem } from '../table/item.ts';
import { attachmentKey, attachmentLocatorKey } from '../table/keys.ts';
import { getItem, type Item } from '../table/read.ts';
import type { Attachment } from './attachment.ts';

const entity = 'attachment';

/** What clients wrote is stored as JSON text: DynamoDB's numbers and depths are not those of JSON. */
type Documents = Pick<Attachment, 'tags' | 'assignments' | 'custom'>;

export function toAttachment(item: Item): Attachment {
  const { documents, ...attachment } = fromItem<Attachment & { documents: string }>(item, entity);
  return { ...attachment, ...(JSON.parse(documents) as Documents) };
}

/** An attachment of the tenant, whichever organization it is in. One GetItem. */
export async function getAttachment(scope: TenantScope, id: string): Promise<Attachment | undefined> {
  const item = await getItem(attachmentKey(scope, id));
  return item && toAttachment(item);
}

/**
 * An attachment of any tenant: for files that everybody may read, and for super admins. Two GetItems. The caller must
 * decide by the attachment's place and its partition who may see it.
 */
export async function findAttachment(id: string): Promise<Attachment | undefined> {
  const locator = await getItem(attachmentLocatorKey(id));
  return locator && getAttachment({ tenantId: String(locator.tenantId) }, id);
}
