/** Specification of a list: how its rows are sorted, searched and filtered. */
import type { Item } from './read.ts';

export type SortDirection = 'asc' | 'desc';

/**
 * `exact` is the same value; `contains` is a case-insensitive substring, taken literally; `all` is a list that holds
 * every one of the values; `atLeast` is a number that is as large or larger.
 */
export type FilterMode = 'exact' | 'contains' | 'all' | 'atLeast';

export type ListValue = string | number | boolean | null;
/** One value to equal, or several of which one must. */
export type ListFilter = ListValue | readonly ListValue[];

/**
 * What the engine knows of one kind of list. Attribute names are one or two letters, because every search pays
 * for every byte of every listing item.
 */
export interface ListingSpec<Field extends string> {
  /** Row field → attribute of the listing item. */
  attributes: Readonly<Record<Field, string>>;
  /** Fields that `search` looks into. */
  searchIn: readonly Field[];
  /** Comparison of a filter on a field; default: `exact`. */
  filterModes?: Readonly<Partial<Record<Field, FilterMode>>>;
  /** The order the sort keys already have. */
  keyOrder: { field: Field; direction: SortDirection };
  /** Items of the partition up to this sort key are not of the list. */
  startsAfter?: string;
  /**
   * Rows go by themselves (`ttl`), which no counter notices: what has expired is left out, and the rest counted, by
   * reading every listing item, and reading it strongly consistent: each look at such a list is one of these.
   */
  expires?: true;
  /** Whether a row is older than its listing item, beside what their revisions say. */
  isBehind?: (row: Item, listing: Item) => boolean;
}
