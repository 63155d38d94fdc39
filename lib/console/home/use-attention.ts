/** Reads what fails now: one request, which also tells programs. */
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';

/** Events refresh it when a delivery fails or succeeds; polling finds failures that publish no event to browsers. */
const refreshEveryMs = 30_000;

export const useAttention = () =>
  useRead(['attention'], (api) => orThrow(api.GET('/api/attention/causes')), { refreshEveryMs });
