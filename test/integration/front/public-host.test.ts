/** The public host of the runtime, and requests that bypass it. */
import { request } from 'node:http';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { callOverHttp } from '../../support/clients/in-process.ts';

callOverHttp();

const rules = '/api/business_rules/rules';
let caller: TestCaller;
beforeAll(async () => {
  caller = await aTenant();
});

const through = (path: string, init: RequestInit = {}) => fetch(`${inject('baseUrl')}${path}`, init);
const around = (path: string, init: RequestInit = {}) => fetch(`${inject('apiUrl')}${path}`, init);

/** Sends requests that `fetch` refuses. Returns the status. */
function sendRaw(options: { method: string; path: string; body?: string; headers?: Record<string, string> }) {
  const { body, ...rest } = options;
  return new Promise<number>((resolve, reject) => {
    const sent = request(inject('baseUrl'), rest, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

describe('the host of the API', () => {
  it.each(['/api/health', rules, '/api/unheard', '/docs/api'])('returns 403 for %s', async (path) => {
    const response = await around(path, { headers: { 'x-api-key': caller.key } });
    expect(response.status).toBe(403);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toMatchObject({ code: 'origin_forbidden' });
  });

  it('refuses a guessed secret, and does not count the request', async () => {
    const { key } = await aTenant({ perMinute: 2 });
    for (const secret of [
      '',
      'guess',
      '{{resolve:secretsmanager:platform-modules/local/origin/1:SecretString}}',
    ]) {
      const headers = { 'x-api-key': key, 'x-origin-secret': secret };
      expect((await around(rules, { headers })).status).toBe(403);
    }
    const { headers } = await through(rules, { headers: { 'x-api-key': key } });
    expect(headers.get('x-ratelimit-remaining')).toBe('1');
  });
});

describe('the public host', () => {
  it.each([
    ['Authorization: Bearer', { authorization: 'Bearer ' }],
    ['Authorization: ApiKey', { authorization: 'ApiKey ' }],
    ['X-Api-Key', { 'x-api-key': '' }],
  ])('forwards %s', async (_, credential) => {
    const headers = Object.fromEntries(
      Object.entries(credential).map(([name, prefix]) => [name, `${prefix}${caller.key}`]),
    );
    expect((await through(rules, { headers })).status).toBe(200);
  });

  it('removes a client’s copy of the private header: it is not a credential', async () => {
    const headers = { 'x-viewer-authorization': `Bearer ${caller.key}` };
    expect((await through(rules, { headers })).status).toBe(401);
  });

  it('overwrites a secret that a client sends', async () => {
    expect((await through('/api/health', { headers: { 'x-origin-secret': 'guess' } })).status).toBe(200);
  });

  it('adds security headers, but keeps stricter ones of the response', async () => {
    const { headers } = await through('/api/health');
    expect(Object.fromEntries(headers)).toMatchObject({
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
  });

  it('returns the error format of the API for unknown routes', async () => {
    const response = await through('/api/unheard');
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'not_found' });
  });

  it('enforces the limits of CloudFront', async () => {
    const withBody = { body: 'none', headers: { 'content-length': '4' } };
    expect((await through(`/api/health?${'a'.repeat(8_192)}`)).status).toBe(414);
    expect(await sendRaw({ method: 'GET', path: '/api/health', headers: { a: 'x'.repeat(20_480) } })).toBe(
      494,
    );
    expect(await sendRaw({ method: 'TRACE', path: '/api/health' })).toBe(403);
    expect(await sendRaw({ method: 'GET', path: '/api/health', ...withBody })).toBe(403);
  });

  it('enforces the limits of the API', async () => {
    const body = 'x'.repeat(10_485_761);
    expect((await through(rules, { method: 'POST', body })).status).toBe(413);
    expect((await through('/api/health', { headers: { a: 'x'.repeat(11_000) } })).status).toBe(431);
  });
});
