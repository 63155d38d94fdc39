/** Conformance cases of rules: the fields of a rule, and their checks. */
import { expect } from 'vitest';
import { toJson } from '../../../shared/kernel/base/json.ts';
import { comparisonOperators } from '../../../shared/kernel/conditions/operators.ts';
import type { Rule } from '../../../shared/modules/rules/authoring/rule-fields-contract.ts';
import { ruleLimits } from '../../../shared/modules/rules/authoring/rule-limits.ts';
import { aFullRule, getRule, listRules, nestedGroups, rulesPath } from '../../support/builders/rules.ts';
import { aRule } from '../../support/builders/tenants.ts';
import { casesOf } from '../support/conformance.ts';
import { aStoredRule, changeRule } from '../support/rules.ts';
import { aCaller, unique } from '../support/stage.ts';

const { proves } = casesOf('rules');

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
  const created = await api.post(rulesPath, { body: aRule({ ...longest, ruleId }) });
  expect(created).toMatchObject({ status: 201, body: { ...longest, ruleId } });
  for (const field of texts) {
    const { body } = await api.post(rulesPath, { body: aRule({ [field]: `${longest[field]}😀` }) });
    expect(body.details).toEqual({ [field]: `must have at most ${ruleLimits[field]} characters` });
  }
});

proves('kept-values', async () => {
  const caller = await aCaller();
  const value = [null, { x: 1.5 }];
  const rules = comparisonOperators.map((operator) => ({ field: 'a.b[0]', operator, value }));
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
  const [at, by] = ['2000-01-01T00:00:00.000Z', 'someone'];
  const id = '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10';
  const forged = { id, createdAt: at, updatedAt: at, createdBy: by, updatedBy: by };
  const unknown = { deletedAt: at, rev: 99, pk: 'x', unknown: 1 };
  const rule = await aStoredRule(caller, { ...forged, ...unknown });
  for (const [field, value] of Object.entries(forged)) expect(rule).not.toHaveProperty(field, value);
  for (const key of Object.keys(unknown)) expect(rule).not.toHaveProperty(key);
});

const action = (type: string, config?: unknown) => [
  { type: 'LOG', config: { message: 'm' } },
  { type, config },
];
const required = 'ruleId ruleName ruleType entityType conditionExpression enabled version'.split(' ');
const badValues: (readonly [field: string, value: unknown, message: RegExp])[] = [
  ...[...required, 'priority'].map((field) => [field, null, /./] as const),
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
  ['effectiveTo', '2026-01-01T00:00:00Z', /must be later than effectiveFrom/],
  ['conditionExpression', 'total > 1', /must be an object/],
  ['conditionExpression', {}, /needs a field/],
  ['conditionExpression', { field: 'a', operator: '~', value: 1 }, /unknown operator "~"/],
  ['conditionExpression', nestedGroups(5_000, { field: 'a', operator: '~' }), /unknown operator "~"/],
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
    const update = await changeRule(caller, toJson({ id: rule.id, [field]: value }));
    const details = { [field]: expect.stringMatching(message) };
    for (const answer of [create, update])
      expect(answer, field).toMatchObject({ status: 400, body: { details } });
  }
  expect(await listRules(caller)).toMatchObject({ data: [rule], pagination: { total: 1 } });
});

proves('all-errors', async () => {
  const caller = await aCaller();
  const bad = { description: 5, successActions: [{}], priority: -1 };
  for (const [answer, others] of [
    [await caller.api.post(rulesPath, { body: bad }), required],
    [await changeRule(caller, { id: 'x', ...bad }), ['id']],
  ] as const) {
    const fields = Object.keys(Object(Object(answer.body).details));
    expect(fields.toSorted()).toEqual([...others, ...Object.keys(bad)].toSorted());
  }
});

const json = { 'content-type': 'application/json' };
const polluting = ['__proto__', 'constructor', 'prototype'];
const withCondition = (value: string) =>
  JSON.stringify(aRule({ conditionExpression: 0 })).replace('Expression":0', `Expression":${value}`);
proves('json-bodies', async () => {
  const caller = await aCaller();
  const refused: [unknown, Record<string, string>?][] = [
    ...[undefined, '  \n', '{"ruleId": ', '{"ruleId":"a",}', '{} x', '\ufeff{}'].map((body): [unknown] => [
      body,
    ]),
    ...['[]', [aRule()], 'null', '5', '"rule"'].map((body): [unknown] => [body]),
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
      expect(await caller.api[method](rulesPath, { body, headers }), String(body).slice(0, 50)).toMatchObject(
        {
          status: 400,
        },
      );
  for (const type of [
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/merge-patch+json',
  ]) {
    const body = JSON.stringify(aRule({ ruleId: unique('R') }));
    const { status } = await caller.api.post(rulesPath, { body, headers: { 'content-type': type } });
    expect(status, type).toBe(201);
  }
});

proves('rule-size', async () => {
  const caller = await aCaller();
  for (const unit of ['x', '\\"', 'ä', '\\u0001']) {
    const conditionExpression = { field: 'a', operator: '=', value: '' };
    const empty = JSON.stringify(aRule({ ruleId: unique('R'), conditionExpression }));
    const room = ruleLimits.bytes - Buffer.byteLength(empty);
    const value = unit.repeat(Math.floor(room / Buffer.byteLength(unit)));
    const body = empty.replace('"value":""', `"value":"${value}"`);
    const created = await caller.api.post<Rule>(rulesPath, { body });
    expect(created.status, unit).toBe(201);
    expect((await getRule(caller, created.body.id)).body).toEqual(created.body);
  }
  const half = (field: string) => [{ type: 'SET_FIELD', config: { field, value: 'x'.repeat(140_000) } }];
  const rule = await aStoredRule(caller, { successActions: half('a') });
  const padded = JSON.stringify(aRule()).padEnd(ruleLimits.bytes + 1);
  const refusals = [
    await caller.api.post(rulesPath, { body: padded, headers: json }),
    await caller.api.post(rulesPath, { body: aRule({ description: 'x'.repeat(1_048_576) }) }),
    await changeRule(caller, { id: rule.id, failureActions: half('b') }),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([413, 413, 413]);
  expect((await getRule(caller, rule.id)).body).toEqual(rule);
  const replaced = { id: rule.id, failureActions: half('b'), successActions: null };
  expect((await changeRule(caller, replaced)).status).toBe(200);
});

proves('deep-groups', async () => {
  const caller = await aCaller();
  const depth = 9_000;
  const conditionExpression = nestedGroups(depth);
  const rule = await aStoredRule(caller, { conditionExpression });
  expect(toJson(rule.conditionExpression)).toBe(toJson(conditionExpression));
  expect(toJson((await getRule(caller, rule.id)).body)).toContain(toJson(conditionExpression));
  expect((await changeRule(caller, { id: rule.id, enabled: false })).status).toBe(200);
});

proves('unicode', async () => {
  const { api } = await aCaller();
  const conditionExpression = { field: 'a', operator: '=', value: 'x\ud800y' };
  const details = { 'conditionExpression.value': 'must be valid Unicode' };
  const answer = await api.post(rulesPath, { body: aRule({ conditionExpression }) });
  expect(answer).toMatchObject({ status: 400, body: { details } });
});
