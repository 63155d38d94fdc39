import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type * as ApiCall from '../../../shared/kernel/outbound/api-call.ts';
import type { Exchange, SendRequest } from '../../../shared/kernel/outbound/send.ts';
import type * as Adapter from '../../../shared/modules/sync/adapter.ts';
import type * as HttpJson from '../../../shared/modules/sync/adapters/http-json.ts';
import { type SinkResponse, startSink } from '../../support/clients/sink.ts';
import { aFreshCopy } from '../../support/runtime/fresh-copies.ts';
import { aContext, anItem, exportAll, importAll } from '../../support/runtime/sync-adapters.ts';

// Senders are created when their module loads, which other files may have loaded before.
process.env.ALLOW_PRIVATE_WEBHOOKS = 'true';
const load = aFreshCopy();
const { RetryLaterError } = await load<typeof Adapter>('shared/modules/sync/adapter.ts');
const { apiLimits, callApi, waitMs } = await load<typeof ApiCall>('shared/kernel/outbound/api-call.ts');
const { httpJson, parsePosition, positionText } = await load<typeof HttpJson>(
  'shared/modules/sync/adapters/http-json.ts',
);

const sink = await startSink();
afterAll(async () => {
  delete process.env.ALLOW_PRIVATE_WEBHOOKS;
  await sink.stop();
});

const json = (body: unknown, status = 200): SinkResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const context = (given: Record<string, string> = {}) =>
  aContext({ credentials: { baseUrl: `${sink.url}/api/v1/?tenant=7`, token: 'tok', ...given } });
const failureOf = (promise: Promise<unknown> | undefined) =>
  promise?.then(
    () => 'worked',
    (error: Error) => `${error.name}: ${error.message}`,
  );

/** An API with this many records. */
function serve(count: number) {
  const all = Array.from({ length: count }, (_, id) => ({ id, name: 'n' }));
  sink.respond(({ path }) => {
    const query = new URL(path, sink.url).searchParams;
    return json({ items: all.slice(0, Number(query.get('limit'))), nextCursor: null });
  });
}

it.each(['to\nken', 'token…'])(
  'the token %j, which no header can contain, has to be entered again',
  async (token) => {
    const reading = httpJson.readBatch?.(context({ token }), { cursor: null, batchSize: 1 });
    const reason = 'token has characters that a header cannot contain.';
    expect(await failureOf(reading)).toBe(`AuthorizationFailedError: ${reason}`);
  },
);

describe('an import', () => {
  it('asks for a page under the path and with the query of the address', async () => {
    serve(1);
    await importAll(httpJson, context(), 3);
    const { path, headers } = sink.requests.at(-1) ?? {};
    expect(path).toBe('/api/v1/shop.product?tenant=7&limit=3');
    expect(headers).toMatchObject({ authorization: 'Bearer tok', accept: 'application/json' });
  });

  it.each([
    [
      ['b', 'c', 'd'],
      ['a', 'b', 'c', 'd'],
    ],
    [
      ['c', 'd'],
      ['a', 'b', 'c', 'd'],
    ],
  ])('loses no item of a large page that becomes %j', async (later, read) => {
    const pages = [['a', 'b', 'c', 'd'], later];
    const page = () => (pages.length > 1 ? pages.shift() : later)?.map((id) => ({ id }));
    sink.respond(() => json({ items: page(), nextCursor: null }));
    const { items } = await importAll(httpJson, context(), 2);
    expect(items.map(({ externalId }) => externalId)).toEqual(read);
  });

  it('any cursor of an API is returned unchanged', () => {
    const cursor = fc.option(fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom('skip:1:x', 'skip:2:')));
    fc.assert(
      fc.property(cursor, fc.nat(), (given, skip) => {
        expect(parsePosition(positionText({ cursor: given, skip }))).toEqual({ cursor: given, skip });
      }),
    );
  });

  it.each<[SinkResponse, string]>([
    [{ status: 401 }, 'AuthorizationFailedError: The API refuses the credentials (401).'],
    [{ status: 403 }, 'AuthorizationFailedError: The API refuses the credentials (403).'],
    [{ status: 302, headers: { location: '/x' } }, 'SourceError: The API redirects (302)'],
    [{ status: 404, body: 'no such\n list' }, 'SourceError: The API returns 404: no such list.'],
    [
      { body: Buffer.from('{"items":[{"id":"Gr\xf6\xdfe"}]}', 'latin1') },
      'SourceError: The API answers with bytes that are not valid UTF-8.',
    ],
    [
      { body: Buffer.from('{"items":[]}', 'utf16le') },
      'SourceError: The API answers with something that is not a JSON object.',
    ],
    [{ body: 'x'.repeat(11_000_000) }, 'SourceError: The API answers with more than 10485760 bytes'],
  ])('ends or waits for credentials for response %#', async (answer, failure) => {
    sink.respond(() => answer);
    const from = sink.requests.length;
    const found = await failureOf(httpJson.readBatch?.(context(), { cursor: null, batchSize: 1 }));
    expect(found).toContain(failure);
    expect(sink.requests.length - from).toBe(1);
  });

  it('an API that always returns the same cursor ends the run', async () => {
    sink.respond(() => json({ items: [], nextCursor: 'same' }));
    expect(await failureOf(importAll(httpJson, context()))).toContain('would never end');
  });

  it('large responses are read completely', async () => {
    sink.respond(() => json({ items: [{ id: 1, text: 'ü'.repeat(2_000_000) }], nextCursor: null }));
    const { items } = await importAll(httpJson, context());
    expect(String(items[0]?.data.text)).toHaveLength(2_000_000);
  });
});

describe('an answer in a content coding', () => {
  const page = Buffer.from(JSON.stringify({ items: [{ id: 'a', name: 'Größe' }], nextCursor: null }));
  const coded = (coding: string, body: Uint8Array, status = 200): SinkResponse => ({
    ...{ status, headers: { 'content-encoding': coding }, body },
  });

  it.each<[string, Uint8Array]>([
    ['gzip', gzipSync(page)],
    ['X-GZIP', gzipSync(page)],
    ['br', brotliCompressSync(page)],
    ['deflate', deflateSync(page)],
    ['deflate', deflateRawSync(page)],
    ['identity', page],
    ['gzip, br', brotliCompressSync(gzipSync(page))],
  ])('is read in %s, though identity was asked for', async (coding, body) => {
    sink.respond(() => coded(coding, body));
    const { items } = await importAll(httpJson, context());
    expect(items).toEqual([{ externalId: 'a', data: { id: 'a', name: 'Größe' } }]);
    expect(sink.requests.at(-1)?.headers['accept-encoding']).toBe('identity');
  });

  it.each<[SinkResponse, string]>([
    [coded('zstd', page), 'The API answers in the content coding "zstd", which is not supported.'],
    [coded('gzip', page), 'SourceError: The API answers with a body that is not in its content coding gzip.'],
    [coded('gzip', gzipSync(page).subarray(0, 30)), 'a body that is not in its content coding gzip.'],
    [coded('br', gzipSync(page)), 'a body that is not in its content coding br.'],
    [coded('gzip, gzip, gzip', page), 'The API answers in more than 2 content codings.'],
    [coded('gzip', gzipSync(Buffer.alloc(11_000_000))), 'The API answers with more than 10485760 bytes'],
    [coded('br', brotliCompressSync(Buffer.alloc(11_000_000))), 'answers with more than 10485760 bytes'],
    [coded('gzip', gzipSync('no such list'), 404), 'SourceError: The API returns 404: no such list.'],
    [coded('gzip', page, 401), 'AuthorizationFailedError: The API refuses the credentials (401).'],
  ])('ends the run if it cannot be read: %#', async (answer, failure) => {
    sink.respond(() => answer);
    expect(await failureOf(importAll(httpJson, context()))).toContain(failure);
  });
});

describe('a busy API', () => {
  const nothing = { status: null, responseHeaders: null, responseBody: null, problem: null };
  const busy = (given: Partial<Exchange>): Exchange => ({
    startedAtMs: 0,
    durationMs: 1,
    ...nothing,
    ...given,
  });
  const call = (send: (request: SendRequest) => Promise<Exchange>, signal = new AbortController().signal) =>
    failureOf(callApi({ name: 'It', url: 'https://x.example', method: 'GET', headers: {}, signal }, send));

  it('is abandoned after some retries, with an error that retries the batch', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 500 });
    try {
      const send = vi.fn(async () => busy({ status: 500, responseHeaders: { 'retry-after': '0' } }));
      expect(await call(send)).toBe('Error: It is busy or has trouble (500).');
      expect(send).toHaveBeenCalledTimes(apiLimits.tries);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is not called without a public address', async () => {
    const send = vi.fn(async () => busy({ problem: 'unsafe' }));
    expect(await call(send)).toBe('SourceError: It has no public address.');
    expect(send).toHaveBeenCalledTimes(1);
  });

  it.each([429, 503])(
    'that requests minutes of waiting with %i is not called again until then',
    async (status) => {
      const send = vi.fn(async () => busy({ status, responseHeaders: { 'retry-after': '600' } }));
      const request = { name: 'It', url: 'https://x.example', method: 'GET', headers: {} } as const;
      const failure = await callApi({ ...request, signal: AbortSignal.timeout(5_000) }, send).catch(
        (error: unknown) => error,
      );
      expect(failure).toBeInstanceOf(RetryLaterError);
      expect(failure).toMatchObject({ retryAfterSeconds: 600 });
      expect(send).toHaveBeenCalledTimes(1);
    },
  );

  it('is not awaited longer than the invocation', async () => {
    const ends = new AbortController();
    const send = vi.fn(async () => {
      ends.abort();
      return busy({ status: 429, responseHeaders: { 'retry-after': '10' } });
    });
    expect(await call(send, ends.signal)).toContain('AbortError');
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('delays grow with each attempt, with jitter, and Retry-After applies within limits', () => {
    const { firstWaitMs, maxWaitMs } = apiLimits;
    fc.assert(
      fc.property(fc.nat(20), fc.double({ min: 0, max: 0.999, noNaN: true }), (tries, random) => {
        const wait = waitMs(tries, undefined, () => random);
        const longest = Math.min(firstWaitMs * 2 ** tries, maxWaitMs);
        expect(wait).toBeGreaterThanOrEqual(Math.floor(longest / 2));
        expect(wait).toBeLessThanOrEqual(longest);
      }),
    );
    const waits = [0, 2, 3_600].map((seconds) => waitMs(0, seconds, () => 0));
    expect(waits).toEqual([firstWaitMs, 2_000, maxWaitMs]);
  });
});

describe('an export', () => {
  const items = [anItem('l1', { name: 'a', id: 'not me' }, 'e1'), anItem('l2', { name: 'b' })];

  it('posts batches, each with its own idempotency key', async () => {
    sink.respond(() => ({ status: 204 }));
    const from = sink.requests.length;
    const own = context();
    const { results } = await exportAll(httpJson, own, items, { batchSize: 1, times: 2 });
    expect(results).toEqual([
      { localId: 'l1', status: 'success', externalId: 'e1' },
      { localId: 'l2', status: 'success', externalId: 'l2' },
    ]);
    const made = sink.requests.slice(from);
    const endpoints = made.map(({ method, path }) => `${method} ${path}`);
    expect(endpoints).toEqual(Array(4).fill('POST /api/v1/shop.product?tenant=7'));
    const bodies = [{ items: [{ id: 'e1', name: 'a' }] }, { items: [{ id: 'l2', name: 'b' }] }];
    expect(made.map(({ body }) => JSON.parse(body))).toEqual(bodies.flatMap((body) => [body, body]));
    const [first, again, second] = made.map(({ headers }) => String(headers['idempotency-key']));
    expect(again).toBe(first);
    expect(first).toMatch(new RegExp(`^${own.runId}-0-[0-9a-f]{16}$`));
    expect(second).toMatch(new RegExp(`^${own.runId}-1-[0-9a-f]{16}$`));
  });

  it('sends a batch whose records have changed meanwhile with another key', async () => {
    sink.respond(() => ({ status: 204 }));
    const from = sink.requests.length;
    const own = context();
    for (const name of ['a', 'b', 'a'])
      await exportAll(httpJson, own, [anItem('l1', { name }, 'e1')], { batchSize: 1 });
    const keys = sink.requests.slice(from).map(({ headers }) => headers['idempotency-key']);
    const [first, changed, again] = keys;
    expect(changed).not.toBe(first);
    expect(again).toBe(first);
  });

  it('keeps the ids that the API gives, also numbers, as imports read them', async () => {
    const given = [' C-7 ', 7, '', null, {}];
    const some = given.map((_, index) => anItem(`l${index}`, {}, null));
    const answered = given.map((externalId, index) => ({ id: `l${index}`, externalId }));
    sink.respond(() => json({ results: answered }));
    const { results } = await exportAll(httpJson, context(), some);
    expect(results.map(({ externalId }) => externalId)).toEqual(['C-7', '7', 'l2', 'l3', 'l4']);
  });

  it('reports each item of a batch that the API refuses', async () => {
    sink.respond(() => json({ error: 'bad batch' }, 422));
    const error = 'The API refuses the batch (422): {"error":"bad batch"}.';
    const { results } = await exportAll(httpJson, context(), items);
    expect(results).toMatchObject([{ status: 'error', error }, { status: 'error' }]);
    sink.respond(() => ({ status: 404 }));
    expect(await failureOf(exportAll(httpJson, context(), items))).toBe('SourceError: The API returns 404.');
  });

  it('fails on results that are not UTF-8', async () => {
    sink.respond(() => ({ body: Buffer.from('{"results":[{"id":"e1","externalId":"\xf6"}]}', 'latin1') }));
    expect(await failureOf(exportAll(httpJson, context(), items))).toContain('not valid UTF-8');
  });

  it('an empty batch is not sent', async () => {
    const from = sink.requests.length;
    await exportAll(httpJson, context(), []);
    expect(sink.requests.length).toBe(from);
  });
});

describe('a check of the connection', () => {
  const check = (direction: 'import' | 'export', given = {}) =>
    httpJson.validateConnection?.(context(given), direction);

  it('reads one item', async () => {
    serve(3);
    expect(await check('import')).toMatchObject({ ok: true, details: { items: 1 } });
    sink.respond(() => ({ status: 405 }));
    expect(await check('import')).toMatchObject({ ok: false, message: 'The API returns 405.' });
    expect(await check('export')).toMatchObject({ ok: true });
    expect(await check('import', { baseUrl: '' })).toMatchObject({ ok: false });
    expect(await check('import', { baseUrl: 'ftp://x.example' })).toMatchObject({ ok: false });
  });
});
