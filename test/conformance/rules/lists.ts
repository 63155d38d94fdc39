/** Conformance cases of rules: the list. */
import { expect } from 'vitest';
import type { Rule } from '../../../shared/modules/rules/authoring/rule-fields-contract.ts';
import { listRules, rulesPath } from '../../support/builders/rules.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import { casesOf } from '../support/conformance.ts';
import { once } from '../support/once.ts';
import { aStoredRule, nameOf } from '../support/rules.ts';
import { aCaller } from '../support/stage.ts';

const { proves } = casesOf('rules');

const seeds: Record<string, unknown>[] = [
  { ruleId: 'A-1', ruleName: 'Check credit', priority: 10, ruleType: 'GUARD' },
  {
    ...{ ruleId: 'B-2', ruleName: 'check Stock', priority: 10, ruleType: 'VALIDATION', enabled: false },
    ...{ entityType: 'stock.item', eventType: 'changed', ruleCategory: 'stock' },
  },
  { ruleId: 'C-3', ruleName: '100% off_sale', priority: 9_999, ruleType: 'ACTION' },
  { ruleId: 'd-4', ruleName: 'A.*b', priority: 0, ruleType: 'GUARD', enabled: false },
  {
    ...{ ruleId: 'E-5', ruleName: 'Zoë & Çelik', priority: 200, ruleType: 'CALCULATION' },
    ...{ entityType: 'stock.item', eventType: 'changed', ruleCategory: 'x' },
  },
  {
    ...{ ruleId: 'F-6', ruleName: 'assign', priority: 10, ruleType: 'ASSIGNMENT' },
    ...{ eventType: 'created', ruleCategory: 'stock' },
  },
];
const byPriority = ['C-3', 'E-5', 'A-1', 'B-2', 'F-6', 'd-4'];

/** One organization with fixed rules. Created in sequence and then changed, so that all times differ. */
const shelf = once(async (): Promise<{ caller: TestCaller; rules: Map<string, Rule> }> => {
  const caller = await aCaller();
  const rules = new Map<string, Rule>();
  for (const seed of seeds) rules.set(String(seed.ruleId), await aStoredRule(caller, seed));
  for (const name of ['C-3', 'A-1']) {
    const body = { id: rules.get(name)?.id, version: 2 };
    rules.set(name, (await caller.api.put<Rule>(rulesPath, { body })).body);
  }
  return { caller, rules };
});

async function expectOrder(rows: readonly (readonly [string, readonly string[]])[]): Promise<void> {
  const { caller } = await shelf();
  for (const [query, expected] of rows) {
    const { data } = await listRules(caller, query);
    expect([query, data.map(({ ruleId }) => nameOf(ruleId))]).toEqual([query, expected]);
  }
}

proves('list-order', async () => {
  const { caller, rules } = await shelf();
  const page = await listRules(caller);
  expect(page.data).toEqual(byPriority.map((name) => rules.get(name)));
  expect(page.pagination).toEqual({ page: 1, pageSize: 20, total: 6, totalPages: 1 });
});

proves('list-pages', async () => {
  await expectOrder([
    ['page=2&pageSize=2', ['A-1', 'B-2']],
    ['page=3&pageSize=2', ['F-6', 'd-4']],
    ['page=4&pageSize=2', []],
    ['page=6&pageSize=1', ['d-4']],
    ['page=1000000&pageSize=100', []],
    ['enabled=true&page=2&pageSize=3', ['F-6']],
  ]);
  const { caller } = await shelf();
  const beyond = (await listRules(caller, 'page=4&pageSize=2')).pagination;
  expect(beyond).toMatchObject({ total: 6, totalPages: 3 });
  const filtered = await listRules(caller, 'enabled=true&page=2&pageSize=3');
  expect(filtered.pagination).toEqual({ page: 2, pageSize: 3, total: 4, totalPages: 2 });
  const empty = { data: [], pagination: { page: 1, pageSize: 20, total: 0, totalPages: 0 } };
  expect(await listRules(caller, 'entityType=none')).toEqual(empty);
  expect(await listRules(await aCaller())).toEqual(empty);
});

proves('list-filters', async () => {
  const { rules } = await shelf();
  const { id, ruleId = '' } = rules.get('B-2') ?? {};
  const other = rules.get('A-1')?.ruleId;
  await expectOrder([
    [`ruleId=${ruleId}`, ['B-2']],
    [`ruleId=${ruleId.toLowerCase()}`, []],
    ['ruleId=B', []],
    [`id=${id}`, ['B-2']],
    [`id=${id}&ruleId=${other}`, []],
    [`id=${id}&enabled=true`, []],
    [`ruleId=${ruleId}&page=2`, []],
    [`ruleId=${ruleId}&search=credit`, []],
    ['ruleType=GUARD', ['A-1', 'd-4']],
    ['entityType=stock.item', ['E-5', 'B-2']],
    ['entityType=stock', []],
    ['eventType=created', ['F-6']],
    ['ruleCategory=stock', ['B-2', 'F-6']],
    ['ruleCategory=null', []],
    ['entityType=stock.item&ruleCategory=stock&enabled=false', ['B-2']],
    ['ruleType=GUARD&enabled=true&search=credit', ['A-1']],
    [`ruleId=${ruleId}&ruleId=${other}`, ['A-1']],
  ]);
});

proves('enabled-words', async () => {
  const rows = (words: string, names: string[]) =>
    words.split(' ').map((word): [string, string[]] => [`enabled=${word}`, names]);
  await expectOrder([
    ...rows('1 true yes on enable enabled TRUE %20true%20', ['C-3', 'E-5', 'A-1', 'F-6']),
    ...rows('0 false no off disable disabled False OFF', ['B-2', 'd-4']),
  ]);
});

proves('search', async () => {
  const found: [string, string[]][] = [
    ['CHECK', ['A-1', 'B-2']],
    ['eck St', ['B-2']],
    ['a-1', ['A-1']],
    ['-', byPriority],
    ['D-4', ['d-4']],
    ['çelik', ['E-5']],
    ['ZOË', ['E-5']],
    ['&', ['E-5']],
    ['%', ['C-3']],
    ['f_s', ['C-3']],
    ['f.s', []],
    ['.*', ['d-4']],
    ['^', []],
    ['sales.order', []],
    ['x'.repeat(200), []],
  ];
  await expectOrder(found.map(([text, names]) => [`search=${encodeURIComponent(text)}`, names]));
});

proves('sorting', async () => {
  await expectOrder([
    ['sortField=ruleName&sortDir=asc', ['C-3', 'd-4', 'F-6', 'A-1', 'B-2', 'E-5']],
    ['sortField=ruleName&sortDir=desc', ['E-5', 'B-2', 'A-1', 'F-6', 'd-4', 'C-3']],
    ['sortField=priority&sortDir=asc', ['d-4', 'A-1', 'B-2', 'F-6', 'E-5', 'C-3']],
    ['sortField=priority', byPriority],
    ['sortDir=asc', ['d-4', 'A-1', 'B-2', 'F-6', 'E-5', 'C-3']],
    ['sortField=createdAt&sortDir=asc', ['A-1', 'B-2', 'C-3', 'd-4', 'E-5', 'F-6']],
    ['sortField=updatedAt&sortDir=desc', ['A-1', 'C-3', 'F-6', 'E-5', 'd-4', 'B-2']],
    ['sortField=ruleId&sortDir=asc', ['A-1', 'B-2', 'C-3', 'd-4', 'E-5', 'F-6']],
    ['sortField=ruleType&sortDir=asc', ['C-3', 'F-6', 'E-5', 'A-1', 'd-4', 'B-2']],
    ['sortField=entityType&sortDir=desc', ['E-5', 'B-2', 'C-3', 'A-1', 'F-6', 'd-4']],
    ['sortField=ruleName&sortDir=asc&enabled=true&page=2&pageSize=2', ['A-1', 'E-5']],
  ]);
});

proves('ignored-query', async () => {
  await expectOrder([
    ['search=&ruleId=&ruleType=&entityType=&eventType=&enabled=&sortField=&sortDir=&page=', byPriority],
    ['unknown=1&__proto__=x&constructor=y&tenant=z', byPriority],
    ['filter[ruleId]=A-1', byPriority],
    ['&&', byPriority],
  ]);
});

proves('bad-query', async () => {
  const { caller } = await shelf();
  const refused: Record<string, string[]> = {
    'page=1.5': ['page'],
    'page=1e3': ['page'],
    'pageSize=%202': ['pageSize'],
    'ruleType=guard': ['ruleType'],
    'enabled=2': ['enabled'],
    'sortField=__proto__': ['sortField'],
    'page=0&pageSize=0&sortDir=x': ['page', 'pageSize', 'sortDir'],
  };
  for (const [query, fields] of Object.entries(refused)) {
    const { status, body } = await caller.api.get(`${rulesPath}?${query}`);
    expect([status, body.code, Object.keys(Object(body.details))], query).toEqual([
      400,
      'invalid_input',
      fields,
    ]);
  }
});

proves('moved-by-priority', async () => {
  const caller = await aCaller();
  const { id } = await aStoredRule(caller, { ruleId: 'LOW', priority: 1 });
  await aStoredRule(caller, { ruleId: 'HIGH', priority: 5 });
  const order = async () => (await listRules(caller)).data.map(({ ruleId }) => nameOf(ruleId));
  expect(await order()).toEqual(['HIGH', 'LOW']);
  await caller.api.put(rulesPath, { body: { id, priority: 9_999 } });
  expect(await order()).toEqual(['LOW', 'HIGH']);
});

proves('page-too-large', async () => {
  const caller = await aCaller();
  const successActions = [{ type: 'SET_FIELD', config: { field: 'a', value: 'x'.repeat(250_000) } }];
  await Promise.all(Array.from({ length: 21 }, () => aStoredRule(caller, { successActions })));
  const { status, body } = await caller.api.get(`${rulesPath}?pageSize=100`);
  expect([status, body.code, body.pageSize]).toEqual([400, 'page_too_large', 100]);
  const page = await listRules(caller, `pageSize=${body.suggestedPageSize}`);
  expect(page.data).toHaveLength(Number(body.suggestedPageSize));
  expect(page.pagination).toMatchObject({ total: 21, totalPages: 2 });
});
