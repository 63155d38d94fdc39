/** The endpoint of the Model Context Protocol: https://modelcontextprotocol.io/specification/2025-11-25/basic/transports */
import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../kernel/http/endpoint-spec.ts';
import { about } from '../../kernel/http/fields.ts';
import { rawRequest } from '../../kernel/http/raw-body.ts';

const metadata = {
  module: 'mcp',
  auth: 'none',
  scope: 'none',
  success: returns(
    z.object({
      resource: z.string().check(about('Address of the resource.', 'https://api.example.com/mcp')),
      authorization_servers: z
        .array(z.string())
        .check(about('Issuers of its tokens.', ['https://api.example.com'])),
      scopes_supported: z.array(z.string()).check(about('What tokens may permit.', ['read', 'write'])),
      bearer_methods_supported: z.array(z.string()).check(about('Where tokens are sent.', ['header'])),
    }),
  ),
} as const;

export const getMcpResource = defineEndpoint({
  ...metadata,
  ...operation('getMcpResource', 'GET', '/.well-known/oauth-protected-resource/mcp'),
  summary: 'Get the protected resource metadata of MCP',
  description: 'Metadata as in RFC 9728. Tells clients of `/mcp` where they get tokens.',
});

export const getRootResource = defineEndpoint({
  ...metadata,
  ...operation('getRootResource', 'GET', '/.well-known/oauth-protected-resource'),
  summary: 'Get the protected resource metadata of the host',
  description: 'The same for clients that look at the root of the host.',
});

export const serveMcp = defineEndpoint({
  module: 'mcp',
  auth: 'caller',
  scope: 'none',
  ...operation('serveMcp', 'POST', '/mcp'),
  summary: 'Serve a client of the Model Context Protocol',
  description:
    'Streamable HTTP without sessions: each message is one request, answered as JSON; notifications return 202 ' +
    'without a body. Errors are those of JSON-RPC. A tool calls an operation with your credential, and that call counts ' +
    'for the rate limits. You see only tools that you have the right to. Pages of other origins are refused.',
  rateClass: 'none',
  // A tool's own request is checked by its operation.
  reads: true,
  sameOrigin: true,
  body: rawRequest('A message of JSON-RPC 2.0.'),
  bodyFormat: 'raw',
  maxBodyBytes: 4_000_000,
  success: returns(
    z.looseObject({
      jsonrpc: z.literal('2.0').check(about('Version of JSON-RPC.', '2.0')),
      id: z.optional(z.union([z.string(), z.number()])).check(about('Id of the message.', 1)),
      result: z.optional(z.looseObject({})).check(about('The result of the method.', {})),
    }),
  ),
  errors: ['cross_site'],
  memoryMb: 512,
  timeoutSeconds: 29,
});
