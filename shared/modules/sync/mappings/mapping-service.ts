/** Reads and saves mappings. */
import { assertConditionExpressions } from '../../../kernel/conditions/condition-expressions.ts';
import type { Created } from '../../../kernel/http/create-once.ts';
import type { Caller, Precondition, Reader, Target } from '../../../kernel/http/operation.ts';
import { updateWithRetry } from '../../../kernel/http/optimistic-locking.ts';
import { Reply, withRevision } from '../../../kernel/http/reply.ts';
import { readerOf } from '../../../kernel/resources/reader.ts';
import { rowSpecOf } from '../../../kernel/resources/row-spec-of.ts';
import { changedRow, newSystemFields, toResponse } from '../../../kernel/resources/values.ts';
import { writerOf } from '../../../kernel/resources/writer.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { mappingIdOf } from './mapping.ts';
import { type SaveMapping, type StoredMapping, savedMappings } from './mapping-contract.ts';

const rows = rowSpecOf(savedMappings);
const mappings = readerOf(rows);
const changes = writerOf(rows);

/** The response with a saved mapping. */
const savedReply = (row: StoredMapping, isNew: boolean) =>
  new Reply(toResponse(savedMappings, row), { status: isNew ? undefined : 200, revision: row.revision });

/** The response for a mapping that an equal request saved. Throws NotFoundError. */
export async function savedEarlier({ scope }: Reader, { id, version }: Created) {
  return savedReply(await mappings.get(scope, id), version === 1);
}

/**
 * Creates or replaces the mapping of an integration's entity type. Without `ifMatch`, the later of two concurrent calls
 * wins. Throws InvalidInputError, StaleError.
 */
export async function saveSyncMapping(
  { scope, context }: Caller<RowScope>,
  { integrationId, entityType, mapping, ifMatch }: SaveMapping & Precondition,
) {
  await assertConditionExpressions({ 'mapping.condition': mapping.condition });
  const { tenantId, organizationId } = scope;
  const id = mappingIdOf(scope, { integrationId, entityType });
  const read = async () => {
    const before = await mappings.find({ tenantId, organizationIds: [organizationId] }, id);
    return { before, revision: before?.revision ?? 0 };
  };
  return updateWithRetry(read, ifMatch, async ({ before }) => {
    if (before !== undefined) {
      const row = changedRow(before, { mapping }, context);
      await changes.replace(before, row, context);
      return savedReply(row, false);
    }
    const row = { integrationId, entityType, mapping, ...newSystemFields(savedMappings, scope, id, context) };
    await changes.insert(row, context);
    return savedReply(row, true);
  });
}

/** Throws InvalidInputError, NotFoundError, StaleError. */
export async function updateSyncMapping(
  { scope, context }: Caller,
  { id, mapping, ifMatch }: Pick<SaveMapping, 'mapping'> & Target,
) {
  await assertConditionExpressions({ 'mapping.condition': mapping.condition });
  const change = (before: StoredMapping) => changedRow(before, { mapping }, context);
  const row = await changes.change(scope, id, ifMatch, context, change);
  return withRevision(toResponse(savedMappings, row), row.revision);
}
