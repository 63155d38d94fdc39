/** Lists toggles with their usage, and finds stale toggles. */

import type { TenantScope } from '../../kernel/base/principal.ts';
import { toIsoOrNull } from '../../kernel/base/times.ts';
import type { Caller, Reader, Target } from '../../kernel/http/operation.ts';
import { toList } from '../../kernel/lists/list.ts';
import { refuseHeavyRows } from '../../kernel/table/listing.ts';
import * as overrides from './override-store.ts';
import type { ToggleRow } from './toggle.ts';
import { allRows, listRows, readToggle } from './toggle-service.ts';
import type { ListVisibleToggles, VisibleToggle } from './usage-contract.ts';
import { findDays, findLastEvaluation, findLastEvaluations } from './usage-store.ts';

const dayMs = 86_400_000;

/** Returns why a toggle is stale. A toggle that was never evaluated is stale only `staleDays` after its creation. */
function staleReasonsOf(
  { expiresAt, createdAt }: Pick<ToggleRow, 'expiresAt' | 'createdAt'>,
  lastMs: number | undefined,
  staleDays: number,
  nowMs: number,
): VisibleToggle['staleReasons'] {
  const isExpired = typeof expiresAt === 'string' && Date.parse(expiresAt) <= nowMs;
  const isUnused = (lastMs ?? Date.parse(createdAt)) < nowMs - staleDays * dayMs;
  return [...(isExpired ? (['expired'] as const) : []), ...(isUnused ? (['not_evaluated'] as const) : [])];
}

interface Page {
  items: ToggleRow[];
  total: number;
}

/** Returns one page of stale toggles, or of all others. Reads every toggle and its last evaluation. */
async function listByStaleness(query: ListVisibleToggles, stale: boolean, nowMs: number): Promise<Page> {
  const { page, pageSize, staleDays } = query;
  const all = await allRows(query);
  const last = await findLastEvaluations(all.map(({ id }) => id));
  const matching = all.filter(
    (toggle) => staleReasonsOf(toggle, last.get(toggle.id), staleDays, nowMs).length > 0 === stale,
  );
  const start = (page - 1) * pageSize;
  return { items: matching.slice(start, start + pageSize), total: matching.length };
}

/** Returns one page of toggles for readers in a tenant. */
export async function listVisibleToggles(
  { scope, context: { nowMs } }: Caller<TenantScope>,
  query: ListVisibleToggles,
) {
  const { stale, staleDays } = query;
  const { items, total } =
    stale === undefined ? await listRows(query) : await listByStaleness(query, stale, nowMs);
  const last = await findLastEvaluations(items.map(({ id }) => id));
  const own = await overrides.listOverridden(scope, items);
  const rows = items.map((toggle): VisibleToggle => {
    const { id, identifier, name, description, category, type, defaultValue, targeting } = toggle;
    const { owner = null, expiresAt = null, prerequisites = [], metadata = {} } = toggle;
    return {
      id,
      identifier,
      name,
      description,
      category,
      type,
      defaultValue,
      prerequisites: [...prerequisites],
      metadata,
      isOverride: own.overrides.has(id),
      rules: targeting?.rules.length ?? 0,
      isKilled: targeting?.killSwitch.active ?? false,
      owner,
      expiresAt,
      lastEvaluatedAt: toIsoOrNull(last.get(id)),
      staleReasons: staleReasonsOf(toggle, last.get(id), staleDays, nowMs),
    };
  });
  if (stale !== undefined) refuseHeavyRows(rows, query.pageSize);
  return toList(query, { items: rows, total });
}

/** Throws NotFoundError. */
export async function getToggleUsage({ scope }: Reader<TenantScope>, { id }: Pick<Target, 'id'>) {
  await readToggle(id);
  return {
    toggleId: id,
    lastEvaluatedAt: toIsoOrNull(await findLastEvaluation(id)),
    days: await findDays(scope, id),
  };
}
