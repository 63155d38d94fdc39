/** Reads the types of actions from the API. */
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';

export function useActionTypes() {
  const { data } = useRead(['operators'], (api) => orThrow(api.GET('/api/business_rules/operators')));
  return data?.actions ?? [];
}
