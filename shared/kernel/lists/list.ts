/** The conventions of generic lists: query, envelope, order. Rules and jobs have their own envelopes. */
import * as z from 'zod/mini';
import { about, count, paging, queryBoolean, uuid } from '../http/fields.ts';
import { limits } from '../http/limits.ts';
import type { ListRequest } from '../table/listing.ts';
import type { ListFilter, SortDirection } from '../table/listing-spec.ts';

export interface ListQueryOptions<Field extends string> {
  sortFields: readonly Field[];
  pageSize?: number;
  maxPageSize?: number;
  /** Names of the searched fields, for the description. */
  searches: string;
}

/** `sortDir` of a list; its default depends on the field. */
export function sortDirection() {
  return z
    .optional(z.enum(['asc', 'desc']))
    .check(
      about(
        'Sort direction. By default dates and priorities are sorted descending, all other fields ascending.',
      ),
    );
}

/** `page`, `pageSize`, `search`, `sortField` and `sortDir` of a generic list; spread it into the query schema. */
export function listQuery<Field extends string>(options: ListQueryOptions<Field>) {
  const { pageSize, maxPageSize } = options;
  return {
    ...paging(pageSize, maxPageSize),
    ...searchFilter(options.searches),
    sortField: z
      .optional(z.enum(options.sortFields))
      .check(about('Field to sort by; equal values are sorted by id.')),
    sortDir: sortDirection(),
  };
}

/** A filter by a text that values contain. */
export function textFilter(description: string) {
  return z.optional(z.string().check(z.maxLength(200))).check(about(description));
}

/** The filter `search` of a list, and the fields that it searches; part of `listQuery`. */
export function searchFilter(searches: string) {
  return { search: textFilter(`Text to find in ${searches}, ignoring case.`) };
}

/** The filter `id` of a list whose rows are known by UUIDs; spread it into the query schema next to `listQuery`. */
export function idFilter() {
  return { id: z.optional(uuid('Only the row with this id.')) };
}

/** The option `withTotal` of a log, whose entries are counted by reading them; spread it into the query schema. */
export function totalOption() {
  return {
    withTotal: z
      .optional(queryBoolean())
      .check(
        about(
          'False leaves the entries after the page uncounted, which is cheaper for a page that is read repeatedly: ' +
            '`total` then is the number of matches that were read, and `totalIsExact` is true on the last page only.',
        ),
      ),
  };
}

/** The envelope `{items, total, page, pageSize, totalPages}` around rows of one schema. */
export function listOf<Row extends z.core.$ZodType>(row: Row) {
  return z.object({
    items: z.array(row).check(about('The rows of the page.')),
    total: count('Rows that match, over all pages.', 1),
    page: count('Page number, from 1.', 1),
    pageSize: count('Requested rows per page.', limits.pageSize),
    totalPages: count('Number of pages; 0 when nothing matches.', 1),
  });
}

/** The envelope of a log that is read by `from` and `to`: `listOf` with `totalIsExact`. `rows` names its rows: `Entries`. */
export function logOf<Row extends z.core.$ZodType>(row: Row, rows: string) {
  const some = rows.toLowerCase();
  return z.object({
    items: z.array(row).check(about(`The ${some} of the page.`)),
    total: count(`${rows} that match, over all pages; see \`totalIsExact\`.`, 1),
    totalIsExact: z
      .boolean()
      .check(
        about(
          'False when the log is longer than one request can read. Then `total` counts only the matches that were read; ' +
            'use `from` and `to` to read the rest.',
        ),
      ),
    page: count('Page number, from 1.', 1),
    pageSize: count(`Requested ${some} per page.`, limits.pageSize),
    totalPages: count('Number of pages; 0 when nothing matches.', 1),
  });
}

export interface ParsedListQuery<Field extends string> {
  id?: string | undefined;
  page: number;
  pageSize: number;
  search?: string | undefined;
  sortField?: Field | undefined;
  sortDir?: SortDirection | undefined;
}

/** Converts a parsed query into a request of the list code; `filters` are those of the module. */
export function toListRequest<Field extends string>(
  query: ParsedListQuery<Field>,
  filters: Partial<Record<Field, ListFilter | undefined>> = {},
): ListRequest<Field> {
  const { id, page, pageSize, search, sortField, sortDir } = query;
  return {
    page,
    pageSize,
    search,
    filters,
    ids: id === undefined ? undefined : new Set([id]),
    sort: { field: sortField, direction: sortDir },
  };
}

/** Puts one page of rows into the generic envelope. */
export function toList<Row>(
  { page, pageSize }: { page: number; pageSize: number },
  { items, total }: { items: Row[]; total: number },
) {
  return { items, total, page, pageSize, totalPages: Math.ceil(total / pageSize) };
}
