/** Loads adapters when they are needed, because they load the clients of other services. */
import type { AdapterOfIntegration, FindAdapter } from './adapter.ts';

export const loadAdapters = async (): Promise<FindAdapter> => (await import('./adapters.ts')).findAdapter;

export const loadAdapterOf = async (): Promise<AdapterOfIntegration> =>
  (await import('./adapters.ts')).adapterOfIntegration;
