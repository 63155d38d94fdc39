/** Sync adapters of a team's own, beside the built-in ones. How to write one: shared/sync/ADAPTERS.md. */
import type { SyncAdapter } from './sync/adapter.ts';

export const platformSyncAdapters: readonly SyncAdapter[] = [];
