/** Conformance cases of what every request passes. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { aRule } from '../support/builders/tenants.ts';
import { apiFor } from '../support/clients/api.ts';
import { browse } from '../support/clients/browser-request.ts';
import { conformance } from './support/conformance.ts';
import { aKeySession } from './support/people.ts';
import { aCaller, aSibling, aSuperAdmin, aTenant, unique } from './support/stage.ts';

const { proves } = conformance('http');

const rules = '/api/business_rules/rules';
const records = '/api/entities/records';
const evil = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };

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

proves('malformed-json', ['{', '[1', '"x', 'x'], async (body) => {
  const { api } = await aCaller();
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

proves('unicode', async () => {
  const { api } = await aCaller();
  const note = 'aé日\u{10000}😀\u{1d11e}\u{10ffff}';
  const entityType = 'text.record';
  const made = await api.post(records, { body: { entityType, fields: { note } } });
  const { body } = await api.get(`${records}?entityType=${entityType}&id=${made.body.id}`);
  expect(body).toMatchObject({ items: [{ fields: { note } }] });
  for (const [sent, field] of [
    [`{"entityType":"${entityType}","fields":{"a":["\\ud83d"]}}`, 'fields.a[0]'],
    [`{"entityType":"${entityType}","fields":{"\\ude00":1}}`, 'fields'],
  ] as const)
    expect(await api.post(records, { body: sent })).toMatchObject({
      status: 400,
      body: { details: [{ field, message: 'must be valid Unicode' }] },
    });
  expect((await api.get(`${records}?entityType=${entityType}&search=%ED%A0%BD`)).status).toBe(400);
});

proves(
  'same-names',
  [
    ['Straße', 'STRASSE'],
    ['Caf\u00e9', 'cafe\u0301'],
    ['Buyers', 'Ｂuy\u200bers'],
    ['Two words', ' two  WORDS '],
  ] as const,
  async ([first, second]) => {
    const { api } = await aTenant();
    for (const [path, bodyOf] of [
      ['/api/auth/roles', (name: string) => ({ name })],
      [rules, (ruleId: string) => aRule({ ruleId })],
      ['/api/business_rules/sets', (setId: string) => ({ setId, setName: 'Checks' })],
    ] as const) {
      expect((await api.post(path, { body: bodyOf(first) })).status).toBe(201);
      expect((await api.post(path, { body: bodyOf(second) })).status).toBe(409);
    }
  },
);

proves('booleans', async () => {
  const { api } = await aCaller();
  await api.post(rules, { body: aRule({ ruleId: unique('R') }) });
  const totals = async (value: string) => {
    const { status, body } = await api.get(`${rules}?enabled=${value}`);
    return [status, Object(body.pagination).total];
  };
  for (const yes of ['1', 'true', 'YES', 'on', 'enable', 'enabled', ''])
    expect([yes, await totals(yes)]).toEqual([yes, [200, 1]]);
  for (const no of ['0', 'false', 'No', 'OFF', 'disable', 'disabled'])
    expect([no, await totals(no)]).toEqual([no, [200, 0]]);
  expect(await totals('maybe')).toEqual([400, undefined]);
});

proves('junk', ['page=x', 'page=0', 'pageSize=101', 'ruleType=none', 'sortDir=up'], async (query) => {
  const { api } = await aCaller();
  const { status, body } = await api.get(`${rules}?${query}`);
  expect([status, Object.keys(Object(body.details))]).toEqual([400, [query.split('=')[0]]]);
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
  const { api, tenantId } = await aCaller();
  const made = await api.post(rules, { body: { ...aRule({ ruleId: unique('R') }), enabeld: true } });
  const text = (part: string, name: string) => `The ${part} field "${name}" is unknown and was ignored.`;
  expect(made).toMatchObject({ status: 201, body: { warnings: [text('body', 'enabeld')] } });
  expect(made.headers.get('x-warnings')).toBe(text('body', 'enabeld'));
  const listed = await api.get(`${rules}?pagesize=5&tenantId=${tenantId}`);
  expect(listed.body.warnings).toEqual([text('query', 'pagesize')]);
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
  const listed = await api.get(`${records}?entityType=sales.order&pagesize=5&tenantId=${tenantId}`, {
    headers,
  });
  const details = [{ field: 'pagesize', message: 'is unknown' }];
  expect(listed).toMatchObject({ status: 400, body: { code: 'invalid_input', details } });
  const known = await api.get(`${rules}?pageSize=5&tenantId=${tenantId}`, { headers });
  expect(known).toMatchObject({ status: 200, body: { data: [] } });
  expect([made, listed, known].map(applied)).toEqual(Array(3).fill('handling=strict'));
  const lenient = await api.post(rules, { headers: { prefer: 'handling=lenient' }, body });
  expect([lenient.status, applied(lenient)]).toEqual([201, null]);
});

proves('scope-required', async () => {
  const home = await aTenant({ organizations: null });
  const post = await home.api.post(rules, { body: aRule() });
  expect(post).toMatchObject({ status: 400, body: { code: 'scope_required' } });
});

proves('scope-forbidden', async () => {
  const caller = await aCaller();
  const sibling = await aSibling(caller);
  const { tenantId } = await aTenant();
  for (const scope of [
    { tenantId },
    { organizationId: sibling.organizationId },
    { organizationId: randomUUID() },
  ]) {
    const [[name, value] = ['', '']] = Object.entries(scope);
    for (const answer of [
      await caller.api.get(`${rules}?${name}=${value}`),
      await caller.api.post(rules, { body: { ...aRule(), ...scope } }),
    ])
      expect(answer).toMatchObject({ status: 403, body: { code: 'scope_forbidden' } });
  }
  expect((await caller.api.get(`${rules}?tenantId=none`)).status).toBe(400);
});

proves('scope-all', async () => {
  const north = await aTenant();
  const south = await aSibling(north);
  const ids = new Map<string, string>();
  for (const { api, organizationId } of [north, south]) {
    const { body } = await api.post<{ id: string }>(rules, { body: aRule({ ruleId: unique('R') }) });
    ids.set(organizationId, body.id);
  }
  const { api } = await aSibling(north, { organizations: [north.organizationId, south.organizationId] });
  const found = async (query: string, headers: Record<string, string> = {}) => {
    const { body } = await api.get<{ data: { id: string }[] }>(`${rules}?${query}`, { headers });
    return body.data.map(({ id }) => id).toSorted();
  };
  const both = [...ids.values()].toSorted();
  const all = { cookie: 'svc_selected_org=__all__' };
  expect(await found('')).toEqual([]);
  expect(await found('organizationId=__all__')).toEqual(both);
  expect(await found('', all)).toEqual(both);
  expect(await found('', { cookie: `svc_selected_org=${north.organizationId}` })).toEqual([
    ids.get(north.organizationId),
  ]);
  expect(await found(`organizationId=${south.organizationId}`, all)).toEqual([ids.get(south.organizationId)]);
});

proves('super-scope', async () => {
  const { tenantId, organizationId } = await aTenant();
  const { api } = await aSuperAdmin();
  const scope = `tenantId=${tenantId}&organizationId=${organizationId}`;
  const made = await api.post(`${rules}?${scope}`, { body: aRule() });
  expect(made).toMatchObject({ status: 201, body: { tenantId, organizationId } });
  const none = await api.get(`${rules}?tenantId=${randomUUID()}&organizationId=${organizationId}`);
  expect(none.status).toBe(403);
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

proves('cross-site-cookie', async () => {
  const { cookie } = await aKeySession(await aCaller());
  const post = (headers: Record<string, string>) =>
    browse('POST', rules, {
      headers: { cookie, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(aRule({ ruleId: unique('R') })),
    });
  const refused: Record<string, string>[] = [
    evil,
    { 'sec-fetch-site': 'same-site', origin: 'https://blog.example.com' },
    { 'sec-fetch-site': 'cross-site', origin: 'null' },
    { origin: 'https://evil.example' },
  ];
  for (const headers of refused)
    expect(await post(headers)).toMatchObject({ status: 403, body: { code: 'cross_site' } });
  const accepted: Record<string, string>[] = [
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    {},
  ];
  for (const headers of accepted) expect((await post(headers)).status).toBe(201);
});

proves('cross-site-credential', async () => {
  const { api } = await aCaller();
  const body = aRule({ ruleId: unique('R') });
  expect((await api.post(rules, { headers: evil, body })).status).toBe(201);
});

proves('cors-foreign', async () => {
  const { key } = await aCaller();
  const { headers } = await browse('GET', rules, { headers: { ...evil, 'x-api-key': key } });
  expect([...headers].filter(([name]) => name.startsWith('access-control-'))).toEqual([]);
});
