/** What a saved mapping is in the table, in lists, in events and in the audit trail. */
import { toJson } from '../../../kernel/base/json.ts';
import { readerOf } from '../../../kernel/resources/reader.ts';
import type { RowSpec } from '../../../kernel/resources/row-spec.ts';
import { syncMappingKey, syncMappingListingKey, syncMappingListPartition } from '../keys.ts';
import { type FindMapping, mappingIdOf, type StoredMapping } from './mapping.ts';

type MappingListField = 'createdAt' | 'updatedAt' | 'integrationId' | 'entityType';

export const savedMapping: RowSpec<StoredMapping, MappingListField> = {
  name: 'data_sync.mapping',
  title: 'Mapping',
  entity: 'sync_mapping',
  rowKey: syncMappingKey,
  list: {
    partition: syncMappingListPartition,
    key: (row) => syncMappingListingKey(row, row.createdAtMs, row.id),
    keyOrder: { field: 'createdAt', direction: 'desc' },
    attributes: { createdAt: 'c', updatedAt: 'u', integrationId: 'i', entityType: 'e' },
    values: ({ integrationId, entityType, createdAtMs, updatedAtMs }) => ({
      ...{ integrationId, entityType },
      createdAt: createdAtMs,
      updatedAt: updatedAtMs,
    }),
    searchIn: ['integrationId', 'entityType'],
    // A mapping that is saved after a deletion has the same id, and its revision starts again.
    isBehind: ({ createdAtMs }, { c }) => createdAtMs !== c,
    bytes: ({ mapping }) => 500 + Buffer.byteLength(toJson(mapping)),
  },
  eventData: ({ integrationId, entityType }) => ({ integrationId, entityType }),
  audited: ({ mapping }) => ({ mapping }),
  deletes: 'at once',
  jsonFields: ['mapping'],
};

const mappings = readerOf(savedMapping);

/** One GetItem. */
export const findMapping: FindMapping = async (scope, integrationId, entityType) => {
  const { tenantId, organizationId } = scope;
  const id = mappingIdOf(scope, { integrationId, entityType });
  return (await mappings.find({ tenantId, organizationIds: [organizationId] }, id))?.mapping;
};
