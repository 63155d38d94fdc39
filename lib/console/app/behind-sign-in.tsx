import { type ComponentType, useEffect, useState } from 'react';
import { baseOf, parseAddress } from '../session/address.ts';
import { useSession } from '../session/session.ts';
import { ProblemNotice } from '../ui/notice.tsx';
import { Loading } from '../ui/states.tsx';

const load = () => import('./console.tsx');

/** Begins to load the console with its first page while the session is read. A failure is reported when it is opened. */
export function preloadConsole(): void {
  load().then(
    ({ preloadPage }) => preloadPage(parseAddress(location.pathname).page),
    () => undefined,
  );
}

type Outcome = { Console: ComponentType } | { error: unknown };

/** The console as it was opened, once. */
let opened: { base: string; outcome: Promise<Outcome> } | undefined;

/**
 * Opens the console. An address without tenant or organization becomes that of the scope. If the scope has changed since
 * (a tenant has got its first organization), the page is loaded anew, with the scope in its address.
 */
function openIn(base: string): Promise<Outcome> {
  const here = `${base}${parseAddress(location.pathname).page}`;
  if (opened !== undefined && opened.base !== base) location.replace(here);
  if (opened === undefined) {
    const { pathname, search, hash } = location;
    if (pathname !== here) history.replaceState(history.state, '', `${here}${search}${hash}`);
    const outcome = load().then(
      async ({ openConsole }) => ({ Console: await openConsole(base) }),
      (error: unknown) => ({ error }),
    );
    opened = { base, outcome };
  }
  return opened.outcome;
}

/**
 * The console after sign-in, as soon as it is loaded. It uses no `lazy` in a `Suspense`: React replaces a rendered
 * fallback after 300 ms at the earliest.
 */
export function BehindSignIn() {
  const { scope } = useSession();
  const base = baseOf(scope);
  const [loaded, setLoaded] = useState<Outcome>();
  useEffect(() => {
    void openIn(base).then(setLoaded);
  }, [base]);
  if (loaded === undefined) return <Loading />;
  if ('error' in loaded) {
    return (
      <main className="sign-in">
        <ProblemNotice error={loaded.error} onRetry={() => location.reload()} />
      </main>
    );
  }
  return <loaded.Console />;
}
