/** Migration: adds listing items of tenants' own values that were stored by earlier versions. */
import { ConditionFailedError } from '../../kernel/table/errors.ts';
import type { ItemMigration } from '../../kernel/table/migrate.ts';
import { getItem, type Item } from '../../kernel/table/read.ts';
import { notExists, transact } from '../../kernel/table/write.ts';
import { overrideListingOf, overridesListedKey } from './keys.ts';

/** Adds the listing item of a tenant's own value. Returns false if it exists already, or if the value was deleted. */
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
