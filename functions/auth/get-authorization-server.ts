import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { getAuthorizationServer } from '../../shared/modules/identity/oauth/oauth-contract.ts';
import { serverMetadata } from '../../shared/modules/identity/oauth/server-metadata.ts';

export const handler = endpoint(getAuthorizationServer, async ({ client }) => serverMetadata(client.origin));
