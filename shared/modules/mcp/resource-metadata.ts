/** What clients learn about MCP before they have a token (RFC 9728). Pure. */
import { serveMcp } from './contract.ts';

export const resourceMetadata = (origin: string) => ({
  resource: `${origin}${serveMcp.path}`,
  authorization_servers: [origin],
  scopes_supported: ['read', 'write'],
  bearer_methods_supported: ['header'],
});
