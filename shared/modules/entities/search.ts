/** Records by id, and by their type and external id. Their kind is their type, as in audit entries. */
import { namedBy, organizationsIn, type SearchSources } from '../../kernel/modules/search.ts';
import { entityTypeProblem } from './entity-type.ts';
import { externalIdKey, recordKey } from './keys.ts';

const recordIn = namedBy('externalId', 'entityType');

/** `crm.customer:4711`; undefined for other texts. */
function namedRecord(text: string): { entityType: string; externalId: string } | undefined {
  const [, entityType, externalId] = /^([a-z0-9_.]+):\s*(.+)$/s.exec(text) ?? [];
  if (entityType === undefined || externalId === undefined) return undefined;
  return entityTypeProblem(entityType) === undefined ? { entityType, externalId } : undefined;
}

export const searchSources: SearchSources = {
  'entities.record': {
    feature: 'entities.records.view',
    shownTo: 'selected',
    isOfOtherKinds: true,
    keys: (scope, id) => organizationsIn(scope).map((at) => recordKey(at, id)),
    thingIn: (item) => {
      const record = recordIn({ ...item, externalId: item.externalId ?? item.id });
      return record && { ...record, kind: String(item.entityType) };
    },
    externalIds: {
      queries: (scope, text) => {
        const record = namedRecord(text);
        if (record === undefined) return [];
        const { entityType, externalId } = record;
        return organizationsIn(scope).map((at) => ({
          pk: externalIdKey(at, entityType, externalId).pk,
          organizationId: at.organizationId,
          max: 1,
        }));
      },
      keysIn: ({ id }, scope) => organizationsIn(scope).map((at) => recordKey(at, String(id))),
    },
  },
};
