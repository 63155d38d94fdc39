import { type ComponentType, useEffect, useState } from 'react';
import { ProblemNotice } from '../ui/notice.tsx';
import { Loading } from '../ui/states.tsx';

type Outcome = { Console: ComponentType } | { error: unknown };

let loading: Promise<Outcome> | undefined;

/** Loads the console with its first page, once. The result may be a failure. */
export function loadConsole(): Promise<Outcome> {
  loading ??= import('./console.tsx').then(
    async ({ default: Console, firstPage }) => {
      await firstPage;
      return { Console };
    },
    (error: unknown) => ({ error }),
  );
  return loading;
}

/**
 * The console after sign-in, as soon as it is loaded. It uses no `lazy` in a `Suspense`: React replaces a rendered
 * fallback after 300 ms at the earliest.
 */
export function BehindSignIn() {
  const [loaded, setLoaded] = useState<Outcome>();
  useEffect(() => {
    void loadConsole().then(setLoaded);
  }, []);
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
