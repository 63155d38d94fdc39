/** Stores the views of a caller in one item. They are neither configuration nor data, so nothing is audited. */
import type { Principal } from '../../../kernel/base/principal.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import { getItem } from '../../../kernel/table/read.ts';
import { commit, ifRevision } from '../../../kernel/table/write.ts';
import { viewsKey } from '../keys.ts';
import type { SavedView } from './contract.ts';

const entity = 'saved-views';

export interface SavedViews {
  items: SavedView[];
  revision: number;
}

/** The views of the caller; none at revision 0. */
export async function findViews(caller: Pick<Principal, 'tenantId' | 'subject'>): Promise<SavedViews> {
  const item = await getItem(viewsKey(caller));
  return item === undefined ? { items: [], revision: 0 } : fromItem<SavedViews>(item, entity);
}

/** Replaces the views `before`. Throws StaleError if they have changed since they were read. */
export async function replaceViews(
  caller: Pick<Principal, 'tenantId' | 'subject'>,
  before: SavedViews,
  items: SavedView[],
): Promise<SavedViews> {
  const revision = before.revision + 1;
  const put = toItem(viewsKey(caller), entity, { items }, { revision });
  await commit([{ put, ...ifRevision(before.revision) }]);
  return { items, revision };
}
