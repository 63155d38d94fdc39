/** Adds older deliveries to the lists of their organizations. */
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import type { ItemMigration } from '../../../kernel/table/migrate.ts';
import { getItem, type Item } from '../../../kernel/table/read.ts';
import { putNew } from '../../../kernel/table/write.ts';
import { deliveriesListedKey } from '../keys.ts';
import { entities, isExpired, listedItem, toStored } from './delivery-store.ts';

/**
 * Adds a delivery to the list of its organization. Returns false if the item is not a delivery, has expired,
 * or is already listed.
 */
async function listDelivery(item: Item, dryRun: boolean): Promise<boolean> {
  if (item.entity !== entities.delivery || isExpired(item, Date.now())) return false;
  const listed = listedItem(toStored(item));
  if ((await getItem(listed)) !== undefined) return false;
  if (dryRun) return true;
  try {
    await putNew(listed);
    return true;
  } catch (error) {
    if (error instanceof ConditionFailedError) return false;
    throw error;
  }
}

export const listDeliveries: ItemMigration = {
  name: 'deliveries',
  version: 1,
  doneKey: deliveriesListedKey,
  migrate: listDelivery,
};
