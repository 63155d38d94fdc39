/** The custom fields of a type, with their version. */
import { useRead, withVersion } from '../api/queries.ts';

/** The maximum page size; a type has fewer fields. */
export const maxDefinitions = 200;

export function useDefinitions(entityType: string, enabled = true) {
  return useRead(
    ['definitions', entityType],
    async (api) => {
      const query = { entityType, pageSize: maxDefinitions };
      const { data, etag } = await withVersion(api.GET('/api/entities/definitions', { params: { query } }));
      return { data: data.items, etag };
    },
    { enabled },
  );
}
