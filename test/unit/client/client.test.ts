import { describe, expect, it, vi } from 'vitest';
import {
  allPages,
  asForm,
  createPlatformClient,
  orThrow,
  PlatformError,
} from '../../../shared/clients/typescript/index.ts';

const baseUrl = 'http://platform.test';

interface Reply {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A client whose requests are recorded. The responses are returned in order, and then always the last one. */
function clientOf(
  replies: readonly Reply[],
  options: Partial<Parameters<typeof createPlatformClient>[0]> = {},
) {
  const requests: Request[] = [];
  const fetch = async (request: Request) => {
    const reply = replies[Math.min(requests.length, replies.length - 1)] ?? {};
    requests.push(request);
    return Response.json(reply.body ?? {}, reply);
  };
  return { requests, client: createPlatformClient({ baseUrl, token: 'pmk_key', fetch, ...options }) };
}

const headerOf = (name: string) => (request: Request) => request.headers.get(name);

describe('createPlatformClient', () => {
  it('sends a bearer token, and calls a token function for each request', async () => {
    const tokens = ['first', 'second'];
    const { client, requests } = clientOf([{}], { token: () => tokens.shift() ?? 'none' });
    await client.GET('/api/health');
    await client.GET('/api/health');
    expect(requests.map(headerOf('authorization'))).toEqual(['Bearer first', 'Bearer second']);
  });

  it('prefers errors to ignored fields, unless a request says otherwise', async () => {
    const { client, requests } = clientOf([{}]);
    await client.GET('/api/health');
    await client.GET('/api/health', { headers: { prefer: 'handling=lenient' } });
    expect(requests.map(headerOf('prefer'))).toEqual(['handling=strict', 'handling=lenient']);
  });

  it('selects the given tenant and organization, unless a request overrides them', async () => {
    const { client, requests } = clientOf([{}], { tenantId: 'T', organizationId: 'O' });
    await client.GET('/api/business_rules/rules', { params: { query: { organizationId: 'mine', page: 2 } } });
    await client.POST('/api/events', { body: { type: 'sales.order.paid', data: { total: 1 } } });
    expect(requests.map(({ url }) => url.slice(baseUrl.length))).toEqual([
      '/api/business_rules/rules?organizationId=mine&page=2&tenantId=T',
      '/api/events?tenantId=T&organizationId=O',
    ]);
    expect(await requests[1]?.json()).toEqual({ type: 'sales.order.paid', data: { total: 1 } });
  });

  it('never copies a request, whose body browsers would send as a stream', async () => {
    const madeOf: unknown[] = [];
    const RealRequest = Request;
    vi.stubGlobal(
      'Request',
      class extends RealRequest {
        constructor(input: string | URL | Request, init?: RequestInit) {
          super(input, init);
          madeOf.push(input, init);
        }
      },
    );
    const { client } = clientOf([{}], { tenantId: 'T', token: 'pmk_1' });
    await client.POST('/api/events', { body: { type: 'sales.order.paid', data: {} } });
    vi.unstubAllGlobals();
    expect(madeOf.length).toBe(2);
    expect(madeOf.filter((part) => part instanceof RealRequest)).toEqual([]);
  });

  it('fills paths in and escapes them', async () => {
    const { client, requests } = clientOf([{}]);
    await client.GET('/api/business_rules/rules/{id}', { params: { path: { id: 'a/b' } } });
    expect(requests[0]?.url).toBe(`${baseUrl}/api/business_rules/rules/a%2Fb`);
  });

  it('retries rate-limited requests with their body, up to the limit', async () => {
    const rateLimited = { error: 'Slowly.', code: 'rate_limited' };
    const refused = { status: 429, headers: { 'retry-after': '0' }, body: rateLimited };
    const patient = clientOf([refused, refused, { status: 202, body: { id: 'e1' } }]);
    const body = { type: 'sales.order.paid', data: {} };
    expect((await patient.client.POST('/api/events', { body })).data).toEqual({ id: 'e1' });
    expect(await Promise.all(patient.requests.map((request) => request.json()))).toEqual([body, body, body]);

    const hasty = clientOf([refused], { retries: 0 });
    expect((await hasty.client.POST('/api/events', { body })).error?.code).toBe('rate_limited');
    expect(hasty.requests).toHaveLength(1);
  });

  it.each([
    ['before', (abort: () => void) => abort()],
    ['during', (abort: () => void) => void setImmediate(abort)],
  ])('ends an aborted call %s the wait for a repetition', async (_, schedule) => {
    const controller = new AbortController();
    const fetch = async () => {
      schedule(() => controller.abort(new Error('No longer needed.')));
      return Response.json({}, { status: 429, headers: { 'retry-after': '3600' } });
    };
    const client = createPlatformClient({ baseUrl, fetch });
    const { signal } = controller;
    await expect(client.GET('/api/health', { signal })).rejects.toThrow('No longer needed.');
  });
});

describe('orThrow', () => {
  it('returns the data of a success', async () => {
    const { client } = clientOf([{ body: { status: 'ok', version: '1' } }]);
    expect((await orThrow(client.GET('/api/health'))).status).toBe('ok');
  });

  it('throws the error of a refusal', async () => {
    const details = [{ field: 'type', message: 'is missing' }];
    const refused = { error: 'Invalid.', code: 'invalid_input', details };
    const { client } = clientOf([{ status: 400, body: refused, headers: { 'x-request-id': 'r1' } }]);
    const error = await orThrow(client.POST('/api/events', { body: { type: '', data: {} } })).catch((e) => e);
    const fields = { message: 'Invalid.', status: 400, code: 'invalid_input', details, requestId: 'r1' };
    expect(error).toMatchObject({ constructor: PlatformError, ...fields });
  });

  it('throws with the status for responses that are not from the API', async () => {
    const fetch = async () => new Response('<h1>Bad gateway</h1>', { status: 502 });
    const client = createPlatformClient({ baseUrl, fetch });
    await expect(orThrow(client.GET('/api/health'))).rejects.toMatchObject({ status: 502, code: undefined });
  });
});

describe('allPages', () => {
  it('yields every item of every page, and of an empty list none', async () => {
    const pages = [[1, 2], [3]];
    const asked: number[] = [];
    const items = await Array.fromAsync(
      allPages(async (page) => {
        asked.push(page);
        return { items: pages[page - 1] ?? [], totalPages: pages.length };
      }),
    );
    expect({ items, asked }).toEqual({ items: [1, 2, 3], asked: [1, 2] });
    expect(await Array.fromAsync(allPages(async () => ({ items: [], totalPages: 0 })))).toEqual([]);
  });
});

describe('asForm', () => {
  it('keeps files, writes other values as text and omits undefined ones', () => {
    const form = asForm({ recordId: 'SO-1', file: new File(['x'], 'a.txt'), tags: undefined, count: 2 });
    expect([...form.keys()]).toEqual(['recordId', 'file', 'count']);
    expect(form.get('file')).toMatchObject({ name: 'a.txt', size: 1 });
    expect(form.get('count')).toBe('2');
  });
});
