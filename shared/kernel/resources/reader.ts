/** Reads the rows of a resource. */
import type { Scope } from '../base/principal.ts';
import { requireFound } from '../errors/errors.ts';
import { type ParsedListQuery, toList, toListRequest } from '../lists/list.ts';
import type { Key } from '../table/keys.ts';
import { type ListRequest, pageOf } from '../table/listing.ts';
import type { ListFilter } from '../table/listing-spec.ts';
import { listOverOrganizations, type VisibleScope, visibleScopes } from '../table/organizations.ts';
import { batchGetParallel, getItem } from '../table/read.ts';
import type { ResourceRow, RowSpec } from './row-spec.ts';
import { listingItemOf, toLiveRow } from './rows.ts';

/** The functions that read rows of the resource in the organizations of a scope. */
export function readerOf<Row extends ResourceRow, Field extends string>(resource: RowSpec<Row, Field>) {
  const { title, rowKey, list } = resource;

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

  /**
   * One page of live rows, with the number of matches. Rows with given ids are read by key: the caller may have created
   * them just before.
   */
  async function page(scope: Scope, request: ListRequest<Field>) {
    if (request.ids === undefined) {
      const { rows, total } = await listOverOrganizations(list, scope, list.partition, rowKey, request);
      const items = rows.map((item) => toLiveRow(resource, item)).filter((row) => row !== undefined);
      return { items, total };
    }
    const named = await findEach(scope, [...request.ids]);
    const { rows, total } = pageOf(list, named, (row) => listingItemOf(resource, row), request);
    return { items: rows, total };
  }

  /** One page of live rows in the envelope of lists, each as `toResponse` makes it. Throws PageTooLargeError. */
  async function listRows<Response>(
    scope: Scope,
    query: ParsedListQuery<Field>,
    filters: Partial<Record<Field, ListFilter | undefined>>,
    toResponse: (row: Row) => Response,
  ) {
    const { items, total } = await page(scope, toListRequest(query, filters));
    return toList(query, { items: items.map(toResponse), total });
  }

  return { find, get, findEach, page, list: listRows };
}
