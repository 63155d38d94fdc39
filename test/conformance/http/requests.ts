import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { aRule } from '../../support/builders/tenants.ts';
import { apiFor } from '../../support/clients/api.ts';
import { browse } from '../../support/clients/browser-request.ts';
import { casesOf } from '../support/conformance.ts';
import { aNewKey, aRole } from '../support/people.ts';
import { aCaller, theCaller, unique } from '../support/stage.ts';

const { proves } = casesOf('http');

const rules = '/api/business_rules/rules';
const records = '/api/entities/records';

proves('error-body', async () => {
  const { api } = await aCaller({ features: [] });
  const answers = [
    await browse('GET', rules),
    await browse('GET', rules, { headers: { 'x-api-key': 'none' } }),
    await browse('GET', '/api/nothing/here'),
  ];
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 404]);
  for (const { body, headers } of answers) {
    expect(body).toMatchObject({ error: expect.any(String) });
    expect(headers.get('x-request-id')).toBeTruthy();
  }
  expect((await api.get('/api/directory/organization-switcher')).headers.get('x-request-id')).toBeTruthy();
});

proves('method', ['PATCH', 'PUT', 'DELETE'], async (method) => {
  const answer = await browse(method, '/api/health');
  expect(answer).toMatchObject({
    status: 405,
    body: { error: expect.any(String), code: 'method_not_allowed' },
  });
  expect(answer.headers.get('allow')).toContain('GET');
});

proves('order', async () => {
  const { api, tenantId } = await aCaller({ features: [] });
  const { api: full } = await aCaller();
  const body = '{';
  const outside = `${rules}?tenantId=${randomUUID()}`;
  expect((await apiFor('none').post(outside, { body })).status).toBe(401);
  expect((await api.post(outside, { body })).body.code).toBe('scope_forbidden');
  expect((await api.post(rules, { body })).body.code).toBe('missing_feature');
  expect((await full.post(rules, { body })).status).toBe(400);
  const scoped = { tenantId: randomUUID(), ruleType: 'none' };
  expect((await full.post(rules, { body: scoped })).body.code).toBe('scope_forbidden');
  expect((await full.post(rules, { body: { ...scoped, tenantId } })).status).toBe(400);
  expect((await full.put(rules, { body: { id: randomUUID(), priority: -1 } })).status).toBe(400);
  expect((await full.put(rules, { body: { id: randomUUID(), priority: 1 } })).status).toBe(404);
});

proves('read-only', async () => {
  const caller = await aCaller();
  const role = await aRole(caller, { features: ['business_rules.*'] });
  const { secret } = await aNewKey(caller, { roles: [role.id], readOnly: true });
  const api = apiFor(secret);
  expect((await api.get(rules)).status).toBe(200);
  expect((await api.post(`${rules}/validate`, { body: aRule() })).status).toBe(200);
  for (const refused of [
    await api.post(rules, { body: aRule() }),
    await api.delete(`${rules}?id=${randomUUID()}`),
  ])
    expect(refused).toMatchObject({ status: 403, body: { code: 'read_only' } });
});

proves('malformed-json', ['{', '[1', '"x', 'x'], async (body) => {
  const { api } = await theCaller();
  for (const path of [rules, '/api/scheduler/jobs', records])
    expect(await api.post(path, { body })).toMatchObject({
      status: 400,
      body: { error: expect.any(String) },
    });
});

proves('body-size', async () => {
  const { api } = await aCaller();
  const body = JSON.stringify({ entityType: 'a.b', fields: { text: 'x'.repeat(1_048_576) } });
  expect((await api.post(records, { body })).status).toBe(413);
});

proves('depth', async () => {
  const { api } = await aCaller();
  const nested = (levels: number) =>
    `{"entityType":"a.b","fields":{"x":${'['.repeat(levels)}${']'.repeat(levels)}}}`;
  expect((await api.post(records, { body: nested(98) })).status).toBe(201);
  expect(await api.post(records, { body: nested(8_000) })).toMatchObject({
    status: 400,
    body: { code: 'too_deep', details: [{ field: 'fields', message: 'must nest at most 100 levels deep' }] },
  });
});

proves('paging', async () => {
  const { api } = await aCaller();
  const page = async (query: string) =>
    (await api.get<{ data: unknown[]; pagination: object }>(`${rules}?${query}`)).body;
  expect((await page('')).pagination).toMatchObject({ total: 0, totalPages: 0 });
  for (let count = 0; count < 3; count++) await api.post(rules, { body: aRule({ ruleId: unique('R') }) });
  expect(await page('pageSize=2&page=2')).toMatchObject({
    data: [{}],
    pagination: { total: 3, totalPages: 2 },
  });
  expect(await page('pageSize=2&page=9')).toMatchObject({ data: [], pagination: { total: 3 } });
});

proves('warnings', async () => {
  const { api, tenantId, organizationId } = await aCaller();
  const text = (part: string, name: string) => `The ${part} field "${name}" is unknown and was ignored.`;
  const body = { ...aRule({ ruleId: unique('R') }), enabeld: true, größe: 1 };
  const made = await api.post(rules, { body });
  const warnings = [text('body', 'enabeld'), text('body', 'größe')];
  expect(made).toMatchObject({ status: 201, body: { warnings } });
  const inHeader = [text('body', 'enabeld'), text('body', 'gr\\u00f6\\u00dfe')];
  expect(made.headers.get('x-warnings')).toBe(inHeader.join(' '));
  const record = { entityType: 'sales.order', fields: { total: 1 }, feilds: {} };
  expect((await api.post(records, { body: record })).body.warnings).toEqual([text('body', 'feilds')]);
  const tried = await api.post(`${rules}/validate`, { body: { ...aRule(), testData: {} } });
  expect(tried.body).toMatchObject({ valid: true, warnings: [text('body', 'testData')] });
  const scope = `tenantId=${tenantId}&organizationId=${organizationId}`;
  expect((await api.get(`${rules}?pagesize=5&${scope}`)).body.warnings).toEqual([text('query', 'pagesize')]);
  const plain = await api.get(`${rules}?${scope}`);
  expect([plain.headers.has('x-warnings'), plain.body.warnings]).toEqual([false, undefined]);
  const file = await api.get(`${records}?entityType=sales.order&format=csv&srot=1`);
  expect(file.headers.get('x-warnings')).toBe(text('query', 'srot'));
});

proves('strict', async () => {
  const { api, tenantId } = await aCaller();
  const headers = { prefer: 'respond-async, handling=strict' };
  const applied = ({ headers: sent }: { headers: Headers }) => sent.get('preference-applied');
  const body = { ...aRule({ ruleId: unique('R') }), enabeld: true };
  const made = await api.post(rules, { headers, body });
  expect(made).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', details: { enabeld: 'is unknown' } },
  });
  for (const query of [`pagesize=5&tenantId=${tenantId}`, 'cf_nope=1', 'srot=1&format=csv']) {
    const [field] = query.split('=');
    const listed = await api.get(`${records}?entityType=sales.order&${query}`, { headers });
    const details = [{ field, message: 'is unknown' }];
    expect(listed).toMatchObject({ status: 400, body: { code: 'invalid_input', details } });
    expect(applied(listed)).toBe('handling=strict');
  }
  const tried = await api.post(`${rules}/validate`, { headers, body: { ...aRule(), testData: 1 } });
  expect(tried.body).toMatchObject({ valid: false, errors: { testData: 'is unknown' } });
  const known = await api.get(`${rules}?pageSize=5&tenantId=${tenantId}`, { headers });
  expect(known).toMatchObject({ status: 200, body: { data: [] } });
  expect([made, tried, known].map(applied)).toEqual(Array(3).fill('handling=strict'));
  const lenient = await api.post(rules, { headers: { prefer: 'handling=lenient' }, body });
  expect([lenient.status, applied(lenient)]).toEqual([201, null]);
});

proves('rate-headers', async () => {
  const { api } = await aCaller({ perMinute: 50, perHour: 2 });
  const read = async () => {
    const { status, headers } = await api.get(rules);
    return [status, headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')];
  };
  expect([await read(), await read(), await read()]).toEqual([
    [200, '2', '1'],
    [200, '2', '0'],
    [429, '2', '0'],
  ]);
});

proves('rate-refusal', async () => {
  const { api } = await aCaller({ features: [], perMinute: 50, perHour: 1 });
  expect((await api.get(rules)).status).toBe(403);
  const { status, headers, body } = await api.get(rules);
  expect({ status, body }).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(headers.get('x-ratelimit-reset')).toBe(headers.get('retry-after'));
});

proves('rate-parallel', async () => {
  const { api } = await aCaller({ perMinute: 50, perHour: 5 });
  const answers = await Promise.all(Array.from({ length: 12 }, () => api.get(rules)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
});
