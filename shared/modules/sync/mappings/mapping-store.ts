import { parseJson } from '../../../kernel/base/json.ts';
import { resourceKey } from '../../../kernel/resources/keys.ts';
import { getItem } from '../../../kernel/table/read.ts';
import { type FindMapping, mappingIdOf } from './mapping.ts';

/** One GetItem. Without the literal of `savedMappings`, whose schemas workers do not need. */
export const findMapping: FindMapping = async (scope, integrationId, entityType) => {
  const id = mappingIdOf(scope, { integrationId, entityType });
  const row = await getItem(resourceKey('data_sync.mapping', scope, id));
  return row && parseJson(String(row.mapping));
};
