import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { everyItem } from '../api/every-item.ts';
import { useRead } from '../api/queries.ts';
import { useMay } from '../session/session.ts';

/** All roles of the tenant, to choose some. `maySee` is false for callers without the right to view roles. */
export function useRoles() {
  const maySee = useMay()('auth.roles.view');
  const reading = useRead(
    ['roles', 'choice'],
    (api) =>
      everyItem((page) =>
        orThrow(api.GET('/api/auth/roles', { params: { query: { page, pageSize: 200 } } })),
      ),
    { enabled: maySee },
  );
  return { maySee, reading };
}
