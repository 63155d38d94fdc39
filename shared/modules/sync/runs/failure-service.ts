import type { Scope } from '../../../kernel/auth/principal.ts';
import { toList } from '../../../kernel/lists/list.ts';
import type { ListFailures } from './failure-contract.ts';
import * as store from './failure-store.ts';
import { getRun } from './run-service.ts';

/** One page of what a run could not take over. Throws NotFoundError. */
export async function listFailures(scope: Scope, runId: string, query: ListFailures, nowMs: number) {
  const run = await getRun(scope, runId);
  const { items, total, totalIsExact } = await store.listFailures(run, query, nowMs);
  return { ...toList(query, { items, total }), totalIsExact };
}
