/** Starts the console. The sign-in page loads first; the rest is loaded when there is a session. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { SessionGate } from '../session/session-gate.tsx';
import { sessionHint } from '../session/session-hint.ts';
import '../ui/tokens.css';
import '../ui/base.css';
import '../ui/controls.css';
import '../ui/surfaces.css';
import '../ui/badge.css';
import { loadZone } from '../session/time-zone.ts';
import { BehindSignIn, preloadConsole } from './behind-sign-in.tsx';
import { applyTheme, loadTheme } from './theme.ts';

const queries = new QueryClient({
  // A refusal does not change by a retry; if the server does not respond, the user retries.
  defaultOptions: { queries: { retry: false, networkMode: 'always' }, mutations: { networkMode: 'always' } },
});

applyTheme(loadTheme());
loadZone();
// Shown while the session is read.
if (sessionHint.isSet()) preloadConsole();

const root = document.getElementById('console');
if (root === null) throw new Error('The page has no place for the console.');

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <SessionGate>
        <BehindSignIn />
      </SessionGate>
    </QueryClientProvider>
  </StrictMode>,
);
