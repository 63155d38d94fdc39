/** Changes several resources in one request, each in its own transaction. */

import { tryEach } from '../base/parallel.ts';
import type { AppError } from '../errors/app-error.ts';
import { NotFoundError } from '../errors/errors.ts';
import { updateWithRetry } from '../http/optimistic-locking.ts';
import { toAppError } from '../http/respond.ts';
import { describeError, log } from '../observability/log.ts';
import type { BulkResponse } from './bulk-contract.ts';

type BulkResult = BulkResponse['results'][number];

/** Concurrent transactions: a hundred of them take a second or two, and leave capacity to other requests. */
const parallelChanges = 8;

export interface BulkChange<State> {
  /** The name of a resource, `Rule`, for missing ones, which then fail; without it they count as unchanged. */
  absent?: string;
  /** The current states, by id, without those that the caller cannot read. */
  read(ids: readonly string[]): Promise<ReadonlyMap<string, State>>;
  /** Changes one and returns whether anything changed. Throws StaleError when another write came first. */
  write(current: State): Promise<boolean>;
}

function failure(id: string, error: AppError): BulkResult {
  const { message, code, details } = error;
  return { id, status: 'failed', error: message, code, ...(details && { details }) };
}

/**
 * Reads all at once, then changes each, a few at a time; a failing one does not stop the others. Returns a result for
 * each distinct id, in order. Throws errors of the first read, with nothing changed.
 */
export async function changeEach<State extends { revision: number }>(
  ids: readonly string[],
  { absent, read, write }: BulkChange<State>,
): Promise<BulkResponse> {
  const distinct = [...new Set(ids)];
  const known = await read(distinct);
  const results = new Map<string, BulkResult>();
  const failures = await tryEach(distinct, parallelChanges, async (id) => {
    let states: ReadonlyMap<string, State> | undefined = known;
    const current = async () => {
      const found = (states ?? (await read([id]))).get(id);
      // Another write came first: read it again.
      states = undefined;
      if (found === undefined) throw new NotFoundError(absent ?? '');
      return found;
    };
    const isChanged = await updateWithRetry(current, undefined, write);
    results.set(id, { id, status: isChanged ? 'changed' : 'unchanged' });
  });
  for (const { item: id, error } of failures) {
    const isAbsent = error instanceof NotFoundError && absent === undefined;
    results.set(id, isAbsent ? { id, status: 'unchanged' } : failure(id, toAppError(error)));
    if (toAppError(error).code === 'internal')
      log('error', 'one id of a bulk request was not changed', { id, error: describeError(error) });
  }
  const all = distinct.flatMap((id) => results.get(id) ?? []);
  const countOf = (status: BulkResult['status']) => all.filter((result) => result.status === status).length;
  return {
    results: all,
    changed: countOf('changed'),
    unchanged: countOf('unchanged'),
    failed: countOf('failed'),
  };
}
