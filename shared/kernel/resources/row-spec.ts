/** The declaration of a resource: what `readerOf` and `writerOf` must know of its rows. */
import type { RecordedKind } from '../audit/record.ts';
import type { AppError } from '../errors/app-error.ts';
import type { Key, RowScope } from '../table/keys.ts';
import type { ListingSpec, ListValue } from '../table/listing-spec.ts';
import type { RowName } from '../table/names.ts';
import type { Write } from '../table/write.ts';

/** A row of an organization. Its revision grows with each change; `If-Match` names it. */
export type ResourceRow = RowScope & {
  id: string;
  revision: number;
};

/** The list of the rows, and what its listing items contain. */
export interface ResourceList<Row, Field extends string> extends ListingSpec<Field> {
  /** The partition of an organization's listing items. */
  partition(scope: RowScope): string;
  /** The key of a row's listing item; its sort key gives the order of the list. */
  key(row: Row): Key;
  /** The values for filters, sorting and search. */
  values(row: Row): Record<Field, ListValue | readonly ListValue[]>;
  /** Maximum size of the row in a response, in bytes. */
  bytes(row: Row): number;
  /** The name by which a search finds the row; null if it has none. Absent if rows are not found by names. */
  named?(row: Row): Pick<RowName, 'name' | 'detail'> | null;
}

export interface RowSpec<Row extends ResourceRow, Field extends string> extends RecordedKind<Row> {
  /** Name for callers, as in "Rule set not found". */
  title: string;
  /** Name of the row's items. */
  entity: string;
  rowKey(scope: RowScope, id: string): Key;
  list: ResourceList<Row, Field>;
  /**
   * A value that only one live row may have: the item that reserves it, undefined if the row has no value, and the error
   * if another row has it.
   */
  unique?: { key(row: Row): Key | undefined; taken(row: Row): AppError };
  /** The maximum number of rows in an organization; `what` is its name for callers. */
  limit?: { what: string; max(): number };
  /** The row as its listing item contains it, and as it stays after a soft deletion; by default the whole row. */
  withoutSecrets?(row: Row): Row;
  /** Items beside the row, written in the same transaction. */
  beside?: {
    /** Of a new row (`before` undefined), or a changed one. */
    keep(before: Row | undefined, after: Row): Write[];
    remove(row: Row, nowMs: number): Write[];
  };
  /** Rows that are deleted softly stay in the table, where only their owners' other data finds them. */
  deletes: 'softly' | 'at once';
  /** Fields that are stored as JSON texts, because DynamoDB documents have at most 32 levels. */
  jsonFields?: readonly (keyof Row & string)[];
}
