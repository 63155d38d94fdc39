import { describe, expect, it } from 'vitest';
import { comparisonOperators } from '../../../shared/kernel/conditions/condition.ts';
import {
  type Rule,
  ruleLimits,
  ruleTypes,
} from '../../../shared/modules/rules/authoring/rule-fields-contract.ts';
import { aFullRule, getRule, listRules, rulesPath } from '../../support/builders/rules.ts';
import { aRule, aTenant } from '../../support/builders/tenants.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const optional = [
  'description',
  'ruleCategory',
  'eventType',
  'successActions',
  'failureActions',
  'effectiveFrom',
  'effectiveTo',
];

describe('POST /api/business_rules/rules', () => {
  it('returns 201 with the whole rule, the same as in reads and lists', async () => {
    const caller = await aTenant();
    const body = aFullRule();
    const startedAt = Date.now();
    const created = await caller.api.post<Rule>(rulesPath, { body });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      ...body,
      id: expect.stringMatching(uuid),
      tenantId: caller.tenantId,
      organizationId: caller.organizationId,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: created.body.createdAt,
      createdBy: `api_key:${caller.keyId}`,
      updatedBy: `api_key:${caller.keyId}`,
      runAs: { type: 'api_key', id: caller.keyId, tenantId: caller.tenantId, name: 'test key' },
      blockedReason: null,
    });
    expect(Date.parse(created.body.createdAt)).toBeGreaterThanOrEqual(startedAt);
    expect(Date.parse(created.body.createdAt)).toBeLessThanOrEqual(Date.now());
    expect(created.headers.get('etag')).toMatch(/^"\w+"$/);
    expect((await getRule(caller, created.body.id)).body).toEqual(created.body);
    expect((await listRules(caller)).data).toEqual([created.body]);
  });

  it.each([
    ['absent', undefined],
    ['null', null],
  ])('has null for every optional field that is %s', async (_, value) => {
    const { api } = await aTenant();
    const body = aRule(Object.fromEntries(optional.map((field) => [field, value])));
    const { status, body: rule } = await api.post(rulesPath, { body });
    expect(status).toBe(201);
    for (const field of optional) expect(rule).toHaveProperty(field, null);
  });

  it('has null for empty texts, and keeps empty lists of actions', async () => {
    const { api } = await aTenant();
    const empty = { description: '', ruleCategory: '', eventType: '', effectiveFrom: '', effectiveTo: '' };
    const { status, body } = await api.post(rulesPath, {
      body: aRule({ ...empty, successActions: [], failureActions: [] }),
    });
    expect(status).toBe(201);
    for (const field of Object.keys(empty)) expect(body).toHaveProperty(field, null);
    expect(body).toMatchObject({ successActions: [], failureActions: [] });
  });

  const texts = ['ruleId', 'ruleName', 'description', 'ruleCategory', 'entityType', 'eventType'] as const;
  it.each(texts)('accepts a %s of maximum length, in characters', async (field) => {
    const { api } = await aTenant();
    for (const letter of ['x', 'ß', '漢', '😀']) {
      const value = letter.repeat(ruleLimits[field]);
      const { status, body } = await api.post(rulesPath, { body: aRule({ ruleId: letter, [field]: value }) });
      expect(status).toBe(201);
      expect(body).toHaveProperty(field, value);
    }
  });

  it.each<[string, unknown]>([
    ...ruleTypes.map((type): [string, unknown] => ['ruleType', type]),
    ['enabled', true],
    ['enabled', false],
    ['priority', 0],
    ['priority', 9_999],
    ['version', 1],
    ['version', Number.MAX_SAFE_INTEGER],
    ['ruleId', 'a b/c#d?é%'],
    ['ruleName', ' spaces stay '],
    ['description', '<script>"quotes"</script>\n\t\u0000'],
  ])('accepts %s %j', async (field, value) => {
    const { api } = await aTenant();
    const { status, body } = await api.post(rulesPath, { body: aRule({ [field]: value }) });
    expect(status).toBe(201);
    expect(body).toHaveProperty(field, value);
  });

  it.each([
    ['2026-01-01', '2026-01-01'],
    ['2024-02-29', '2024-02-29'],
    ['2026-01-01T10:00:00Z', '2026-01-01T10:00:00.000Z'],
    ['2026-01-01T10:00:00.123+02:00', '2026-01-01T08:00:00.123Z'],
    ['2026-01-01T10:00', '2026-01-01T10:00:00.000Z'],
  ])('accepts the date %s and returns %s', async (given, answered) => {
    const { api } = await aTenant();
    const body = aRule({ effectiveFrom: given, effectiveTo: null });
    expect((await api.post(rulesPath, { body })).body).toMatchObject({
      effectiveFrom: answered,
      effectiveTo: null,
    });
  });

  it('accepts every comparison operator, and returns conditions and actions unchanged', async () => {
    const caller = await aTenant();
    const rules = comparisonOperators.map((operator) => ({
      field: 'a.b[0]',
      operator,
      value: [null, { x: 1.5 }],
    }));
    const conditionExpression = {
      operator: 'NOT',
      rules: [
        { operator: 'OR', rules, note: 'extra keys stay' },
        { field: 'a', operator: '>', compareToField: 'b' },
      ],
    };
    const successActions = [
      { type: 'SET_FIELD', config: { field: 'x', value: { deep: [{ er: '{{now}}' }] } } },
    ];
    const { body } = await caller.api.post<Rule>(rulesPath, {
      body: aRule({ conditionExpression, successActions }),
    });
    expect(body).toMatchObject({ conditionExpression, successActions });
    expect((await getRule(caller, body.id)).body).toEqual(body);
  });

  it('ignores fields of the service and unknown keys', async () => {
    const { api, keyId } = await aTenant();
    const forged = {
      id: '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10',
      createdAt: '2000-01-01T00:00:00.000Z',
      updatedAt: '2000-01-01T00:00:00.000Z',
      createdBy: 'someone',
      updatedBy: 'someone',
      deletedAt: '2000-01-01T00:00:00.000Z',
      rev: 99,
      pk: 'x',
      unknown: 1,
    };
    const { status, body } = await api.post<Rule>(rulesPath, { body: aRule(forged) });
    expect(status).toBe(201);
    expect(body.id).not.toBe(forged.id);
    expect(body.createdAt > '2020').toBe(true);
    expect(body).toMatchObject({ createdBy: `api_key:${keyId}`, updatedBy: `api_key:${keyId}` });
    for (const key of ['deletedAt', 'rev', 'pk', 'unknown']) expect(body).not.toHaveProperty(key);
  });
});
