import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { executeSetOnce } from '../../../shared/modules/rules/sets/set-execution-service.ts';
import { aStoredRule, aStoredSet, type Executed, listLogs, setsPath } from '../../support/builders/rules.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { callsOf } from '../../support/clients/api.ts';

const yes = { field: 'nothing', operator: 'IS_EMPTY' };
const note = [{ type: 'SET_FIELD', config: { field: '{{ruleId}}', value: true } }];

const execute = ({ api }: TestCaller, id: string, body: Record<string, unknown> = {}) =>
  api.post<Executed & { setId: string }>(`${setsPath}/${id}/execute`, {
    body: { data: { total: 5 }, ...body },
  });

async function aSetOf(caller: TestCaller, ...rules: Record<string, unknown>[]) {
  const stored = [];
  const defaults = { ruleType: 'ACTION', conditionExpression: yes, successActions: note };
  for (const rule of rules) stored.push(await aStoredRule(caller, { ...defaults, ...rule }));
  return aStoredSet(caller, {}, stored);
}

describe('executing a set', () => {
  it('reads its rules in one request and writes their effects and log in another', async () => {
    const caller = await aTenant();
    const set = await aSetOf(caller, { ruleId: 'A' }, { ruleId: 'B' });
    const actionsOf = async (body: Record<string, unknown> = {}) =>
      (await callsOf(await execute(caller, set.id, body))).map(({ action }) => action);
    const reads = ['UpdateItem', 'GetItem', 'BatchGetItem'];
    expect(await actionsOf()).toEqual([...reads, 'PutItem']);
    expect(await actionsOf({ dryRun: true })).toEqual(reads);
    const byKey = await callsOf(await caller.api.get(`${setsPath}?id=${set.id}`));
    expect(byKey.map(({ action }) => action)).toEqual(['UpdateItem', 'BatchGetItem']);
  });

  it('once per key keeps long errors short, so that the other rules have their effects', async () => {
    const caller = await aTenant();
    const notify = { type: 'NOTIFY', config: { recipients: '{{people}}', message: 'm' } };
    const failing = { ruleId: 'FAILS', successActions: [notify, notify, notify] };
    const set = await aSetOf(caller, failing, { ruleId: 'ACTS' });
    const data = { people: Array.from({ length: 900 }, (_, index) => String(index).padEnd(230, 'x')) };
    const body = { ruleSetId: set.id, data, dryRun: false };
    const scope = { ...caller, organizationIds: [caller.organizationId] };
    const subject = `api_key:${caller.keyId}`;
    const context = {
      principal: { ...scope, subject, features: ['*'], isSuperAdmin: false },
      nowMs: Date.now(),
    };
    const outcome = await executeSetOnce(scope, body, context, randomUUID());
    const error = expect.stringMatching(/^FAILS: NOTIFY: No message was sent.{900,1000}…$/);
    expect(outcome).toMatchObject({ executedRules: 2, errors: [error, error, error] });
    expect((await listLogs(caller)).total).toBe(2);
  });
});
