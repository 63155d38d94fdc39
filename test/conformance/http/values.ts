import { expect, inject } from 'vitest';
import { aJob, jobsPath } from '../../support/builders/scheduler.ts';
import { aRule } from '../../support/builders/tenants.ts';
import { casesOf } from '../support/conformance.ts';
import { aCaller, aTenant, theCaller, unique } from '../support/stage.ts';

const { proves } = casesOf('http');

const rules = '/api/business_rules/rules';
const records = '/api/entities/records';

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
  const { api } = await theCaller();
  const { status, body } = await api.get(`${rules}?${query}`);
  expect([status, Object.keys(Object(body.details))]).toEqual([400, [query.split('=')[0]]]);
});

/** Where a number is sent that the platform only keeps: the body with `@@` in its place, and the path to read it. */
const kept: [string, () => object, (id: string) => string][] = [
  [records, () => ({ entityType: 'a.b', fields: { n: '@@' } }), (id) => `${records}?entityType=a.b&id=${id}`],
  [
    rules,
    () =>
      aRule({ ruleId: unique('R'), conditionExpression: { field: 'a', operator: '=', value: { n: '@@' } } }),
    (id) => `${rules}/${id}`,
  ],
  [jobsPath, () => aJob({ targetPayload: { n: '@@' } }), (id) => `${jobsPath}/${id}`],
];

proves('exact-numbers', kept, async ([path, bodyOf, readPath]) => {
  const caller = await aCaller();
  for (const digits of ['9007199254740993', '-12345678901234567890', '0.30000000000000004']) {
    const body = JSON.stringify(bodyOf()).replace('"@@"', digits);
    const made = await caller.api.post<{ id: string }>(path, { body });
    expect(made.status, JSON.stringify(made.body)).toBeLessThan(300);
    const headers = { 'x-api-key': caller.key };
    const read = await fetch(`${inject('baseUrl')}${readPath(made.body.id)}`, { headers });
    expect(await read.text()).toContain(`"n":${digits}}`);
  }
});

const dayMs = 86_400_000;
const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

proves('date-bounds', async () => {
  const { api } = await aCaller();
  const { body: rule } = await api.post(rules, { body: aRule({ ruleId: unique('R') }) });
  const madeMs = Date.parse(String(rule.createdAt));
  const total = async (query: string) => {
    const { body } = await api.get(`/api/audit_logs/actions?resourceId=${rule.id}&${query}`);
    return body.total;
  };
  const [before, day, after] = [madeMs - dayMs, madeMs, madeMs + dayMs].map(dayOf);
  expect(await total(`from=${day}&to=${day}`)).toBe(1);
  expect(await total(`to=${before}`)).toBe(0);
  expect(await total(`from=${after}`)).toBe(0);
  expect(await total(`to=${day}T00:00:00Z`)).toBe(0);
});

proves(
  'date-forms',
  ['2026-03-01', '2026-03-01T09:30:00+02:00', '2026-03-01 09:30:00.123+00'],
  async (from) => {
    const { api } = await aCaller();
    const read = (text: string) => api.get(`/api/audit_logs/actions?from=${encodeURIComponent(text)}`);
    expect((await read(from)).status).toBe(200);
    for (const text of ['2026-02-30', 'yesterday', '03/01/2026'])
      expect(await read(text)).toMatchObject({ status: 400, body: { details: [{ field: 'from' }] } });
  },
);
