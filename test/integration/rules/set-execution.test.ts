import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { executeSetOnce } from '../../../shared/modules/rules/sets/set-execution-service.ts';
import {
  aStoredRule,
  aStoredSet,
  type Executed,
  listLogs,
  membersPath,
  nestedGroups,
  rulesPath,
  setsPath,
} from '../../support/builders/rules.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { callsOf } from '../../support/clients/api.ts';

const yes = { field: 'nothing', operator: 'IS_EMPTY' };
const no = { field: 'nothing', operator: 'IS_NOT_EMPTY' };
const note = [{ type: 'SET_FIELD', config: { field: '{{ruleId}}', value: true } }];

const execute = ({ api }: TestCaller, id: string, body: Record<string, unknown> = {}) =>
  api.post<Executed & { setId: string }>(`${setsPath}/${id}/execute`, {
    body: { data: { total: 5 }, ...body },
  });

const resultsOf = ({ executedRules }: Executed) =>
  executedRules.map(({ ruleId, result }) => `${ruleId} ${result}`);

async function aSetOf(caller: TestCaller, ...rules: Record<string, unknown>[]) {
  const stored = [];
  for (const rule of rules) {
    const defaults = { ruleType: 'ACTION', conditionExpression: yes, successActions: note };
    stored.push(await aStoredRule(caller, { ...defaults, ...rule }));
  }
  return { rules: stored, set: await aStoredSet(caller, {}, stored) };
}

describe('executing a set', () => {
  it('runs its rules in sequence, regardless of priority, and logs them', async () => {
    const caller = await aTenant();
    const { set } = await aSetOf(
      caller,
      { ruleId: 'FIRST', priority: 1 },
      { ruleId: 'SECOND', priority: 9_999, conditionExpression: no },
      { ruleId: 'THIRD', entityType: 'sales.offer', eventType: 'created' },
    );
    const answer = await execute(caller, set.id, { entityId: 'SO-1' });
    expect(answer.status).toBe(200);
    expect(resultsOf(answer.body)).toEqual(['FIRST SUCCESS', 'SECOND FAILURE', 'THIRD SUCCESS']);
    expect(answer.body).toMatchObject({
      setId: 'CHECKOUT',
      setName: set.setName,
      allowed: true,
      fields: { FIRST: true, THIRD: true },
      logIds: [expect.any(String), expect.any(String), expect.any(String)],
    });
    const { items } = await listLogs(caller);
    expect(items.map(({ entityType }) => entityType)).toEqual(['sales.offer', 'sales.order', 'sales.order']);
    const calls = (await callsOf(answer)).map(({ action }) => action);
    expect(calls).toEqual(['UpdateItem', 'GetItem', 'BatchGetItem', 'PutItem']);
  });

  it('ends at a guard that blocks: later rules are skipped with the reason', async () => {
    const caller = await aTenant();
    const { set } = await aSetOf(
      caller,
      { ruleId: 'ACT', failureActions: null },
      { ruleId: 'BLOCKS', successActions: [{ type: 'BLOCK_TRANSITION' }] },
      { ruleId: 'OPEN', ruleType: 'GUARD' },
      { ruleId: 'SHUT', ruleType: 'GUARD', conditionExpression: no },
      { ruleId: 'LATER' },
    );
    const { body } = await execute(caller, set.id);
    expect(resultsOf(body)).toEqual([
      'ACT SUCCESS',
      'BLOCKS SUCCESS',
      'OPEN SUCCESS',
      'SHUT FAILURE',
      'LATER SKIPPED',
    ]);
    expect(body).toMatchObject({ allowed: false, fields: { ACT: true, OPEN: true } });
    expect(body.executedRules.at(-1)).toMatchObject({
      reason: 'The guard SHUT blocks.',
      actionsExecuted: null,
    });
    expect((await listLogs(caller)).total).toBe(4);
  });

  it('skips rules that are disabled, not in effect or for another type, and omits deleted ones', async () => {
    const caller = await aTenant();
    const { set, rules } = await aSetOf(
      caller,
      { ruleId: 'RUNS' },
      { ruleId: 'OFF', enabled: false },
      { ruleId: 'FUTURE', effectiveFrom: '2999-01-01' },
      { ruleId: 'OFFER', entityType: 'sales.offer' },
      { ruleId: 'DELETED-EVENT', eventType: 'deleted' },
      { ruleId: 'GONE' },
      { ruleId: 'MEMBER-OFF' },
    );
    await caller.api.delete(`${rulesPath}?id=${rules[5]?.id}`);
    const memberId = set.members[6]?.id;
    await caller.api.put(membersPath(set.id), { body: { memberId, enabled: false } });
    const { body } = await execute(caller, set.id, { entityType: 'sales.order', eventType: 'created' });
    expect(body.executedRules.map(({ ruleId, result, reason }) => [ruleId, result, reason])).toEqual([
      ['RUNS', 'SUCCESS', undefined],
      ['OFF', 'SKIPPED', 'The rule is disabled.'],
      ['FUTURE', 'SKIPPED', 'The rule takes effect at 2999-01-01.'],
      ['OFFER', 'SKIPPED', 'The rule is for sales.offer.'],
      ['DELETED-EVENT', 'SKIPPED', 'The rule is for the event deleted.'],
      ['MEMBER-OFF', 'SKIPPED', 'The member is disabled.'],
    ]);
    expect((await listLogs(caller)).total).toBe(1);
  });

  it('plans only, in a dry run', async () => {
    const caller = await aTenant();
    const { set } = await aSetOf(caller, { ruleId: 'A' });
    const answer = await execute(caller, set.id, { dryRun: true, explain: true });
    expect(answer.body.executedRules).toMatchObject([{ actionsPlanned: ['SET_FIELD'], trace: { made: 1 } }]);
    expect(answer.body).not.toHaveProperty('logIds');
    expect((await listLogs(caller)).total).toBe(0);
    expect((await callsOf(answer)).map(({ action }) => action)).toEqual([
      'UpdateItem',
      'GetItem',
      'BatchGetItem',
    ]);
  });

  it('without rules is allowed', async () => {
    const caller = await aTenant();
    const set = await aStoredSet(caller);
    expect((await execute(caller, set.id)).body).toMatchObject({
      allowed: true,
      executedRules: [],
      logIds: [],
    });
  });

  it('refuses a disabled set, and a body without data', async () => {
    const caller = await aTenant();
    const off = await aStoredSet(caller, { enabled: false });
    expect(await execute(caller, off.id)).toMatchObject({ status: 409, body: { code: 'rule_set_disabled' } });
    expect((await caller.api.post(`${setsPath}/${off.id}/execute`, { body: {} })).status).toBe(400);
  });

  it('once per key keeps long errors short, so that the other rules have their effects', async () => {
    const caller = await aTenant();
    const notify = { type: 'NOTIFY', config: { recipients: '{{people}}', message: 'm' } };
    const { set } = await aSetOf(
      caller,
      { ruleId: 'FAILS', successActions: [notify, notify, notify] },
      { ruleId: 'ACTS' },
    );
    const data = { people: Array.from({ length: 900 }, (_, index) => String(index).padEnd(230, 'x')) };
    const body = { ruleSetId: set.id, data, dryRun: false };
    const scope = { ...caller, organizationIds: [caller.organizationId] };
    const principal = {
      ...{
        subject: `api_key:${caller.keyId}`,
        tenantId: caller.tenantId,
        features: ['*'],
        isSuperAdmin: false,
      },
      ...{ organizationId: caller.organizationId, organizationIds: [caller.organizationId] },
    };
    const context = { principal, nowMs: Date.now() };
    const outcome = await executeSetOnce(scope, body, context, randomUUID());
    const error = expect.stringMatching(/^FAILS: NOTIFY: No message was sent.{900,1000}…$/);
    expect(outcome).toMatchObject({ executedRules: 2, errors: [error, error, error] });
    expect((await listLogs(caller)).total).toBe(2);
  });

  it('executes deep rules and emits their events', async () => {
    const caller = await aTenant();
    const emit = [{ type: 'EMIT_EVENT', config: { eventName: 'sales.offer.flagged' } }];
    const { set } = await aSetOf(caller, {
      ruleId: 'DEEP',
      conditionExpression: nestedGroups(3_000, yes),
      successActions: emit,
    });
    const answer = await execute(caller, set.id);
    expect(resultsOf(answer.body)).toEqual(['DEEP SUCCESS']);
    expect((await callsOf(answer)).at(-1)?.action).toBe('TransactWriteItems');
  });
});
