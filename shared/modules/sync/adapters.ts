/** Every sync adapter by its key: those of the platform and of `shared/extensions/sync-adapters.ts`. */

import { platformSyncAdapters } from '../../extensions/sync-adapters.ts';
import { findIntegration } from '../integrations/public-data.ts';
import { finderOf, type SyncAdapter } from './adapter.ts';
import { httpJson } from './adapters/http-json.ts';
import { s3Files } from './adapters/s3-files.ts';
import { stripeSync } from './adapters/stripe-sync.ts';
import { uploadedFiles } from './adapters/uploaded-files.ts';

/** The adapter of integrations with this `providerKey`; undefined if they cannot sync. */
export const findAdapter = finderOf([uploadedFiles, s3Files, httpJson, stripeSync, ...platformSyncAdapters]);

/** The adapter of an integration: null if it cannot sync, undefined if the integration does not exist. */
export function adapterOfIntegration(id: string): SyncAdapter | null | undefined {
  const definition = findIntegration(id);
  return definition && (findAdapter(definition.providerKey) ?? null);
}
