/** The endpoint of the Model Context Protocol: https://modelcontextprotocol.io/specification/2025-11-25/basic/transports */
import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../kernel/http/endpoint-spec.ts';
import { about } from '../../kernel/http/fields.ts';
import { rawRequest } from '../../kernel/http/raw-body.ts';

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
    'The answer to the message.',
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
