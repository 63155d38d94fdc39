/** The integrations that can sync. */
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';

export function useSyncOptions() {
  return useRead(['syncOptions'], (api) => orThrow(api.GET('/api/data_sync/options')));
}

/** The title of an integration; its id until it is loaded. */
export function useIntegrationTitle(): (id: string) => string {
  const { data } = useSyncOptions();
  return (id) => data?.items.find(({ integrationId }) => integrationId === id)?.title ?? id;
}

export const IntegrationTitle = ({ of }: { of: string }) => useIntegrationTitle()(of);
