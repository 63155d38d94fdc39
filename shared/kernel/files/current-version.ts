/** Finds the bytes of an uploaded file, of which each version has an object of its own. */
import { attachmentKey, type RowScope } from '../table/keys.ts';
import { getItem } from '../table/read.ts';

/** The key of the object with the current version; undefined if the organization has no such file. One GetItem. */
export async function currentVersionKey(scope: RowScope, attachmentId: string): Promise<string | undefined> {
  const item = await getItem(attachmentKey(scope, attachmentId.toLowerCase()));
  return item?.organizationId === scope.organizationId ? String(item.objectKey) : undefined;
}
