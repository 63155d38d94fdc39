/** Reads and saves mappings. */
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import type { Scope } from '../../../kernel/base/principal.ts';
import { assertConditionExpressions } from '../../../kernel/conditions/condition-expressions.ts';
import { updateWithRetry } from '../../../kernel/http/optimistic-locking.ts';
import { readerOf } from '../../../kernel/resources/reader.ts';
import { rowSpecOf } from '../../../kernel/resources/row-spec-of.ts';
import { changedRow, newSystemFields } from '../../../kernel/resources/values.ts';
import { writerOf } from '../../../kernel/resources/writer.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { mappingIdOf } from './mapping.ts';
import { type Mapping, type SaveMapping, type StoredMapping, savedMappings } from './mapping-contract.ts';

const rows = rowSpecOf(savedMappings);
const mappings = readerOf(rows);
const changes = writerOf(rows);

/** Throws NotFoundError. */
export const getMapping = mappings.get;

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
  const id = mappingIdOf(scope, { integrationId, entityType });
  const read = async () => {
    const before = await mappings.find({ tenantId, organizationIds: [organizationId] }, id);
    return { before, revision: before?.revision ?? 0 };
  };
  return updateWithRetry(read, ifMatch, async ({ before }) => {
    if (before !== undefined) {
      const row = changedRow(before, { mapping }, context);
      await changes.replace(before, row, context);
      return { row, isNew: false };
    }
    const row = { integrationId, entityType, mapping, ...newSystemFields(savedMappings, scope, id, context) };
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
  return changes.change(scope, id, ifMatch, context, (before) => changedRow(before, { mapping }, context));
}
