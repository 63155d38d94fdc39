/** Conformance cases of rules: the rule itself, and its checks. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { comparisonOperators, logicalOperators } from '../../shared/kernel/conditions/condition.ts';
import { toJson } from '../../shared/kernel/http/json.ts';
import { type Rule, ruleLimits } from '../../shared/modules/rules/authoring/rule-fields-contract.ts';
import { actionTypeNames } from '../../shared/modules/rules/execution/action.ts';
import {
  aFullRule,
  getRule,
  listRules,
  nestedGroups,
  rulePath,
  rulesPath,
} from '../support/builders/rules.ts';
import { aRule, type TestCaller } from '../support/builders/tenants.ts';
import { conformance } from './support/conformance.ts';
import { aStoredRule, expectHidden } from './support/rules.ts';
import { aCaller, aKey, aSibling, aTenant, unique } from './support/stage.ts';

const { proves } = conformance('rules');

const put = ({ api }: Pick<TestCaller, 'api'>, body: unknown, headers: Record<string, string> = {}) =>
  api.put<Rule>(rulesPath, { body, headers });
const remove = ({ api }: TestCaller, id: string, headers = {}) =>
  api.delete(`${rulesPath}?id=${id}`, { headers });

proves('whole-rule', async () => {
  const caller = await aCaller();
  const body = aFullRule({ ruleId: unique('R') });
  const startedAt = Date.now() - 60_000;
  const created = await caller.api.post<Rule>(rulesPath, { body });
  const by = `api_key:${caller.keyId}`;
  expect(created.body).toEqual({
    ...body,
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    tenantId: caller.tenantId,
    organizationId: caller.organizationId,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    updatedAt: created.body.createdAt,
    createdBy: by,
    updatedBy: by,
    runAs: { type: 'api_key', id: caller.keyId, tenantId: caller.tenantId, name: expect.any(String) },
    blockedReason: null,
  });
  expect(Date.parse(created.body.createdAt)).toBeGreaterThan(startedAt);
  expect((await getRule(caller, created.body.id.toUpperCase())).body).toEqual(created.body);
  expect((await listRules(caller)).data).toEqual([created.body]);
});

proves('absent-fields', async () => {
  const caller = await aCaller();
  const texts = ['description', 'ruleCategory', 'eventType', 'effectiveFrom', 'effectiveTo'];
  const actions = ['successActions', 'failureActions'];
  for (const [value, fields] of [
    [undefined, [...texts, ...actions]],
    [null, [...texts, ...actions]],
    ['', texts],
  ] as const) {
    const given = Object.fromEntries(fields.map((field) => [field, value]));
    const rule = await aStoredRule(caller, given);
    for (const field of fields) expect(rule, String(value)).toHaveProperty(field, null);
  }
  expect(await aStoredRule(caller, { successActions: [] })).toMatchObject({ successActions: [] });
});

const texts = ['ruleId', 'ruleName', 'description', 'ruleCategory', 'entityType', 'eventType'] as const;
proves('characters', async () => {
  const { api } = await aCaller();
  const longest = Object.fromEntries(texts.map((field) => [field, '😀'.repeat(ruleLimits[field])]));
  const id = unique('');
  const ruleId = '漢'.repeat(ruleLimits.ruleId - id.length) + id;
  expect(await api.post(rulesPath, { body: aRule({ ...longest, ruleId }) })).toMatchObject({
    status: 201,
    body: { ...longest, ruleId },
  });
  for (const field of texts) {
    const { body } = await api.post(rulesPath, { body: aRule({ [field]: `${longest[field]}😀` }) });
    expect(body.details).toEqual({ [field]: `must have at most ${ruleLimits[field]} characters` });
  }
});

proves('kept-values', async () => {
  const caller = await aCaller();
  const rules = comparisonOperators.map((operator) => ({
    field: 'a.b[0]',
    operator,
    value: [null, { x: 1.5 }],
  }));
  const values = {
    ruleId: unique('a b/c#d?é%'),
    ruleName: ' spaces stay ',
    description: '<script>"quotes"</script>\n\t\u0000',
    version: Number.MAX_SAFE_INTEGER,
    conditionExpression: {
      operator: 'NOT',
      rules: [
        { operator: 'OR', rules, note: 'extra keys stay' },
        { field: 'a', operator: '>', compareToField: 'b' },
      ],
    },
    successActions: [{ type: 'SET_FIELD', config: { field: 'x', value: { deep: [{ er: '{{now}}' }] } } }],
  };
  const { body } = await caller.api.post<Rule>(rulesPath, { body: aRule(values) });
  expect(body).toMatchObject(values);
  expect((await getRule(caller, body.id)).body).toEqual(body);
});

proves(
  'dates',
  [
    ['2024-02-29', '2024-02-29'],
    ['2026-01-01T10:00:00Z', '2026-01-01T10:00:00.000Z'],
    ['2026-01-01T10:00:00.123+02:00', '2026-01-01T08:00:00.123Z'],
    ['2026-01-01T10:00', '2026-01-01T10:00:00.000Z'],
  ],
  async ([given, answered]) => {
    const rule = await aStoredRule(await aCaller(), { effectiveFrom: given });
    expect(rule).toMatchObject({ effectiveFrom: answered, effectiveTo: null });
  },
);

proves('service-fields', async () => {
  const caller = await aCaller();
  const forged = {
    id: '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10',
    createdAt: '2000-01-01T00:00:00.000Z',
    updatedAt: '2000-01-01T00:00:00.000Z',
    createdBy: 'someone',
    updatedBy: 'someone',
  };
  const rule = await aStoredRule(caller, {
    ...forged,
    deletedAt: forged.createdAt,
    rev: 99,
    pk: 'x',
    unknown: 1,
  });
  for (const [field, value] of Object.entries(forged)) expect(rule).not.toHaveProperty(field, value);
  for (const key of ['deletedAt', 'rev', 'pk', 'unknown']) expect(rule).not.toHaveProperty(key);
});

const action = (type: string, config?: unknown) => [
  { type: 'LOG', config: { message: 'm' } },
  { type, config },
];
const badValues: (readonly [field: string, value: unknown, message: RegExp])[] = [
  ...[
    'ruleId',
    'ruleName',
    'ruleType',
    'entityType',
    'conditionExpression',
    'enabled',
    'priority',
    'version',
  ].map((field) => [field, null, /./] as const),
  ['ruleId', 5, /must be a string/],
  ['ruleName', { a: 1 }, /must be a string/],
  ['ruleName', 'lone \ud800 surrogate', /must be valid Unicode/],
  ['description', 7, /./],
  ['ruleType', 'guard', /GUARD, VALIDATION/],
  ['ruleType', 'constructor', /GUARD/],
  ['enabled', 1, /must be a boolean/],
  ['priority', 1.5, /./],
  ['priority', '5', /./],
  ['version', 2 ** 53, /./],
  ['missingFieldPolicy', 'warn', /./],
  ['effectiveFrom', '2026-02-30', /ISO 8601/],
  ['effectiveFrom', 1_767_225_600_000, /./],
  ['effectiveTo', '01/02/2026', /ISO 8601/],
  ['effectiveTo', '2025-12-31', /must be later than effectiveFrom/],
  ['effectiveTo', '2026-01-01', /must be later than effectiveFrom/],
  ['conditionExpression', 'total > 1', /must be an object/],
  ['conditionExpression', {}, /needs a field/],
  ['conditionExpression', { field: 'a', operator: '~', value: 1 }, /unknown operator "~"/],
  [
    'conditionExpression',
    nestedGroups(5_000, { field: 'a', operator: '~', value: 1 }),
    /unknown operator "~"/,
  ],
  ['conditionExpression', { operator: 'AND', rules: [] }, /at least one/],
  ['conditionExpression', { operator: 'XOR', rules: [{}] }, /unknown group operator "XOR"/],
  ['conditionExpression', { operator: 'AND', rules: Array(501).fill({}) }, /at most 50/],
  ['conditionExpression', { field: 'a'.repeat(201), operator: '=', value: 1 }, /at most 200/],
  ['successActions', {}, /must be an array of actions or null/],
  ['successActions', action('EXPLODE'), /\[1\]: unknown action type "EXPLODE"/],
  ['failureActions', action('SET_FIELD', { field: 'a' }), /\[1\]: SET_FIELD needs config.value/],
  ['failureActions', [null], /\[0\]:/],
];
proves('bad-values', async () => {
  const caller = await aCaller();
  const rule = await aStoredRule(caller, aFullRule());
  for (const [field, value, message] of badValues) {
    const create = await caller.api.post(rulesPath, { body: toJson({ ...aFullRule(), [field]: value }) });
    const update = await put(caller, toJson({ id: rule.id, [field]: value }));
    for (const answer of [create, update])
      expect(answer, field).toMatchObject({
        status: 400,
        body: { details: { [field]: expect.stringMatching(message) } },
      });
  }
  expect(await listRules(caller)).toMatchObject({ data: [rule], pagination: { total: 1 } });
});

proves('all-errors', async () => {
  const caller = await aCaller();
  const bad = { description: 5, successActions: [{}], priority: -1 };
  const required = [
    'ruleId',
    'ruleName',
    'ruleType',
    'entityType',
    'conditionExpression',
    'enabled',
    'version',
  ];
  const create = await caller.api.post(rulesPath, { body: bad });
  expect(Object.keys(Object(create.body.details)).toSorted()).toEqual(
    [...required, ...Object.keys(bad)].toSorted(),
  );
  const update = await put(caller, { id: 'x', ...bad });
  expect(Object.keys(Object(Object(update.body).details)).toSorted()).toEqual(
    ['id', ...Object.keys(bad)].toSorted(),
  );
});

const json = { 'content-type': 'application/json' };
const polluting = ['__proto__', 'constructor', 'prototype'];
const withCondition = (value: string) =>
  JSON.stringify(aRule({ conditionExpression: 0 })).replace(
    '"conditionExpression":0',
    `"conditionExpression":${value}`,
  );
proves('json-bodies', async () => {
  const caller = await aCaller();
  const refused: [unknown, Record<string, string>?][] = [
    [undefined],
    ['  \n'],
    ['{"ruleId": '],
    ['{"ruleId":"a",}'],
    ['{} x'],
    ['\ufeff{}'],
    ['[]'],
    [[aRule()]],
    ['null'],
    ['5'],
    ['"rule"'],
    [Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0xff, 0x22, 0x7d])],
    [Buffer.from('{"ruleId":"a"}', 'utf16le')],
    [JSON.stringify(aRule()), { 'content-type': 'text/plain' }],
    ['ruleId=a', { 'content-type': 'application/x-www-form-urlencoded' }],
    [JSON.stringify(aRule()), { 'content-type': 'application/octet-stream' }],
    ['{"__proto__":{"polluted":1},"ruleId":"a"}'],
    ...polluting.map((key): [string] => [
      withCondition(`{"field":"a","operator":"=","value":{"${key}":{}}}`),
    ]),
    [`${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ];
  for (const [body, headers = json] of refused)
    for (const method of ['post', 'put'] as const)
      expect((await caller.api[method](rulesPath, { body, headers })).status, String(body).slice(0, 50)).toBe(
        400,
      );
  for (const type of [
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/merge-patch+json',
  ]) {
    const body = JSON.stringify(aRule({ ruleId: unique('R') }));
    expect((await caller.api.post(rulesPath, { body, headers: { 'content-type': type } })).status, type).toBe(
      201,
    );
  }
});

proves('rule-size', async () => {
  const caller = await aCaller();
  for (const unit of ['x', '\\"', 'ä', '\\u0001']) {
    const empty = JSON.stringify(
      aRule({ ruleId: unique('R'), conditionExpression: { field: 'a', operator: '=', value: '' } }),
    );
    const room = ruleLimits.bytes - Buffer.byteLength(empty);
    const value = unit.repeat(Math.floor(room / Buffer.byteLength(unit)));
    const body = empty.replace('"value":""', `"value":"${value}"`);
    const created = await caller.api.post<Rule>(rulesPath, { body });
    expect(created.status, unit).toBe(201);
    expect((await getRule(caller, created.body.id)).body).toEqual(created.body);
  }
  const half = (field: string) => [{ type: 'SET_FIELD', config: { field, value: 'x'.repeat(140_000) } }];
  const rule = await aStoredRule(caller, { successActions: half('a') });
  const refusals = [
    await caller.api.post(rulesPath, {
      body: JSON.stringify(aRule()).padEnd(ruleLimits.bytes + 1),
      headers: json,
    }),
    await caller.api.post(rulesPath, { body: aRule({ description: 'x'.repeat(1_048_576) }) }),
    await put(caller, { id: rule.id, failureActions: half('b') }),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([413, 413, 413]);
  expect((await getRule(caller, rule.id)).body).toEqual(rule);
  expect((await put(caller, { id: rule.id, failureActions: half('b'), successActions: null })).status).toBe(
    200,
  );
});

proves('deep-groups', async () => {
  const caller = await aCaller();
  const depth = 9_000;
  const conditionExpression = nestedGroups(depth);
  const rule = await aStoredRule(caller, { conditionExpression });
  expect(toJson(rule.conditionExpression)).toBe(toJson(conditionExpression));
  expect(toJson((await getRule(caller, rule.id)).body)).toContain(toJson(conditionExpression));
  expect((await put(caller, { id: rule.id, enabled: false })).status).toBe(200);
});

proves('unicode', async () => {
  const { api } = await aCaller();
  const conditionExpression = { field: 'a', operator: '=', value: 'x\ud800y' };
  expect(await api.post(rulesPath, { body: aRule({ conditionExpression }) })).toMatchObject({
    status: 400,
    body: { details: { 'conditionExpression.value': 'must be valid Unicode' } },
  });
});

proves('taken-id', async () => {
  const caller = await aCaller();
  const { ruleId } = await aStoredRule(caller);
  const mine = await aStoredRule(caller);
  const refusal = {
    status: 409,
    body: {
      error: `The ruleId "${ruleId}" is taken.`,
      code: 'rule_id_taken',
      details: { ruleId: 'is taken' },
    },
  };
  for (const { api } of [caller, await aSibling(caller)])
    expect(await api.post(rulesPath, { body: aRule({ ruleId }) })).toMatchObject(refusal);
  expect((await caller.api.post(rulesPath, { body: aRule({ ruleId: ruleId.toLowerCase() }) })).status).toBe(
    409,
  );
  expect(await put(caller, { id: mine.id, ruleId, ruleName: 'no' })).toMatchObject(refusal);
  expect((await getRule(caller, mine.id)).body).toEqual(mine);
  expect((await listRules(caller)).pagination.total).toBe(2);
});

proves('id-of-tenant', async () => {
  const { ruleId } = await aStoredRule(await aCaller());
  const { api } = await aTenant();
  expect((await api.post(rulesPath, { body: aRule({ ruleId }) })).status).toBe(201);
});

proves('free-id', async () => {
  const caller = await aCaller();
  const { id, ruleId } = await aStoredRule(caller);
  const reuse = () => caller.api.post<Rule>(rulesPath, { body: aRule({ ruleId }) });
  await remove(caller, id);
  const second = await reuse();
  expect(second.status).toBe(201);
  expect(second.body.id).not.toBe(id);
  await put(caller, { id: second.body.id, ruleId: unique('N') });
  expect((await reuse()).status).toBe(201);
});

proves('one-creation', async () => {
  const caller = await aCaller();
  const ruleId = unique('R');
  const create = async () => (await caller.api.post(rulesPath, { body: aRule({ ruleId }) })).status;
  const statuses = await Promise.all(Array.from({ length: 8 }, create));
  expect(statuses.toSorted()).toEqual([201, ...Array(7).fill(409)]);
  expect((await listRules(caller)).pagination.total).toBe(1);
});

const newValues: [keyof Rule, unknown][] = [
  ['ruleName', 'New name'],
  ['description', 'New description'],
  ['description', null],
  ['ruleType', 'ASSIGNMENT'],
  ['ruleCategory', 'new'],
  ['ruleCategory', null],
  ['entityType', 'sales.invoice'],
  ['eventType', 'changed'],
  ['eventType', null],
  ['conditionExpression', { field: 'b', operator: 'IS_EMPTY' }],
  ['successActions', [{ type: 'LOG', config: { message: 'new' } }]],
  ['successActions', []],
  ['successActions', null],
  ['failureActions', [{ type: 'BLOCK_TRANSITION' }]],
  ['failureActions', null],
  ['enabled', false],
  ['priority', 0],
  ['version', 2],
  ['effectiveFrom', '2026-02-01'],
  ['effectiveFrom', null],
  ['effectiveTo', '2027-01-01'],
  ['effectiveTo', null],
];
proves('partial-update', async () => {
  const caller = await aCaller();
  let before = await aStoredRule(caller, { ...aFullRule(), ruleId: 'R' });
  for (const [field, value] of [...newValues, ['ruleId', unique('NEW')] as const]) {
    const { body: after } = await put(caller, { id: before.id, [field]: value });
    expect(after, field).toEqual({ ...before, [field]: value, updatedAt: after.updatedAt });
    expect(after.updatedAt > before.updatedAt).toBe(true);
    before = after;
  }
  expect((await listRules(caller)).data).toEqual([before]);
  const all = await put(caller, { ...before, ...aFullRule({ ruleId: unique('ALL') }) });
  expect((await put(caller, all.body)).body).toEqual({ ...all.body, updatedAt: expect.any(String) });
});

proves('editor', async () => {
  const caller = await aCaller();
  const { id, createdBy, createdAt } = await aStoredRule(caller);
  const editor = await aKey(caller);
  const { body } = await put(editor, { id, createdBy: 'x', updatedBy: 'x', createdAt: '2000-01-01' });
  expect(body).toMatchObject({ createdBy, createdAt, updatedBy: `api_key:${editor.keyId}` });
});

proves('update-id', async () => {
  const caller = await aCaller();
  for (const [body, id] of [
    [{}, 'is required'],
    [{ id: 'x' }, 'must be a UUID'],
    [{ id: null }, expect.any(String)],
  ])
    expect(await put(caller, body)).toMatchObject({ status: 400, body: { details: { id } } });
  for (const [query, id] of [
    ['', 'is required'],
    ['?id=', 'is required'],
    ['?id=no', 'must be a UUID'],
  ])
    expect(await caller.api.delete(`${rulesPath}${query}`)).toMatchObject({
      status: 400,
      body: { details: { id } },
    });
  for (const id of ['1', `${randomUUID()}0`, '%20', 'null', '__proto__'])
    expect(await getRule(caller, id)).toMatchObject({
      status: 400,
      body: { details: { id: 'must be a UUID' } },
    });
});

proves('deleted-rule', async () => {
  const caller = await aCaller();
  const gone = await aStoredRule(caller);
  const kept = await aStoredRule(caller);
  expect(await remove(caller, gone.id)).toMatchObject({ status: 204, body: undefined });
  for (const answer of [
    await getRule(caller, gone.id),
    await put(caller, { id: gone.id, priority: 1 }),
    await remove(caller, gone.id),
  ])
    expect(answer).toMatchObject({ status: 404, body: { error: 'Rule not found.', code: 'not_found' } });
  for (const query of ['', 'search=block', 'entityType=sales.order', 'sortField=ruleName'])
    expect(await listRules(caller, query)).toMatchObject({ data: [kept], pagination: { total: 1 } });
  expect((await listRules(caller, `ruleId=${gone.ruleId}`)).pagination).toMatchObject({
    total: 0,
    totalPages: 0,
  });
});

proves('one-deletion', async () => {
  const caller = await aCaller();
  const { id } = await aStoredRule(caller);
  const answers = await Promise.all(Array.from({ length: 6 }, () => remove(caller, id)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, ...Array(5).fill(404)]);
});

proves('if-match', async () => {
  const caller = await aCaller();
  const rule = await aStoredRule(caller);
  const etagOf = async () => String((await getRule(caller, rule.id)).headers.get('etag'));
  const write = (header: string) => put(caller, { id: rule.id, priority: 1 }, { 'if-match': header });
  for (const form of [
    (tag: string) => tag,
    (tag: string) => `W/${tag}`,
    (tag: string) => `"999", ${tag}`,
    () => '*',
  ])
    expect((await write(form(await etagOf()))).status).toBe(200);
  const { body: current } = await getRule(caller, rule.id);
  const etag = await etagOf();
  for (const stale of ['"1"', 'W/"999"', '1', 'garbage'])
    expect(await write(stale)).toMatchObject({ status: 412, body: { code: 'stale' } });
  expect(await remove(caller, rule.id, { 'if-match': '"1"' })).toMatchObject({ status: 412 });
  expect((await getRule(caller, rule.id)).body).toEqual(current);
  const writers = await Promise.all(Array.from({ length: 6 }, () => write(etag)));
  expect(writers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(5).fill(412)]);
  expect((await remove(caller, rule.id, { 'if-match': `W/${await etagOf()}` })).status).toBe(204);
});

proves('if-none-match', async () => {
  const caller = await aCaller();
  const rule = await aStoredRule(caller);
  const etag = String((await getRule(caller, rule.id)).headers.get('etag'));
  const read = (header: string) =>
    caller.api.get(rulePath(rule.id), { headers: { 'if-none-match': header } });
  for (const header of [etag, `W/${etag}`, `"other", ${etag}`, '*'])
    expect(await read(header), header).toMatchObject({ status: 304, body: undefined });
  for (const header of ['"999"', etag.slice(1, -1)])
    expect(await read(header), header).toMatchObject({ status: 200, body: rule });
  const changed = await put(caller, { id: rule.id, enabled: false });
  expect(changed.headers.get('etag')).not.toBe(etag);
  expect((await read(etag)).headers.get('etag')).toBe(changed.headers.get('etag'));
});

proves('scope', async () => {
  const caller = await aCaller();
  const rule = await aStoredRule(caller);
  const [tenantId, organizationId] = [caller.tenantId.toUpperCase(), caller.organizationId.toUpperCase()];
  for (const answer of [
    await caller.api.get(`${rulePath(rule.id)}?tenantId=${tenantId}&organizationId=${organizationId}`),
    await caller.api.get(rulePath(rule.id), { headers: { cookie: `svc_selected_org=${organizationId}` } }),
    await put(caller, { id: rule.id, tenantId, organizationId, priority: 1 }),
  ])
    expect(answer).toMatchObject({ status: 200, body: { organizationId: caller.organizationId } });
  for (const answer of [
    await caller.api.get(`${rulesPath}?tenantId=acme`),
    await caller.api.post(rulesPath, { body: aRule({ tenantId: 7 }) }),
  ])
    expect(answer).toMatchObject({ status: 400, body: { details: { tenantId: 'must be a UUID' } } });
});

proves('foreign-scope', async () => {
  const owner = await aCaller();
  const { tenantId, organizationId } = owner;
  const rule = await aStoredRule(owner);
  for (const stranger of [await aTenant(), await aSibling(owner)]) {
    const { api } = stranger;
    const scope = `tenantId=${tenantId}&organizationId=${organizationId}`;
    const cookie = { cookie: `svc_selected_org=${organizationId}` };
    const body = aRule({ ruleId: unique('X') });
    const answers = await Promise.all([
      api.get(`${rulesPath}?${scope}`),
      api.get(`${rulesPath}?organizationId=${organizationId}`),
      api.get(rulesPath, { headers: cookie }),
      api.get(`${rulePath(rule.id)}?${scope}`),
      api.delete(`${rulesPath}?id=${rule.id}&${scope}`),
      api.post(rulesPath, { body: { ...body, tenantId, organizationId } }),
      api.post(`${rulesPath}?${scope}`, { body }),
      api.post(rulesPath, { body, headers: cookie }),
      api.put(rulesPath, { body: { id: rule.id, tenantId, organizationId, priority: 1 } }),
    ]);
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 403, body: { code: 'scope_forbidden' } });
    expect((await listRules(stranger)).pagination.total).toBe(0);
  }
  expect(await listRules(owner)).toMatchObject({ data: [rule], pagination: { total: 1 } });
});

proves('hidden', async () => {
  const owner = await aCaller();
  const rule = await aStoredRule(owner);
  const strangers = [await aSibling(owner), await aTenant()];
  const reaches = [
    getRule,
    (caller: TestCaller, id: string) => put(caller, { id, ruleName: 'mine' }),
    (caller: TestCaller, id: string) => remove(caller, id),
  ];
  await expectHidden(strangers, reaches, rule.id);
  for (const stranger of strangers)
    for (const query of ['', 'search=block', `ruleId=${rule.ruleId}`])
      expect(await listRules(stranger, query)).toMatchObject({ data: [], pagination: { total: 0 } });
  expect((await getRule(owner, rule.id)).body).toEqual(rule);
  expect((await listRules(await aKey(owner))).data).toEqual([rule]);
});

proves('features', async () => {
  const owner = await aCaller();
  const { id } = await aStoredRule(owner);
  const calls: [string, (caller: TestCaller) => Promise<{ status: number }>][] = [
    ['view', ({ api }) => api.get(rulePath(id))],
    ['create', ({ api }) => api.post(rulesPath, { body: aRule({ ruleId: unique('R') }) })],
    ['edit', (caller) => put(caller, { id, priority: 1 })],
    ['delete', (caller) => remove(caller, randomUUID())],
  ];
  for (const [name, call] of calls)
    for (const grant of [`business_rules.rules.${name}`, 'business_rules.*', 'business_rules.rules.*', '*'])
      expect((await call(await aKey({ ...owner, features: [grant] }))).status, grant).not.toBe(403);
  const { api } = await aKey({ ...owner, features: [] });
  for (const answer of [
    await api.post(rulesPath, { body: 'not json' }),
    await api.get(`${rulesPath}?page=0`),
    await api.get(rulePath('no-uuid')),
  ])
    expect(answer.status).toBe(403);
});

proves('operators', async () => {
  const { api } = await aCaller();
  const { body } = await api.get<Record<string, Record<string, unknown>[]>>('/api/business_rules/operators');
  const names = (list: string, key: string) => body[list]?.map((entry) => entry[key]);
  expect(names('comparisonOperators', 'operator')).toEqual([...comparisonOperators]);
  expect(names('logicalOperators', 'operator')).toEqual([...logicalOperators]);
  expect(names('actions', 'type')).toEqual(actionTypeNames);
  expect(names('placeholders', 'name')).toEqual(
    expect.arrayContaining(['now', 'today', 'user.email', 'ruleId']),
  );
  for (const { description } of Object.values(body).flat())
    expect(String(description).length).toBeGreaterThan(3);
});
