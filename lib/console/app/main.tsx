/** Starts the console. The sign-in page loads alone; everything behind it follows once there is a session. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { SessionGate } from '../session/session-gate.tsx';
import { Loading } from '../ui/states.tsx';
import '../ui/tokens.css';
import '../ui/base.css';
import '../ui/controls.css';
import '../ui/surfaces.css';
import { applyTheme, loadTheme } from './theme.ts';

const Console = lazy(async () => {
  const console = await import('./console.tsx');
  await console.firstPage;
  return console;
});

const queries = new QueryClient({
  // A refusal does not change by asking again; a server that is away is asked again by the person.
  defaultOptions: { queries: { retry: false, networkMode: 'always' }, mutations: { networkMode: 'always' } },
});

applyTheme(loadTheme());

const root = document.getElementById('console');
if (root === null) throw new Error('The page has no place for the console.');

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <SessionGate>
        <Suspense fallback={<Loading />}>
          <Console />
        </Suspense>
      </SessionGate>
    </QueryClientProvider>
  </StrictMode>,
);
