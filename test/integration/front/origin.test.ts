/** Requests that bypass the public host of the runtime. */
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
