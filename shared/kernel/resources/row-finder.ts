/** Finds rows of a resource by their ids. Functions that show no list import only this. */
import { requireFound } from '../errors/errors.ts';
import type { Key } from '../table/keys.ts';
import { type VisibleScope, visibleScopes } from '../table/organizations.ts';
import { batchGetParallel, getItem } from '../table/read.ts';
import type { ResourceRow, RowSpec } from './row-spec.ts';
import { toLiveRow } from './rows.ts';

/** The functions that find rows of the resource in the organizations of a scope. */
export function rowFinderOf<Row extends ResourceRow, Field extends string>(resource: RowSpec<Row, Field>) {
  const { title, rowKey } = resource;

  /** The keys that a row with this id can have, each once. */
  function keysOf(scope: VisibleScope, id: string): Key[] {
    const keys = visibleScopes(scope).map((at) => rowKey(at, id));
    return [...new Map(keys.map((key) => [`${key.pk} ${key.sk}`, key])).values()];
  }

  const isVisible = ({ tenantId, organizationIds }: VisibleScope, row: Row): boolean =>
    row.tenantId === tenantId && organizationIds.includes(row.organizationId);

  /** The live row with this id; undefined if there is none. One GetItem per key that it can have. */
  async function find(scope: VisibleScope, id: string): Promise<Row | undefined> {
    for (const key of keysOf(scope, id)) {
      const row = toLiveRow(resource, await getItem(key));
      if (row !== undefined && isVisible(scope, row)) return row;
    }
    return undefined;
  }

  /** The live row with this id. Throws NotFoundError. */
  async function get(scope: VisibleScope, id: string): Promise<Row> {
    return requireFound(await find(scope, id), title);
  }

  /** The live rows with these ids, strongly consistent. One BatchGetItem per 100 keys that they can have. */
  async function findEach(scope: VisibleScope, ids: readonly string[]): Promise<Row[]> {
    const items = await batchGetParallel(ids.flatMap((id) => keysOf(scope, id)));
    const live = items.map((item) => toLiveRow(resource, item)).filter((row) => row !== undefined);
    return live.filter((row) => isVisible(scope, row));
  }

  return { find, get, findEach };
}
