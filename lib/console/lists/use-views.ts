/** Reads and changes the views of the caller. The API keeps them, so that every browser shows them. */
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { ifMatch, useRead, useWrite, withVersion } from '../api/queries.ts';
import { useIsSettled } from '../api/use-is-settled.ts';
import { type View, withoutView, withView } from './views.ts';

const path = '/api/auth/views';

/** The views of a list, and what keeps or deletes one of them; the others may have been changed elsewhere meanwhile. */
export function useViews(list: string) {
  const { data } = useRead(['views'], (api) => orThrow(api.GET(path)), { enabled: useIsSettled() });
  const changing = useWrite(
    async (api, { view, isKept }: { view: View; isKept: boolean }) => {
      const { data: current, etag } = await withVersion(api.GET(path));
      const items = (isKept ? withView : withoutView)(current.items, view);
      return orThrow(api.PUT(path, { params: ifMatch(etag), body: { items } }));
    },
    ['views'],
  );
  return { views: data?.items.filter((view) => view.list === list) ?? [], changing };
}
