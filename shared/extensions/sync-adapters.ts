/** Sync adapters of a team's own, beside the built-in ones. How to write one: shared/modules/sync/ADAPTERS.md. */
import type { SyncAdapter } from '../modules/sync/public-extension.ts';

export const platformSyncAdapters: readonly SyncAdapter[] = [];
