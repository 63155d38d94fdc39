import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { toJson } from '../../../shared/kernel/http/json.ts';
import { type Rule, ruleLimits } from '../../../shared/modules/rules/authoring/rule-fields-contract.ts';
import {
  aFullRule,
  aStoredRule,
  getRule,
  itemsOf,
  listRules,
  nestedGroups,
  rulePath,
  rulesPath,
} from '../../support/builders/rules.ts';
import { aRule, aTenant, type TestCaller } from '../../support/builders/tenants.ts';

/** One tenant with one rule, which no request of this file may change. */
let caller: TestCaller;
let rule: Rule;
let itemsBefore: unknown;
beforeAll(async () => {
  caller = await aTenant();
  rule = await aStoredRule(caller, aFullRule({ ruleId: 'UNTOUCHED' }));
  itemsBefore = itemsOf(caller.tenantId);
});

afterAll(() => {
  expect(itemsOf(caller.tenantId)).toEqual(itemsBefore);
});

async function expectNothingChanged(): Promise<void> {
  expect(await listRules(caller)).toMatchObject({ data: [rule], pagination: { total: 1 } });
}

const required = [
  'ruleId',
  'ruleName',
  'ruleType',
  'entityType',
  'conditionExpression',
  'enabled',
  'priority',
  'version',
];
const long = (field: 'ruleId' | 'ruleName' | 'description' | 'ruleCategory' | 'entityType' | 'eventType') =>
  [field, 'x'.repeat(ruleLimits[field] + 1), `must have at most ${ruleLimits[field]} characters`] as const;
const action = (type: string, config?: unknown) => [
  { type: 'LOG', config: { message: 'm' } },
  { type, config },
];

const badValues: (readonly [field: string, value: unknown, message: unknown])[] = [
  ...required.map((field) => [field, null, expect.any(String)] as const),
  long('ruleId'),
  long('ruleName'),
  long('description'),
  long('ruleCategory'),
  long('entityType'),
  long('eventType'),
  ['ruleId', '', 'must not be empty'],
  ['ruleId', '😀'.repeat(51), 'must have at most 50 characters'],
  ['ruleId', 5, 'must be a string'],
  ['ruleName', '', 'must not be empty'],
  ['ruleName', { a: 1 }, 'must be a string'],
  ['ruleName', 'lone \ud800 surrogate', 'must be valid Unicode'],
  ['description', 7, expect.any(String)],
  ['description', '\udc00', 'must be valid Unicode'],
  ['entityType', ['a'], 'must be a string'],
  ['ruleType', 'guard', expect.stringContaining('GUARD, VALIDATION')],
  ['ruleType', 'OTHER', expect.stringContaining('GUARD')],
  ['ruleType', 'constructor', expect.stringContaining('GUARD')],
  ['enabled', 'true', 'must be a boolean'],
  ['enabled', 1, 'must be a boolean'],
  ['priority', -1, 'must be at least 0'],
  ['priority', 10_000, 'must be at most 9999'],
  ['priority', 1.5, expect.any(String)],
  ['priority', '5', expect.any(String)],
  ['version', 0, 'must be at least 1'],
  ['version', -1, expect.any(String)],
  ['version', 1.5, expect.any(String)],
  ['version', 2 ** 53, expect.any(String)],
  ['effectiveFrom', '2026-02-30', expect.stringContaining('ISO 8601')],
  ['effectiveFrom', 'tomorrow', expect.stringContaining('ISO 8601')],
  ['effectiveFrom', 1_767_225_600_000, expect.any(String)],
  ['effectiveTo', '01/02/2026', expect.stringContaining('ISO 8601')],
  ['effectiveTo', '2025-12-31', 'must be later than effectiveFrom'],
  ['effectiveTo', '2026-01-01', 'must be later than effectiveFrom'],
  ['conditionExpression', 'total > 1', expect.stringContaining('must be an object')],
  ['conditionExpression', [], expect.stringContaining('must be an object')],
  ['conditionExpression', {}, expect.stringContaining('needs a field')],
  [
    'conditionExpression',
    { field: 'a', operator: '~', value: 1 },
    expect.stringContaining('unknown operator "~"'),
  ],
  ['conditionExpression', { operator: 'AND', rules: [] }, expect.stringContaining('at least one')],
  [
    'conditionExpression',
    { operator: 'XOR', rules: [{}] },
    expect.stringContaining('unknown group operator "XOR"'),
  ],
  [
    'conditionExpression',
    { operator: 'AND', rules: Array(501).fill({}) },
    expect.stringContaining('at most 50'),
  ],
  [
    'conditionExpression',
    { field: 'a'.repeat(201), operator: '=', value: 1 },
    expect.stringContaining('at most 200'),
  ],
  ['successActions', {}, 'must be an array of actions or null'],
  ['successActions', 'LOG', 'must be an array of actions or null'],
  ['successActions', action('EXPLODE'), expect.stringContaining('[1]: unknown action type "EXPLODE"')],
  [
    'failureActions',
    action('SET_FIELD', { field: 'a' }),
    expect.stringContaining('[1]: SET_FIELD needs config.value'),
  ],
  ['failureActions', [null], expect.stringContaining('[0]:')],
];

describe('an invalid value', () => {
  it.each(badValues)('of %s (%j) is refused on create and on update', async (field, value, message) => {
    const { api } = caller;
    const create = await api.post(rulesPath, { body: { ...aFullRule(), [field]: value } });
    expect(create.status).toBe(400);
    expect(create.body).toMatchObject({ error: expect.any(String), details: { [field]: message } });
    const update = await api.put(rulesPath, { body: { id: rule.id, [field]: value } });
    expect(update.status).toBe(400);
    expect(update.body.details).toEqual({ [field]: message });
    await expectNothingChanged();
  });

  it('5 000 groups deep is reported', async () => {
    const conditionExpression = nestedGroups(5_000, { field: 'a', operator: '~', value: 1 });
    const body = toJson({ id: rule.id, conditionExpression });
    const { status, body: error } = await caller.api.put(rulesPath, { body });
    expect(status).toBe(400);
    expect(error.details).toEqual({ conditionExpression: expect.stringContaining('unknown operator "~"') });
    await expectNothingChanged();
  });

  it('is reported together with every other one', async () => {
    const body = { description: 5, successActions: [{}], priority: -1 };
    const create = await caller.api.post(rulesPath, { body });
    expect(Object.keys(create.body.details as object).toSorted()).toEqual(
      [...required, 'description', 'successActions'].toSorted(),
    );
    const update = await caller.api.put(rulesPath, { body: { id: 'x', ...body } });
    expect(Object.keys(update.body.details as object).toSorted()).toEqual([
      'description',
      'id',
      'priority',
      'successActions',
    ]);
    await expectNothingChanged();
  });

  it.each(required)('a missing %s is refused on create', async (field) => {
    const { status, body } = await caller.api.post(rulesPath, { body: aRule({ [field]: undefined }) });
    expect(status).toBe(400);
    expect(body.details).toEqual({ [field]: 'is required' });
    await expectNothingChanged();
  });
});

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)));
const json = { 'content-type': 'application/json' };

describe('a body', () => {
  it.each<[string, unknown, Record<string, string>, number]>([
    ['that is missing', undefined, json, 400],
    ['of blanks', '  \n', json, 400],
    ['that is not JSON', '{"ruleId": ', json, 400],
    ['with a trailing comma', '{"ruleId":"a",}', json, 400],
    ['with text after the JSON', '{} x', json, 400],
    ['with a byte order mark', '\ufeff{}', json, 400],
    ['that is an array', '[]', json, 400],
    ['that is an array of rules', [aRule()], json, 400],
    ['that is null', 'null', json, 400],
    ['that is a number', '5', json, 400],
    ['that is a text', '"rule"', json, 400],
    ['that is not UTF-8', bytes('{"ruleId":"', [0xc3, 0x28, 0xff], '"}'), json, 400],
    ['that is UTF-16', Buffer.from('{"ruleId":"a"}', 'utf16le'), json, 400],
    ['of another type', JSON.stringify(aRule()), { 'content-type': 'text/plain' }, 400],
    ['of a form', 'ruleId=a', { 'content-type': 'application/x-www-form-urlencoded' }, 400],
    ['of bytes', JSON.stringify(aRule()), { 'content-type': 'application/octet-stream' }, 400],
    ['of 1 MB', JSON.stringify(aRule({ description: 'x'.repeat(1_048_576) })), json, 413],
    ['one byte over 256 KB', JSON.stringify(aRule()).padEnd(ruleLimits.bytes + 1), json, 413],
    ['with a __proto__ key', '{"__proto__":{"polluted":1},"ruleId":"a"}', json, 400],
    ['nested 100 000 deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, json, 400],
  ])('%s is refused', async (_, body, headers, status) => {
    for (const method of ['post', 'put'] as const) {
      const answer = await caller.api[method](rulesPath, { body, headers });
      expect(answer.status, method).toBe(status);
    }
    await expectNothingChanged();
  });

  it.each(['__proto__', 'constructor', 'prototype'])(
    'with the key %s in condition or action is refused',
    async (key) => {
      const condition = `{"field":"a","operator":"=","value":{"${key}":{"polluted":true}}}`;
      const actions = `[{"type":"SET_FIELD","config":{"field":"a","value":[{"${key}":{"polluted":true}}]}}]`;
      for (const part of [`"conditionExpression":${condition}`, `"successActions":${actions}`]) {
        const { status } = await caller.api.put(rulesPath, { body: `{"id":"${rule.id}",${part}}` });
        expect(status).toBe(400);
      }
      await expectNothingChanged();
    },
  );

  it.each(['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/merge-patch+json'])(
    'of type %s is accepted as JSON',
    async (contentType) => {
      const { api } = await aTenant();
      const headers = { 'content-type': contentType };
      expect((await api.post(rulesPath, { body: JSON.stringify(aRule()), headers })).status).toBe(201);
    },
  );
});

describe('an unusual rule', () => {
  it.each([5_000, 9_000])('with %i nested groups is accepted and read back unchanged', async (depth) => {
    const other = await aTenant();
    const text = `${'{"operator":"AND","rules":['.repeat(depth)}{"field":"a","operator":"=","value":1}${']}'.repeat(depth)}`;
    const shallow = JSON.stringify(aRule({ conditionExpression: 0 }));
    const created = await other.api.post<Rule>(rulesPath, {
      body: shallow.replace('"conditionExpression":0', `"conditionExpression":${text}`),
    });
    expect(created.status).toBe(201);
    const response = await fetch(`${inject('baseUrl')}${rulePath(created.body.id)}`, {
      headers: { 'x-api-key': other.key },
    });
    expect(await response.text()).toContain(`"conditionExpression":${text}`);
    const { status } = await other.api.put(rulesPath, { body: { id: created.body.id, enabled: false } });
    expect(status).toBe(200);
  });

  it('of exactly 256 KB is accepted, with any text', async () => {
    const other = await aTenant();
    for (const [ruleId, unit] of Object.entries({
      ascii: 'x',
      quotes: '\\"',
      umlauts: 'ä',
      controls: '\\u0001',
    })) {
      const empty = JSON.stringify(
        aRule({ ruleId, conditionExpression: { field: 'a', operator: '=', value: '' } }),
      );
      const room = ruleLimits.bytes - Buffer.byteLength(empty);
      const value = unit.repeat(Math.floor(room / Buffer.byteLength(unit)));
      const body = empty.replace('"value":""', `"value":"${value}"`);
      const { status, body: created } = await other.api.post<Rule>(rulesPath, { body });
      expect(status, ruleId).toBe(201);
      expect((await getRule(other, created.id)).body, ruleId).toEqual(created);
    }
  });

  it('with a lone surrogate in a value is refused', async () => {
    const other = await aTenant();
    const conditionExpression = { field: 'a', operator: '=', value: 'x\ud800y' };
    const { status, body } = await other.api.post(rulesPath, { body: aRule({ conditionExpression }) });
    expect(status).toBe(400);
    expect(body.details).toEqual({ 'conditionExpression.value': 'must be valid Unicode' });
  });
});
