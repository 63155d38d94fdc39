/** The input of a handler, and the unchanged Lambda event. */
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { defineEndpoint } from '../../../shared/kernel/http/endpoint-spec.ts';
import {
  acceptSampleEvents,
  sampleContext,
  sampleEndpoint,
  sampleEvent,
} from '../../support/fixtures/sample-endpoint.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

silenceLog();
acceptSampleEvents();

const contract = defineEndpoint({
  ...sampleEndpoint,
  ...{ operationId: 'addSample', method: 'POST', path: '/api/samples/{id}' },
  params: z.object({ id: z.string() }),
  query: z.object({ page: z.coerce.number() }),
  body: z.object({ name: z.string() }),
  success: { status: 200, description: 'The sum.', result: z.object({ text: z.string() }) },
});

const eventWith = (page: number) =>
  sampleEvent({
    headers: { 'content-type': 'application/json', 'if-match': '"1"' },
    ...{ rawPath: '/api/samples/a', rawQueryString: `page=${page}`, pathParameters: { id: 'a' } },
    ...{ body: JSON.stringify({ name: 'Ada' }), requestId: `request-${page}`, method: 'POST' },
  });

it('passes the parsed input to the handler, separately for each request', async () => {
  const handler = endpoint(contract, async ({ context: { requestId } }, { id, page, name, ifMatch }) => {
    await new Promise(setImmediate);
    return { text: `${id} ${page + 1} ${name} ${ifMatch} ${requestId}` };
  });
  const pages = [1, 2, 3];
  const results = await Promise.all(pages.map((page) => handler(eventWith(page), sampleContext())));
  expect(results.map(({ body }) => JSON.parse(body ?? ''))).toEqual(
    pages.map((page) => ({ text: `a ${page + 1} Ada "1" request-${page}` })),
  );
});

it.each([
  ['a writing operation', contract, 'Ada "1"'],
  ['a reading operation', { ...contract, reads: true as const }, 'Ada undefined'],
])('gives the precondition to writes only: %s', async (_, spec, text) => {
  const handler = endpoint(spec, async (_caller, { name, ifMatch }) => ({ text: `${name} ${ifMatch}` }));
  const { body } = await handler(eventWith(1), sampleContext());
  expect(JSON.parse(body ?? '')).toEqual({ text });
});

it('adds nothing to the event of Lambda', async () => {
  const handler = endpoint(contract, async (_, { name }) => ({ text: name }));
  const event = eventWith(1);
  const names = Object.keys(event);
  await handler(event, sampleContext());
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
  const { body } = await handler(event, sampleContext());
  expect(JSON.parse(body ?? '')).toMatchObject({ text: expected });
});
