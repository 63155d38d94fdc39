import { loadDocumentation } from '../../shared/catalog/load-documentation.ts';
import { serveMcp } from '../../shared/modules/mcp/contract.ts';
import { mcpEndpoint } from '../../shared/modules/mcp/mcp-endpoint.ts';

export const handler = mcpEndpoint(serveMcp, loadDocumentation);
