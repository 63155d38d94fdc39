import { listApiKeys } from '../../shared/api-keys/contract.ts';
import * as keys from '../../shared/api-keys/key-service.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(listApiKeys, ({ scope, principal, query }) =>
  keys.listApiKeys(scope, principal, query),
);
