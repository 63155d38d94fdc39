/** Reads the rows of a resource. */
import type { Scope } from '../base/principal.ts';
import { type ParsedListQuery, toList, toListRequest } from '../lists/list.ts';
import { type ListRequest, pageOf } from '../table/listing.ts';
import type { ListFilter } from '../table/listing-spec.ts';
import { listOverOrganizations } from '../table/organizations.ts';
import { rowFinderOf } from './row-finder.ts';
import type { ResourceRow, RowSpec } from './row-spec.ts';
import { listingItemOf, toLiveRow } from './rows.ts';

/** The functions that read rows of the resource in the organizations of a scope. */
export function readerOf<Row extends ResourceRow, Field extends string>(resource: RowSpec<Row, Field>) {
  const { rowKey, list } = resource;
  const finder = rowFinderOf(resource);

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
    const named = await finder.findEach(scope, [...request.ids]);
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

  return { ...finder, page, list: listRows };
}
