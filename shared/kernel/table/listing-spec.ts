/** Specification of a list: sorting, search and filters of its rows. */
import type { Item } from './read.ts';

export type SortDirection = 'asc' | 'desc';

/**
 * `exact` is equality; `contains` is a case-insensitive literal substring; `all` is a list of names that contains every one
 * of the values, in their compared form; `atLeast` is a number that is at least as large.
 */
export type FilterMode = 'exact' | 'contains' | 'all' | 'atLeast';

export type ListValue = string | number | boolean | null;
/** Times of which a date must equal one, however it is written. */
export interface TimeFilter {
  timesMs: readonly number[];
}
/** Bounds of a time in milliseconds; both are included. */
export interface RangeFilter {
  fromMs: number;
  toMs: number;
}
/** One value to equal, or several of which one must match. */
export type ListFilter = ListValue | readonly ListValue[] | TimeFilter | RangeFilter;

/**
 * Description of one kind of list. Attribute names have one or two letters, because every search pays for every byte
 * of every listing item.
 */
export interface ListingSpec<Field extends string> {
  /** Row field → attribute of the listing item. */
  attributes: Readonly<Record<Field, string>>;
  /** Fields that `search` looks into. */
  searchIn: readonly Field[];
  /** Comparison of a filter on a field; default: `exact`. */
  filterModes?: Readonly<Partial<Record<Field, FilterMode>>>;
  /** Fields with texts of dates, which are sorted as times. */
  timeFields?: ReadonlySet<Field>;
  /** The order of the sort keys. */
  keyOrder: { field: Field; direction: SortDirection };
  /** Items of the partition up to this sort key are not part of the list. */
  startsAfter?: string;
  /**
   * Rows expire (`ttl`), which no counter records: expired ones are omitted, and the rest is counted by reading every
   * listing item, strongly consistent; each read of such a list does this.
   */
  expires?: true;
  /** Whether a row is older than its listing item, besides comparing their revisions. */
  isBehind?: (row: Item, listing: Item) => boolean;
}
