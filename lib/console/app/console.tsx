import { RouterProvider } from 'react-router';
import { forgetCalls } from '../api/recent-calls.ts';
import { Toasts } from '../ui/toasts.tsx';
import { router } from './routes.tsx';

/** The requests of a page begin with its address. */
let shownPath = location.pathname;
router.subscribe(({ location: { pathname } }) => {
  if (pathname !== shownPath) forgetCalls();
  shownPath = pathname;
});

/**
 * Resolves when the first page is loaded. Drawn earlier, the console could miss it: React puts off what was drawn behind
 * a placeholder, and the router does not tell twice.
 */
export const firstPage = new Promise<void>((resolve) => {
  if (router.state.initialized) resolve();
  else router.subscribe(({ initialized }) => initialized && resolve());
});

/** Everything behind the sign-in page. */
export default function Console() {
  return (
    <Toasts>
      <RouterProvider router={router} />
    </Toasts>
  );
}
