/** Every sync adapter of the deployment. */
import type { SyncAdapter } from './adapter.ts';

export const syncAdapters: readonly SyncAdapter[] = [];

/** The adapter of the integrations with this `providerKey`. */
export function findAdapter(providerKey: string | undefined): SyncAdapter | undefined {
  return syncAdapters.find((adapter) => adapter.providerKey === providerKey);
}
