/** Every sync adapter by its key: the platform's own and those of `shared/extensions/sync-adapters.ts`. */

import { platformSyncAdapters } from '../../extensions/sync-adapters.ts';
import { findIntegration } from '../integrations/public-light.ts';
import { finderOf, type SyncAdapter } from './adapter.ts';
import { httpJson } from './adapters/http-json.ts';
import { s3Files } from './adapters/s3-files.ts';
import { stripeSync } from './adapters/stripe-sync.ts';

/** The adapter of integrations with this `providerKey`; undefined for those that sync nothing. */
export const findAdapter = finderOf([s3Files, httpJson, stripeSync, ...platformSyncAdapters]);

/** The adapter of an integration: null when it syncs nothing, undefined when there is no such integration. */
export function adapterOfIntegration(id: string): SyncAdapter | null | undefined {
  const definition = findIntegration(id);
  return definition && (findAdapter(definition.providerKey) ?? null);
}
