/** The input of a handler, and the unchanged Lambda event. */
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { defineEndpoint } from '../../../shared/kernel/http/endpoint-spec.ts';
import { originHeaders, originSecretsVariable } from '../../../shared/kernel/http/origin.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

silenceLog();
beforeAll(() => vi.stubEnv(originSecretsVariable, 'secret'));
afterAll(() => vi.unstubAllEnvs());

const contract = defineEndpoint({
  operationId: 'addSample',
  module: 'samples',
  method: 'POST',
  path: '/api/samples/{id}',
  summary: 'Adds',
  description: 'Adds.',
  auth: 'none',
  scope: 'none',
  params: z.object({ id: z.string() }),
  query: z.object({ page: z.coerce.number() }),
  body: z.object({ name: z.string() }),
  success: { status: 200, description: 'The sum.', result: z.object({ text: z.string() }) },
});

const context = { getRemainingTimeInMillis: () => 10_000 } as Context;

function eventWith(page: number) {
  return {
    headers: { [originHeaders.secret]: 'secret', 'content-type': 'application/json', 'if-match': '"1"' },
    rawPath: '/api/samples/a',
    rawQueryString: `page=${page}`,
    pathParameters: { id: 'a' },
    body: JSON.stringify({ name: 'Ada' }),
    isBase64Encoded: false,
    requestContext: {
      requestId: `request-${page}`,
      timeEpoch: Date.now(),
      http: { method: 'POST', sourceIp: '192.0.2.1' },
    },
  };
}

it('passes the parsed input to the handler, separately for each request', async () => {
  const handler = endpoint(contract, async ({ context: { requestId } }, { id, page, name, ifMatch }) => {
    await new Promise(setImmediate);
    return { text: `${id} ${page + 1} ${name} ${ifMatch} ${requestId}` };
  });
  const pages = [1, 2, 3];
  const results = await Promise.all(
    pages.map((page) => handler(eventWith(page) as unknown as APIGatewayProxyEventV2, context)),
  );
  expect(results.map(({ body }) => JSON.parse(body ?? ''))).toEqual(
    pages.map((page) => ({ text: `a ${page + 1} Ada "1" request-${page}` })),
  );
});

it.each([
  ['a writing operation', contract, 'Ada "1"'],
  ['a reading operation', { ...contract, reads: true as const }, 'Ada undefined'],
])('gives the precondition to writes only: %s', async (_, spec, text) => {
  const handler = endpoint(spec, async (_caller, { name, ifMatch }) => ({ text: `${name} ${ifMatch}` }));
  const { body } = await handler(eventWith(1) as unknown as APIGatewayProxyEventV2, context);
  expect(JSON.parse(body ?? '')).toEqual({ text });
});

it('adds nothing to the event of Lambda', async () => {
  const handler = endpoint(contract, async (_, { name }) => ({ text: name }));
  const event = eventWith(1);
  const names = Object.keys(event);
  await handler(event as unknown as APIGatewayProxyEventV2, context);
  expect(Object.keys(event)).toEqual(names);
});

it.each<[string | undefined, string]>([
  ['shop.example:8443', 'https://shop.example:8443'],
  [undefined, 'https://api.example'],
  ['bad host', 'https://api.example'],
  ['[', 'https://api.example'],
  ['shop.example:99999', 'https://api.example'],
  ['', 'https://api.example'],
])('names the requested origin, or that of the API if the Host is not valid: %j', async (host, expected) => {
  const handler = endpoint(contract, async ({ client }) => ({ text: client.origin }));
  const event = eventWith(1);
  Object.assign(event.headers, host !== undefined && { host });
  Object.assign(event.requestContext, { domainName: 'api.example' });
  const { body } = await handler(event as unknown as APIGatewayProxyEventV2, context);
  expect(JSON.parse(body ?? '')).toMatchObject({ text: expected });
});
