/**
 * Writes the rows of a resource. A change is one transaction: the row, its listing item, its name, the reserved value, the
 * counts, the event and the audit entry.
 */
import { type Change, type ChangeContext, changeOf, deletionOf, recordChange } from '../audit/record.ts';
import { toIso } from '../base/times.ts';
import { updateWithRetry } from '../http/optimistic-locking.ts';
import { countWrite } from '../table/counters.ts';
import type { Key } from '../table/keys.ts';
import { nameWrites, type RowName } from '../table/names.ts';
import type { VisibleScope } from '../table/organizations.ts';
import { createWithin, releaseWrite } from '../table/usage.ts';
import { ifRevision, notExists, transact, type Write } from '../table/write.ts';
import { readerOf } from './reader.ts';
import type { ResourceRow, RowSpec } from './row-spec.ts';
import { listingItemOf, toRowItem } from './rows.ts';

const isSame = (one: Key | undefined, other: Key | undefined): boolean =>
  one?.pk === other?.pk && one?.sk === other?.sk;

/** The functions that write rows of the resource. */
export function writerOf<Row extends ResourceRow, Field extends string>(resource: RowSpec<Row, Field>) {
  const { rowKey, list, unique, limit, deletes, beside, withoutSecrets = (row) => row } = resource;
  const { get } = readerOf(resource);

  const listingWrite = (row: Row): Write => ({ put: listingItemOf(resource, row) });

  function nameOf(row: Row | undefined): RowName | undefined {
    const named = row && list.named?.(row);
    return named ? { list: list.partition(row), id: row.id, ...named } : undefined;
  }

  function reserve(row: Row): Write[] {
    const key = unique?.key(row);
    if (unique === undefined || key === undefined) return [];
    return [{ put: { ...key, id: row.id }, when: notExists, otherwise: () => unique.taken(row) }];
  }

  function release(row: Row): Write[] {
    const key = unique?.key(row);
    return key === undefined ? [] : [{ delete: key }];
  }

  const moveReservation = (before: Row, after: Row): Write[] =>
    isSame(unique?.key(before), unique?.key(after)) ? [] : [...reserve(after), ...release(before)];

  /** Throws LimitReachedError, the error of a taken value, and StaleError if the row exists. */
  async function insert(row: Row, context: ChangeContext): Promise<void> {
    const partition = list.partition(row);
    const writes: Write[] = [
      ...reserve(row),
      { put: toRowItem(resource, row), ...ifRevision() },
      listingWrite(row),
      ...nameWrites(undefined, nameOf(row)),
      countWrite(partition, row.id, 1),
      ...(beside?.keep(undefined, row) ?? []),
      ...recordChange(changeOf(resource, 'created', undefined, row), context),
    ];
    if (limit === undefined) return transact(writes);
    const most = { partition, what: limit.what, max: limit.max() };
    return createWithin(most, row.id, (count) => transact([...writes, count]));
  }

  /**
   * Replaces the row read as `before`, and publishes `change`. Throws StaleError if another writer was first, and the
   * error of a taken value.
   */
  async function replace(
    before: Row,
    after: Row,
    context: ChangeContext,
    change: Change = changeOf(resource, 'updated', before, after),
  ): Promise<void> {
    const isMoved = !isSame(list.key(before), list.key(after));
    await transact([
      { put: toRowItem(resource, after), ...ifRevision(before.revision) },
      ...moveReservation(before, after),
      ...(isMoved ? [{ delete: list.key(before) }] : []),
      listingWrite(after),
      ...nameWrites(nameOf(before), nameOf(after)),
      ...(beside?.keep(before, after) ?? []),
      ...recordChange(change, context),
    ]);
  }

  function rowDeletion(before: Row, deleted: Row, { principal, nowMs }: ChangeContext): Write {
    const when = ifRevision(before.revision);
    if (deletes === 'at once') return { delete: rowKey(before, before.id), ...when };
    const marks = { deletedAt: toIso(nowMs), deletedBy: principal.subject };
    return { put: { ...toRowItem(resource, withoutSecrets(deleted)), ...marks }, ...when };
  }

  /** Deletes the row as it was read. Throws StaleError if another writer was first. */
  async function deleteRow(row: Row, context: ChangeContext): Promise<void> {
    const partition = list.partition(row);
    const deleted = { ...row, revision: row.revision + 1 };
    await transact([
      rowDeletion(row, deleted, context),
      ...release(row),
      { delete: list.key(row) },
      ...nameWrites(nameOf(row), undefined),
      countWrite(partition, row.id, -1),
      ...(limit === undefined ? [] : [releaseWrite(partition, row.id)]),
      ...(beside?.remove(row, context.nowMs) ?? []),
      ...recordChange(deletionOf(resource, row), context),
    ]);
  }

  /**
   * Applies `decide` to the current row and returns the new one; `action` names the event. Throws NotFoundError,
   * StaleError for a state that `ifMatch` does not name, and what `decide` and `replace` throw.
   */
  function change(
    scope: VisibleScope,
    id: string,
    ifMatch: string | undefined,
    context: ChangeContext,
    decide: (row: Row) => Row | Promise<Row>,
    action = 'updated',
  ): Promise<Row> {
    return updateWithRetry(
      () => get(scope, id),
      ifMatch,
      async (before) => {
        const after = await decide(before);
        await replace(before, after, context, changeOf(resource, action, before, after));
        return after;
      },
    );
  }

  /** Throws NotFoundError, StaleError for a state that `ifMatch` does not name. */
  function remove(
    scope: VisibleScope,
    id: string,
    ifMatch: string | undefined,
    context: ChangeContext,
  ): Promise<void> {
    return updateWithRetry(
      () => get(scope, id),
      ifMatch,
      (row) => deleteRow(row, context),
    );
  }

  return { insert, replace, deleteRow, change, remove };
}
