import { toJson } from '../../kernel/base/json.ts';
import { sample } from '../../kernel/samples/sample.ts';
import { getMcpResource, getRootResource, serveMcp } from './contract.ts';

export const mcpSamples = [
  sample(getMcpResource),
  sample(getRootResource),
  sample(serveMcp, {
    request: () => ({
      headers: {
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        'mcp-protocol-version': '2025-11-25',
      },
      body: toJson({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    }),
    withoutEvents: 'The operation that a tool calls has its own events.',
  }),
];
