import type { ComponentType } from 'react';
import { createBrowserRouter, matchRoutes, RouterProvider } from 'react-router';
import { forgetCalls } from '../api/recent-calls.ts';
import { BulkProgress } from '../lists/bulk-progress.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { routes } from './routes.tsx';

/** Begins to load a page before the scope is known. The router reports a failure. */
export function preloadPage(page: string): void {
  for (const { route } of matchRoutes(routes, page) ?? [])
    if (typeof route.lazy === 'function') void route.lazy().catch(() => undefined);
}

/**
 * Opens the console at the current address, whose first part is the base. Resolves when the first page is loaded:
 * rendered earlier, the console could miss it, because React delays updates behind a fallback, and the router notifies
 * only once.
 */
export async function openConsole(base: string): Promise<ComponentType> {
  const router = createBrowserRouter(routes, { basename: base });
  // The recorded requests start with a new address.
  let shownPath = router.state.location.pathname;
  router.subscribe(({ location: { pathname } }) => {
    if (pathname !== shownPath) forgetCalls();
    shownPath = pathname;
  });
  await new Promise<void>((resolve) => {
    if (router.state.initialized) resolve();
    else router.subscribe(({ initialized }) => initialized && resolve());
  });
  return () => (
    <Toasts>
      <RouterProvider router={router} />
      <BulkProgress />
    </Toasts>
  );
}
