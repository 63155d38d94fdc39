import { beforeAll, describe, expect, it } from 'vitest';
import type { Rule } from '../../../shared/modules/rules/authoring/rule-fields-contract.ts';
import { aStoredRule, listRules, rulesPath } from '../../support/builders/rules.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';

/** One tenant with fixed rules: the tests of this file only read. */
let caller: TestCaller;
const seeds: Record<string, unknown>[] = [
  { ruleId: 'A-1', ruleName: 'Check credit', priority: 10, ruleType: 'GUARD', enabled: true },
  { ruleId: 'B-2', ruleName: 'check Stock', priority: 10, ruleType: 'VALIDATION', enabled: false },
  { ruleId: 'C-3', ruleName: '100% off_sale', priority: 9_999, ruleType: 'ACTION', enabled: true },
  { ruleId: 'd-4', ruleName: 'A.*b', priority: 0, ruleType: 'GUARD', enabled: false },
  { ruleId: 'E-5', ruleName: 'Zoë & Çelik', priority: 200, ruleType: 'CALCULATION', enabled: true },
  { ruleId: 'F-6', ruleName: 'assign', priority: 10, ruleType: 'ASSIGNMENT', enabled: true },
];
const more: Record<string, Record<string, unknown>> = {
  'B-2': { entityType: 'stock.item', eventType: 'changed', ruleCategory: 'stock' },
  'E-5': { entityType: 'stock.item', eventType: 'changed', ruleCategory: 'x' },
  'F-6': { eventType: 'created', ruleCategory: 'stock' },
};
const byPriority = ['C-3', 'E-5', 'A-1', 'B-2', 'F-6', 'd-4'];
const rules = new Map<string, Rule>();

beforeAll(async () => {
  caller = await aTenant();
  // Created in sequence, so that creation times differ; then two changes, so that change times have another order.
  for (const seed of seeds) {
    const rule = await aStoredRule(caller, { ...seed, ...more[String(seed.ruleId)] });
    rules.set(rule.ruleId, rule);
  }
  for (const ruleId of ['C-3', 'A-1']) {
    const body = { id: rules.get(ruleId)?.id, version: 2 };
    rules.set(ruleId, (await caller.api.put<Rule>(rulesPath, { body })).body);
  }
});

const idsOf = async (query: string) => (await listRules(caller, query)).data.map(({ ruleId }) => ruleId);
const search = (text: string) => `search=${encodeURIComponent(text)}`;

describe('GET /api/business_rules/rules', () => {
  it('returns whole rules, highest priority first, then by ruleId', async () => {
    const page = await listRules(caller);
    expect(page.data).toEqual(byPriority.map((ruleId) => rules.get(ruleId)));
    expect(page.pagination).toEqual({ page: 1, pageSize: 20, total: 6, totalPages: 1 });
  });

  it.each([
    ['page=1&pageSize=2', ['C-3', 'E-5'], 3],
    ['page=2&pageSize=2', ['A-1', 'B-2'], 3],
    ['page=3&pageSize=2', ['F-6', 'd-4'], 3],
    ['page=4&pageSize=2', [], 3],
    ['page=2&pageSize=4', ['F-6', 'd-4'], 2],
    ['page=6&pageSize=1', ['d-4'], 6],
    ['pageSize=100', byPriority, 1],
    ['page=1000000&pageSize=100', [], 1],
  ])('pages: %s', async (query, ids, totalPages) => {
    const { data, pagination } = await listRules(caller, query);
    expect(data.map(({ ruleId }) => ruleId)).toEqual(ids);
    expect(pagination).toMatchObject({ total: 6, totalPages });
  });

  it('pages the filtered list with its own total', async () => {
    const { data, pagination } = await listRules(caller, 'enabled=true&page=2&pageSize=3');
    expect(data.map(({ ruleId }) => ruleId)).toEqual(['F-6']);
    expect(pagination).toEqual({ page: 2, pageSize: 3, total: 4, totalPages: 2 });
  });

  it('is empty with totalPages 0 in a tenant without rules, and if nothing matches', async () => {
    const empty = { data: [], pagination: { page: 1, pageSize: 20, total: 0, totalPages: 0 } };
    expect(await listRules(await aTenant())).toEqual(empty);
    expect(await listRules(caller, 'entityType=none')).toEqual(empty);
  });

  it.each([
    ['ruleId=A-1', ['A-1']],
    ['ruleId=a-1', []],
    ['ruleId=A', []],
    ['ruleType=GUARD', ['A-1', 'd-4']],
    ['entityType=stock.item', ['E-5', 'B-2']],
    ['entityType=stock', []],
    ['eventType=created', ['F-6']],
    ['eventType=changed', ['E-5', 'B-2']],
    ['ruleCategory=stock', ['B-2', 'F-6']],
    ['ruleCategory=null', []],
    ['entityType=stock.item&ruleCategory=stock&enabled=false', ['B-2']],
    ['ruleType=GUARD&enabled=true&search=credit', ['A-1']],
    ['ruleId=B-2&ruleId=A-1', ['A-1']],
  ])('filters: %s', async (query, ids) => {
    expect(await idsOf(query)).toEqual(ids);
  });

  it.each(['1', 'true', 'yes', 'on', 'enable', 'enabled', 'TRUE', 'On', '%20true%20'])(
    'enabled=%s means enabled rules',
    async (token) => {
      expect(await idsOf(`enabled=${token}`)).toEqual(['C-3', 'E-5', 'A-1', 'F-6']);
    },
  );

  it.each(['0', 'false', 'no', 'off', 'disable', 'disabled', 'False', 'OFF'])(
    'enabled=%s means disabled rules',
    async (token) => {
      expect(await idsOf(`enabled=${token}`)).toEqual(['B-2', 'd-4']);
    },
  );

  it.each([
    ['check', ['A-1', 'B-2']],
    ['CHECK', ['A-1', 'B-2']],
    ['eck St', ['B-2']],
    ['a-1', ['A-1']],
    ['-', byPriority],
    ['D-4', ['d-4']],
    ['çelik', ['E-5']],
    ['ZOË', ['E-5']],
    ['&', ['E-5']],
    ['%', ['C-3']],
    ['_', ['C-3']],
    ['f_s', ['C-3']],
    ['f.s', []],
    ['.*', ['d-4']],
    ['A.*B', ['d-4']],
    ['^', []],
    ['sales.order', []],
    ['nothing', []],
    ['x'.repeat(200), []],
  ])('search %s finds it in name and ruleId, in any case, literally', async (text, ids) => {
    expect(await idsOf(search(text))).toEqual(ids);
  });

  it.each([
    ['sortField=ruleName&sortDir=asc', ['C-3', 'd-4', 'F-6', 'A-1', 'B-2', 'E-5']],
    ['sortField=ruleName&sortDir=desc', ['E-5', 'B-2', 'A-1', 'F-6', 'd-4', 'C-3']],
    ['sortField=priority&sortDir=asc', ['d-4', 'A-1', 'B-2', 'F-6', 'E-5', 'C-3']],
    ['sortField=priority&sortDir=desc', byPriority],
    ['sortField=priority', byPriority],
    ['sortDir=asc', ['d-4', 'A-1', 'B-2', 'F-6', 'E-5', 'C-3']],
    ['sortField=createdAt&sortDir=asc', ['A-1', 'B-2', 'C-3', 'd-4', 'E-5', 'F-6']],
    ['sortField=createdAt&sortDir=desc', ['F-6', 'E-5', 'd-4', 'C-3', 'B-2', 'A-1']],
    ['sortField=updatedAt&sortDir=asc', ['B-2', 'd-4', 'E-5', 'F-6', 'C-3', 'A-1']],
    ['sortField=updatedAt&sortDir=desc', ['A-1', 'C-3', 'F-6', 'E-5', 'd-4', 'B-2']],
    ['sortField=ruleId&sortDir=asc', ['A-1', 'B-2', 'C-3', 'd-4', 'E-5', 'F-6']],
    ['sortField=ruleType&sortDir=asc', ['C-3', 'F-6', 'E-5', 'A-1', 'd-4', 'B-2']],
    ['sortField=entityType&sortDir=desc', ['E-5', 'B-2', 'C-3', 'A-1', 'F-6', 'd-4']],
    ['sortField=ruleName&sortDir=asc&enabled=true&page=2&pageSize=2', ['A-1', 'E-5']],
  ])('sorts: %s', async (query, ids) => {
    expect(await idsOf(query)).toEqual(ids);
  });

  it.each([
    'search=&ruleId=&ruleType=&entityType=&eventType=&enabled=&ruleCategory=&sortField=&sortDir=&page=&pageSize=',
    'unknown=1&__proto__=x&constructor=y&tenant=z',
    'filter[ruleId]=A-1',
    '&&',
  ])('ignores empty values and unknown keys: %s', async (query) => {
    expect(await idsOf(query)).toEqual(byPriority);
  });

  it.each<[string, Record<string, string>]>([
    ['page=0', { page: 'must be at least 1' }],
    ['page=-1', { page: 'must be at least 1' }],
    ['page=1.5', { page: expect.any(String) }],
    ['page=abc', { page: expect.any(String) }],
    ['page=1e3', { page: expect.any(String) }],
    ['page=1000001', { page: 'must be at most 1000000' }],
    ['pageSize=0', { pageSize: 'must be at least 1' }],
    ['pageSize=101', { pageSize: 'must be at most 100' }],
    ['pageSize=%202', { pageSize: expect.any(String) }],
    ['ruleType=guard', { ruleType: 'must be one of: GUARD, VALIDATION, CALCULATION, ACTION, ASSIGNMENT' }],
    ['enabled=maybe', { enabled: expect.any(String) }],
    ['enabled=2', { enabled: expect.any(String) }],
    ['sortField=id', { sortField: expect.stringContaining('ruleName, priority, createdAt, updatedAt') }],
    ['sortField=__proto__', { sortField: expect.any(String) }],
    ['sortDir=up', { sortDir: 'must be one of: asc, desc' }],
    [`ruleId=${'x'.repeat(51)}`, { ruleId: 'must have at most 50 characters' }],
    [search('x'.repeat(201)), { search: 'must have at most 200 characters' }],
    [
      'page=0&pageSize=0&sortDir=x',
      expect.objectContaining({
        page: expect.any(String),
        pageSize: expect.any(String),
        sortDir: expect.any(String),
      }),
    ],
  ])('returns 400 with details for %s', async (query, details) => {
    const { status, body } = await caller.api.get(`${rulesPath}?${query}`);
    expect(status).toBe(400);
    expect(body).toEqual({ error: expect.any(String), code: 'invalid_input', details });
  });
});

describe('a page whose rules are too large for one response', () => {
  it('returns 400 with a page size that fits, which then works', async () => {
    const heavy = await aTenant();
    const successActions = [{ type: 'SET_FIELD', config: { field: 'a', value: 'x'.repeat(250_000) } }];
    const create = (_: unknown, index: number) =>
      aStoredRule(heavy, { ruleId: `BIG-${index}`, successActions });
    await Promise.all(Array.from({ length: 21 }, create));
    const refused = await heavy.api.get(`${rulesPath}?pageSize=100`);
    expect(refused).toMatchObject({ status: 400, body: { code: 'page_too_large', pageSize: 100 } });
    const suggested = Number(refused.body.suggestedPageSize);
    expect(suggested).toBe(19);
    const page = await listRules(heavy, `pageSize=${suggested}`);
    expect(page.data).toHaveLength(suggested);
    expect(page.pagination).toMatchObject({ total: 21, totalPages: 2 });
  });
});
