/** Typical calls of executing rules, of their log and of their sets. */
import { randomUUID } from 'node:crypto';
import { createRule, executeRules, listLogs, listSets } from '../../shared/rules/contract.ts';
import type { BenchCaller, Platform } from './platform.ts';
import { ruleBody } from './rules.ts';
import type { Prepare } from './typical-calls.ts';

const execution = { entityId: 'SO-1001', data: { total: 12_500, customer: { creditLimit: 10_000 } } };
const long = { field: 'sku', operator: 'NOT_IN', value: ['x'.repeat(3_000)] };

async function aRule(
  platform: Platform,
  caller: BenchCaller,
  more: Record<string, unknown> = {},
): Promise<string> {
  const body = { ...ruleBody(1), ruleId: `EXECUTED-${randomUUID().slice(0, 8)}`, ...more };
  const answer = await platform.call(caller, 'POST', createRule.path, body);
  return (answer.body as { id: string }).id;
}

/** An entity type with so many rules, each with two actions; every second one is too long to lie at hand. */
export async function anEntityTypeWithRules(
  platform: Platform,
  caller: BenchCaller,
  count: number,
): Promise<string> {
  const entityType = `bench.t${randomUUID().slice(0, 8)}`;
  const actions = [
    { type: 'SET_FIELD', config: { field: 'status', value: 'review' } },
    { type: 'LOG', config: { message: 'Order {{entityId}} of {{total}}' } },
  ];
  const { conditionExpression } = ruleBody(1);
  for (let number = 0; number < count; number++) {
    const rules = number % 2 === 0 ? [conditionExpression] : [conditionExpression, long];
    const condition = { operator: 'AND', rules };
    await aRule(platform, caller, { entityType, conditionExpression: condition, successActions: actions });
  }
  return entityType;
}

/** One execution of the rules of an entity type. */
export const executionOf = (entityType: string) => ({
  path: executeRules.path,
  body: { entityType, ...execution },
});

async function aSet(platform: Platform, caller: BenchCaller): Promise<string> {
  const body = { setId: `SET-${randomUUID().slice(0, 8)}`, setName: 'Bench' };
  return ((await platform.call(caller, 'POST', listSets.path, body)).body as { id: string }).id;
}

async function aMember(platform: Platform, caller: BenchCaller): Promise<{ path: string; id: string }> {
  const path = `${listSets.path}/${await aSet(platform, caller)}/members`;
  const ruleId = await aRule(platform, caller);
  const { body } = await platform.call(caller, 'POST', path, { ruleId });
  return { path, id: (body as { id: string }).id };
}

const setsPath = listSets.path;

/** By operation id. */
export const rulePreparations: Readonly<Record<string, Prepare>> = {
  executeRules: async (platform, caller) => executionOf(await anEntityTypeWithRules(platform, caller, 5)),
  executeRule: async (...at) => ({ path: `${executeRules.path}/${await aRule(...at)}`, body: execution }),
  validateRule: async () => ({ path: `${createRule.path}/validate`, body: { ...ruleBody(1), data: {} } }),
  getLog: async (platform, caller) => {
    const path = `${executeRules.path}/${await aRule(platform, caller)}`;
    const { body } = await platform.call(caller, 'POST', path, execution);
    return { path: `${listLogs.path}/${(body as { logId: string }).logId}` };
  },
  deleteLogs: async () => ({ path: `${listLogs.path}?olderThan=90d` }),
  createSet: async () => ({ path: setsPath, body: { setId: randomUUID(), setName: 'Bench' } }),
  getSet: async (...at) => ({ path: `${setsPath}/${await aSet(...at)}` }),
  updateSet: async (...at) => ({ path: setsPath, body: { id: await aSet(...at), enabled: false } }),
  deleteSet: async (...at) => ({ path: `${setsPath}?id=${await aSet(...at)}` }),
  addSetMember: async (...at) => ({
    path: `${setsPath}/${await aSet(...at)}/members`,
    body: { ruleId: await aRule(...at) },
  }),
  updateSetMember: async (...at) => {
    const { path, id } = await aMember(...at);
    return { path, body: { memberId: id, sequence: 10 } };
  },
  removeSetMember: async (...at) => {
    const { path, id } = await aMember(...at);
    return { path: `${path}?memberId=${id}` };
  },
  executeSet: async (...at) => {
    const { path } = await aMember(...at);
    return { path: path.replace(/members$/, 'execute'), body: execution };
  },
};
