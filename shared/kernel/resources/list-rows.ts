import type { Scope } from '../base/principal.ts';
import type { ParsedListQuery } from '../lists/list.ts';
import { readerOf } from './reader.ts';
import type { Resource } from './resource.ts';
import { rowSpecOf } from './row-spec-of.ts';
import { toResponse } from './values.ts';

/** The function that returns one page of the resource's rows in a scope, by the query of `listContract`. */
export function listRowsOf(resource: Resource) {
  const rows = readerOf(rowSpecOf(resource));
  const filters = Object.keys(resource.list.filters ?? {});
  return (scope: Scope, query: ParsedListQuery<string>) => {
    const asked = Object.entries(query).filter(([name]) => filters.includes(name));
    return rows.list(scope, query, Object.fromEntries(asked), (row) => toResponse(resource, row));
  };
}
