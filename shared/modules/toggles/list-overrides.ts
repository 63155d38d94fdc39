/** Adds the listing items that tenants' values of toggles had not at first. */
import { ConditionFailedError } from '../../kernel/table/errors.ts';
import type { ItemMigration } from '../../kernel/table/migrate.ts';
import { getItem, type Item } from '../../kernel/table/read.ts';
import { notExists, transact } from '../../kernel/table/write.ts';
import { overrideListingOf, overridesListedKey } from './keys.ts';

/** Puts the listing item of a tenant's value of a toggle. False when it is there already, or the value is gone. */
async function listOverride(item: Item, dryRun: boolean): Promise<boolean> {
  const own = { pk: String(item.pk), sk: String(item.sk) };
  const key = overrideListingOf(own);
  if (key === undefined || (await getItem(key)) !== undefined) return false;
  if (dryRun) return true;
  const { id, toggleId } = item;
  try {
    await transact([
      { check: own, when: { expression: 'id = :id', values: { ':id': id } } },
      { put: { ...key, id, toggleId }, when: notExists },
    ]);
    return true;
  } catch (error) {
    if (error instanceof ConditionFailedError) return false;
    throw error;
  }
}

export const listOverrides: ItemMigration = {
  name: 'overrides',
  version: 1,
  doneKey: overridesListedKey,
  migrate: listOverride,
};
