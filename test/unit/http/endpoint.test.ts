import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { maxFieldErrors } from '../../../shared/kernel/errors/app-error.ts';
import { InvalidInputError } from '../../../shared/kernel/errors/errors.ts';
import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { defineEndpoint } from '../../../shared/kernel/http/endpoint-spec.ts';
import { limits } from '../../../shared/kernel/http/limits.ts';
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

it('a 500 has the request id in body and header, and hides the cause', async () => {
  const contract = defineEndpoint({ ...sampleEndpoint, operationId: 'failAlways' });
  const handler = endpoint(contract, () => Promise.reject(new Error('password of the database')));
  const result = await handler(sampleEvent({ rawQueryString: 'unknown=1' }), sampleContext());
  expect(result).toMatchObject({ statusCode: 500, headers: { 'x-request-id': 'request-1' } });
  expect(JSON.parse(result.body ?? '')).toEqual({
    error: 'The server failed unexpectedly. Include the requestId when you report the problem.',
    code: 'internal',
    requestId: 'request-1',
    warnings: ['The query field "unknown" is unknown and was ignored.'],
  });
});

/** Lambda returns at most 6 MB. */
describe('a body with more invalid values than a response can name', () => {
  const refuseMany = defineEndpoint({
    ...sampleEndpoint,
    ...{ operationId: 'refuseMany', method: 'POST' },
    body: z.object({ texts: z.array(z.string()), fields: z.optional(z.unknown()) }),
  });

  const handler = () =>
    endpoint(refuseMany, async (_, { fields }) => {
      const names = Object.keys(Object(fields));
      throw new InvalidInputError(Object.fromEntries(names.map((name) => [name, 'is not a known field'])));
    });

  async function send(body: string) {
    const event = sampleEvent({ headers: { 'content-type': 'application/json' }, method: 'POST', body });
    const { statusCode, body: text = '' } = await handler()(event, sampleContext(30_000));
    return { statusCode, bytes: Buffer.byteLength(text), ...JSON.parse(text) };
  }

  it('is refused with the first invalid values of a schema', async () => {
    const { statusCode, bytes, details } = await send(`{"texts":[${'1,'.repeat(50_000)}1]}`);
    expect(statusCode).toBe(400);
    expect(details).toHaveLength(maxFieldErrors);
    expect(details[0]).toEqual({ field: 'texts[0]', message: 'must be a string' });
    expect(bytes).toBeLessThan(100_000);
  });

  it('is refused as a whole if it has as many as fit', async () => {
    const count = Math.floor(limits.bodyBytes / 2) - 20;
    const { statusCode, details } = await send(`{"texts":[${'1,'.repeat(count - 1)}1]}`);
    expect(statusCode).toBe(400);
    expect(details).toEqual([{ field: 'body', message: 'has too many invalid values' }]);
  });

  it('is refused with the first fields that a service refuses', async () => {
    const names = Array.from({ length: 50_000 }, (_, index) => `"f${index}":1`);
    const { statusCode, details } = await send(`{"texts":[],"fields":{${names.join(',')}}}`);
    expect(statusCode).toBe(400);
    expect(details).toHaveLength(maxFieldErrors);
    expect(details.at(-1)).toEqual({ field: `f${maxFieldErrors - 1}`, message: 'is not a known field' });
  });
});
