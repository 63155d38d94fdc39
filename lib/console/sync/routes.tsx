import { RunPage } from './run-page.tsx';
import { StartRunPage } from './start-page.tsx';
import { SyncPage } from './sync-page.tsx';

export const list = { Component: SyncPage };
export const start = { Component: StartRunPage };
export const run = { Component: RunPage };
