/** What clients learn about MCP before they have a token (RFC 9728). Pure. */
import type { RequestCaller } from '../../kernel/http/operation.ts';
import { serveMcp } from './contract.ts';

export async function resourceMetadata({ client: { origin } }: Pick<RequestCaller, 'client'>) {
  return {
    resource: `${origin}${serveMcp.path}`,
    authorization_servers: [origin],
    scopes_supported: ['read', 'write'],
    bearer_methods_supported: ['header'],
  };
}
