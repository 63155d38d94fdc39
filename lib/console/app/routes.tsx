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

/** A browser says in several ways that a part of the console did not arrive. */
const arriving =
  <Loaded,>(load: () => Promise<Loaded>) =>
  (): Promise<Loaded> =>
    load().catch((cause: unknown) => {
      throw new TypeError('The page was not loaded.', { cause });
    });

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
            guarded(
              needs,
              path === '' ? { index: true, lazy: arriving(load) } : { path, lazy: arriving(load) },
            ),
          ),
          { path: '*', element: <UnknownPage /> },
        ],
      },
    ],
  },
];
