/** The routes of all pages. Each group of pages is loaded on demand. */
import type { RouteObject } from 'react-router';
import { Needs } from './needs.tsx';
import { placedPages } from './resources.ts';
import { RouteFailure, UnknownPage } from './route-failure.tsx';
import { Shell } from './shell.tsx';

/** The route behind the guards of all that it needs. */
const guarded = (needs: readonly (string | undefined)[], route: RouteObject): RouteObject =>
  needs.reduceRight<RouteObject>(
    (inner, need) => ({ element: <Needs need={need} />, children: [inner] }),
    route,
  );

/** All pages, by their path below the scope. */
export const routes: RouteObject[] = [
  {
    element: <Shell />,
    errorElement: <RouteFailure />,
    HydrateFallback: () => null,
    children: [
      {
        errorElement: <RouteFailure />,
        children: [
          ...placedPages.map(({ path, needs, load }) =>
            guarded(needs, path === '' ? { index: true, lazy: load } : { path, lazy: load }),
          ),
          { path: '*', element: <UnknownPage /> },
        ],
      },
    ],
  },
];
