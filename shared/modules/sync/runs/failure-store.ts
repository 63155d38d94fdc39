/** Stores failed items of runs in the order of the run, until they expire. */

import { containing } from '../../../kernel/base/compared.ts';
import { parseJson, toJson } from '../../../kernel/base/json.ts';
import { truncate } from '../../../kernel/base/text.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { NotFoundError } from '../../../kernel/errors/errors.ts';
import { type EntriesPage, listEntries } from '../../../kernel/table/entries.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import type { Key } from '../../../kernel/table/keys.ts';
import { getItem, queryAll } from '../../../kernel/table/read.ts';
import type { Write } from '../../../kernel/table/write.ts';
import { syncFailureKey, syncFailureRange, syncFailuresPartition, syncFailuresPrefix } from '../keys.ts';
import type { StoredRun } from './run.ts';
import type { ListFailures, SyncFailure } from './run-contract.ts';
import { syncLimits } from './run-limits.ts';

/** An item that could not be imported or exported. */
export interface Failure {
  externalId: string | null;
  localId: string | null;
  error: string;
  data: unknown;
}

interface StoredFailure extends Omit<Failure, 'data'> {
  /** JSON text; null if it is too large or cannot be stored. */
  data: string | null;
  createdAtMs: number;
  batch: number;
}

const entity = 'sync_failure';

/** The id of a failed item, from its sort key: the numbers of its batch and of the item, from 0. */
const failureIdOf = (sk: string): string => sk.split('#').map(Number).join('-');

/** The key of a failed item. */
function keyOfFailure(run: StoredRun, failureId: string): Key {
  const [batch = 0, index = 0] = failureId.split('-').map(Number);
  return syncFailureKey(run, run.id, batch, index);
}

function dataText(data: unknown): string | null {
  if (data === undefined || data === null) return null;
  const text = toJson(data);
  return Buffer.byteLength(text) <= syncLimits.failedDataBytes ? text : null;
}

/**
 * The write that stores a failed item. `index` is its index in the batch, so that a repeated batch writes the
 * same items.
 */
export function failureWrite(
  run: StoredRun,
  index: number,
  { externalId, localId, error, data }: Failure,
  nowMs: number,
): Write {
  const stored: StoredFailure = {
    externalId: externalId === null ? null : truncate(externalId, syncLimits.errorText),
    localId,
    error: truncate(error, syncLimits.errorText),
    data: dataText(data),
    createdAtMs: nowMs,
    batch: run.batchesCompleted,
  };
  const ttl = Math.floor(nowMs / 1_000) + syncLimits.failureDays * 86_400;
  return {
    put: { ...toItem(syncFailureKey(run, run.id, run.batchesCompleted, index), entity, stored), ttl },
  };
}

/** The writes that remove the failures of a stopped worker; the next worker stores its own. */
export async function outdatedFailures(run: StoredRun): Promise<Write[]> {
  const prefix = syncFailuresPrefix(run.batchesCompleted);
  const items = await queryAll({
    pk: syncFailuresPartition(run, run.id),
    skPrefix: prefix,
    consistent: true,
  });
  return items.map(({ pk, sk }) => ({ delete: { pk: String(pk), sk: String(sk) } }));
}

/** A failed item of a run that is not fixed yet; undefined if there is none. */
export async function findFailure(
  run: StoredRun,
  failureId: string,
): Promise<Pick<Failure, 'externalId'> | undefined> {
  const item = await getItem(keyOfFailure(run, failureId));
  return item && fromItem<StoredFailure>(item, entity);
}

/** The write that removes a fixed item. Throws NotFoundError if another caller was first. */
export const fixedWrite = (run: StoredRun, failureId: string): Write => ({
  delete: keyOfFailure(run, failureId),
  when: { expression: 'attribute_exists(pk)' },
  otherwise: () => new NotFoundError('Failed item'),
});

/** One page of the failed items of a run. */
export async function listFailures(
  run: StoredRun,
  { page, pageSize, withTotal, id, search }: ListFailures,
  nowMs: number,
): Promise<Omit<EntriesPage, 'items'> & { items: SyncFailure[] }> {
  const isFound = containing(search ?? '');
  const { items, ...counted } = await listEntries([syncFailuresPartition(run, run.id)], {
    ...{ page, pageSize, withTotal },
    range: syncFailureRange,
    matches: ({ externalId, localId, error }) =>
      (id === undefined || externalId === id) &&
      [externalId, localId, error].some((text) => isFound(String(text ?? ''))),
    nowSeconds: Math.floor(nowMs / 1_000),
  });
  const failures = items.map((item) => {
    const { data, createdAtMs, batch, externalId, localId, error } = fromItem<StoredFailure>(item, entity);
    return {
      failureId: failureIdOf(String(item.sk)),
      ...{ externalId, localId, error },
      batch: batch + 1,
      data: data === null ? null : parseJson(data),
      createdAt: toIso(createdAtMs),
    };
  });
  return { items: failures, ...counted };
}
