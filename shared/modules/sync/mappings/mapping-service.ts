/** Reads, lists, saves and deletes mappings. */

import type { ChangeContext } from '../../../kernel/audit/record.ts';
import type { Scope } from '../../../kernel/base/principal.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { assertConditionExpressions } from '../../../kernel/conditions/condition-expressions.ts';
import { updateWithRetry } from '../../../kernel/http/optimistic-locking.ts';
import { readerOf } from '../../../kernel/resources/reader.ts';
import { writerOf } from '../../../kernel/resources/writer.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { mappingIdOf, type StoredMapping } from './mapping.ts';
import type { ListMappings, Mapping, SavedMapping, SaveMapping } from './mapping-contract.ts';
import { savedMapping } from './mapping-store.ts';

const mappings = readerOf(savedMapping);
const changes = writerOf(savedMapping);

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
export const getMapping = mappings.get;

/** One page of mappings. */
export function listMappings(scope: Scope, query: ListMappings) {
  const { integrationId, entityType } = query;
  return mappings.list(scope, query, { integrationId, entityType }, toSavedMapping);
}

/**
 * Creates or replaces the mapping of an integration's entity type. Without `ifMatch`, the later of two concurrent calls
 * wins. Throws InvalidInputError, StaleError.
 */
export async function saveMapping(
  scope: RowScope,
  { integrationId, entityType, mapping }: SaveMapping,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<{ row: StoredMapping; isNew: boolean }> {
  await assertConditionExpressions({ 'mapping.condition': mapping.condition });
  const { tenantId, organizationId } = scope;
  const { nowMs } = context;
  const id = mappingIdOf(scope, { integrationId, entityType });
  const read = async () => {
    const before = await mappings.find({ tenantId, organizationIds: [organizationId] }, id);
    return { before, revision: before?.revision ?? 0 };
  };
  return updateWithRetry(read, ifMatch, async ({ before }) => {
    if (before !== undefined) {
      const row = changed(before, mapping, nowMs);
      await changes.replace(before, row, context);
      return { row, isNew: false };
    }
    const subject = { id, tenantId, organizationId, integrationId, entityType, mapping };
    const row = { ...subject, revision: 1, createdAtMs: nowMs, updatedAtMs: nowMs };
    await changes.insert(row, context);
    return { row, isNew: true };
  });
}

/** Throws InvalidInputError, NotFoundError, StaleError. */
export async function updateMapping(
  scope: Scope,
  id: string,
  mapping: Mapping,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<StoredMapping> {
  await assertConditionExpressions({ 'mapping.condition': mapping.condition });
  return changes.change(scope, id, ifMatch, context, (before) => changed(before, mapping, context.nowMs));
}

/** Throws NotFoundError, StaleError. */
export const deleteMapping: typeof changes.remove = (...args) => changes.remove(...args);
