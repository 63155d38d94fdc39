/**
 * Writes the rows of a resource. A change is one transaction: the row, its listing item, the reserved value, the counts,
 * the event and the audit entry.
 */
import { type Change, type ChangeContext, differences, recordChange } from '../audit/record.ts';
import { toIso } from '../base/times.ts';
import { updateWithRetry } from '../http/optimistic-locking.ts';
import { countWrite } from '../table/counters.ts';
import type { Key } from '../table/keys.ts';
import type { VisibleScope } from '../table/organizations.ts';
import { createWithin, releaseWrite } from '../table/usage.ts';
import { ifRevision, notExists, transact, type Write } from '../table/write.ts';
import { readerOf } from './reader.ts';
import type { ResourceRow, RowSpec } from './row-spec.ts';
import { listingItemOf, toRowItem } from './rows.ts';

const isSame = (one: Key, other: Key): boolean => one.pk === other.pk && one.sk === other.sk;

/** The functions that write rows of the resource. */
// @__NO_SIDE_EFFECTS__
export function writerOf<Row extends ResourceRow, Field extends string>(resource: RowSpec<Row, Field>) {
  const { name, rowKey, list, unique, limit, deletes } = resource;
  const { get } = readerOf(resource);

  const listingWrite = (row: Row): Write => ({ put: listingItemOf(resource, row) });

  function reserve(row: Row): Write[] {
    if (unique === undefined) return [];
    const { key, taken } = unique;
    return [{ put: { ...key(row), id: row.id }, when: notExists, otherwise: () => taken(row) }];
  }

  const release = (row: Row): Write[] => (unique === undefined ? [] : [{ delete: unique.key(row) }]);

  function moveReservation(before: Row, after: Row): Write[] {
    if (unique === undefined || isSame(unique.key(before), unique.key(after))) return [];
    return [...reserve(after), ...release(before)];
  }

  /** The event and the audit entry of a change. */
  function record(action: string, before: Row | undefined, after: Row, context: ChangeContext): Write[] {
    const { id, tenantId, organizationId, revision } = after;
    const shown = (row: Row | undefined) => (row === undefined ? {} : resource.audited(row));
    const change: Change = {
      ...{ tenantId, organizationId, resource: name, resourceId: id, action, version: revision },
      data: resource.eventData(after),
      changes: action === 'deleted' ? {} : differences(shown(before), shown(after)),
    };
    return recordChange(change, context);
  }

  /** Throws LimitReachedError, the error of a taken value, and StaleError if the row exists. */
  async function insert(row: Row, context: ChangeContext): Promise<void> {
    const partition = list.partition(row);
    const writes: Write[] = [
      ...reserve(row),
      { put: toRowItem(resource, row), ...ifRevision() },
      listingWrite(row),
      countWrite(partition, row.id, 1),
      ...record('created', undefined, row, context),
    ];
    if (limit === undefined) return transact(writes);
    const most = { partition, what: limit.what, max: limit.max() };
    return createWithin(most, row.id, (count) => transact([...writes, count]));
  }

  /**
   * Replaces the row read as `before`; `action` names the event. Throws StaleError if another writer was first, and the
   * error of a taken value.
   */
  async function replace(before: Row, after: Row, context: ChangeContext, action = 'updated'): Promise<void> {
    const isMoved = !isSame(list.key(before), list.key(after));
    await transact([
      { put: toRowItem(resource, after), ...ifRevision(before.revision) },
      ...moveReservation(before, after),
      ...(isMoved ? [{ delete: list.key(before) }] : []),
      listingWrite(after),
      ...record(action, before, after, context),
    ]);
  }

  function rowDeletion(before: Row, deleted: Row, { principal, nowMs }: ChangeContext): Write {
    const when = ifRevision(before.revision);
    if (deletes === 'at once') return { delete: rowKey(before, before.id), ...when };
    const marks = { deletedAt: toIso(nowMs), deletedBy: principal.subject };
    return { put: { ...toRowItem(resource, deleted), ...marks }, ...when };
  }

  async function deleteRow(row: Row, context: ChangeContext): Promise<void> {
    const partition = list.partition(row);
    const deleted = { ...row, revision: row.revision + 1 };
    await transact([
      rowDeletion(row, deleted, context),
      ...release(row),
      { delete: list.key(row) },
      countWrite(partition, row.id, -1),
      ...(limit === undefined ? [] : [releaseWrite(partition, row.id)]),
      ...record('deleted', row, deleted, context),
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
    action?: string,
  ): Promise<Row> {
    return updateWithRetry(
      () => get(scope, id),
      ifMatch,
      async (before) => {
        const after = await decide(before);
        await replace(before, after, context, action);
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

  return { insert, replace, change, remove };
}
