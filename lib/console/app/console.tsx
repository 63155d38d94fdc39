import { RouterProvider } from 'react-router';
import { forgetCalls } from '../api/recent-calls.ts';
import { Toasts } from '../ui/toasts.tsx';
import { router } from './routes.tsx';

/** The recorded requests start with a new address. */
let shownPath = location.pathname;
router.subscribe(({ location: { pathname } }) => {
  if (pathname !== shownPath) forgetCalls();
  shownPath = pathname;
});

/**
 * Resolves when the first page is loaded. Rendered earlier, the console could miss it: React delays updates behind a
 * fallback, and the router notifies only once.
 */
export const firstPage = new Promise<void>((resolve) => {
  if (router.state.initialized) resolve();
  else router.subscribe(({ initialized }) => initialized && resolve());
});

/** The console after sign-in. */
export default function Console() {
  return (
    <Toasts>
      <RouterProvider router={router} />
    </Toasts>
  );
}
