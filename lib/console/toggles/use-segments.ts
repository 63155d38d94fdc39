/** Segments to choose from. */
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';

/** A scope has at most a hundred. */
const pageSize = 200;

/** Global segments, and with `isOwn` those of the selected tenant as well. */
export function useSegments(isOwn: boolean) {
  const query = { page: 1, pageSize, ...(!isOwn && { isGlobal: true }) };
  return useRead(['segments', 'choices', isOwn], (api) =>
    orThrow(api.GET('/api/feature_toggles/segments', { params: { query } })),
  );
}
