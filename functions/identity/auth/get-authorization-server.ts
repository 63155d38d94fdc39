import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { getAuthorizationServer } from '../../../shared/modules/identity/oauth/oauth-contract.ts';
import * as metadata from '../../../shared/modules/identity/oauth/server-metadata.ts';

export const handler = endpoint(getAuthorizationServer, metadata.getAuthorizationServer);
