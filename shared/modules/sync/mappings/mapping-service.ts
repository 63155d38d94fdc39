/** Reads, lists, saves and deletes mappings. */

import type { ChangeContext } from '../../../kernel/audit/record.ts';
import type { Scope } from '../../../kernel/base/principal.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { requireFound } from '../../../kernel/errors/errors.ts';
import { updateWithRetry } from '../../../kernel/http/optimistic-locking.ts';
import { toList, toListRequest } from '../../../kernel/lists/list.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { mappingIdOf, type StoredMapping } from './mapping.ts';
import type { ListMappings, Mapping, SavedMapping, SaveMapping } from './mapping-contract.ts';
import * as store from './mapping-store.ts';

/** The saved mapping as the API returns it. */
export function toSavedMapping(row: StoredMapping): SavedMapping {
  const { id, integrationId, entityType, mapping, createdAtMs, updatedAtMs } = row;
  const [createdAt, updatedAt] = [toIso(createdAtMs), toIso(updatedAtMs)];
  return { id, integrationId, entityType, mapping, createdAt, updatedAt };
}

const changed = (before: StoredMapping, mapping: Mapping, nowMs: number): StoredMapping => ({
  ...before,
  mapping,
  revision: before.revision + 1,
  updatedAtMs: Math.max(nowMs, before.updatedAtMs + 1),
});

/** Throws NotFoundError. */
export async function getMapping(scope: Scope, id: string): Promise<StoredMapping> {
  return requireFound(await store.findMappingById(scope, id), 'Mapping');
}

/** One page of mappings. */
export async function listMappings(scope: Scope, query: ListMappings) {
  const { integrationId, entityType } = query;
  const request = toListRequest(query, { integrationId, entityType });
  const { items, total } = await store.listMappings(scope, request);
  return toList(query, { items: items.map(toSavedMapping), total });
}

/**
 * Creates or replaces the mapping of an integration's entity type. Without `ifMatch`, the later of two concurrent calls
 * wins. Throws StaleError.
 */
export async function saveMapping(
  scope: RowScope,
  { integrationId, entityType, mapping }: SaveMapping,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<{ row: StoredMapping; isNew: boolean }> {
  const { tenantId, organizationId } = scope;
  const { nowMs } = context;
  const id = mappingIdOf(scope, { integrationId, entityType });
  const read = async () => {
    const before = await store.findMappingById({ tenantId, organizationIds: [organizationId] }, id);
    return { before, revision: before?.revision ?? 0 };
  };
  return updateWithRetry(read, ifMatch, async ({ before }) => {
    if (before !== undefined) {
      const row = changed(before, mapping, nowMs);
      await store.replaceMapping(before, row, context);
      return { row, isNew: false };
    }
    const subject = { id, tenantId, organizationId, integrationId, entityType, mapping };
    const row = { ...subject, revision: 1, createdAtMs: nowMs, updatedAtMs: nowMs };
    await store.insertMapping(row, context);
    return { row, isNew: true };
  });
}

/** Throws NotFoundError, StaleError. */
export async function updateMapping(
  scope: Scope,
  id: string,
  mapping: Mapping,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<StoredMapping> {
  return updateWithRetry(
    () => getMapping(scope, id),
    ifMatch,
    async (before) => {
      const row = changed(before, mapping, context.nowMs);
      await store.replaceMapping(before, row, context);
      return row;
    },
  );
}

/** Throws NotFoundError, StaleError. */
export async function deleteMapping(
  scope: Scope,
  id: string,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<void> {
  await updateWithRetry(
    () => getMapping(scope, id),
    ifMatch,
    (row) => store.removeMapping(row, context),
  );
}
