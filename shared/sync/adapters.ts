/** Every sync adapter by its key: the platform's own and those of `shared/platform.sync-adapters.ts`. */
import { platformSyncAdapters } from '../platform.sync-adapters.ts';
import type { SyncAdapter } from './adapter.ts';
import { httpJson } from './adapters/http-json.ts';
import { s3Files } from './adapters/s3-files.ts';
import { stripeSync } from './adapters/stripe-sync.ts';

const syncAdapters: readonly SyncAdapter[] = [s3Files, httpJson, stripeSync, ...platformSyncAdapters];

/** The adapter of integrations with this `providerKey`; undefined for those that sync nothing. */
export function findAdapter(providerKey: string | undefined): SyncAdapter | undefined {
  return syncAdapters.find((one) => one.providerKey === providerKey);
}
