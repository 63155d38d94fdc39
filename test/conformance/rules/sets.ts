/** Conformance cases of rules: rule sets. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import {
  aSet,
  type Executed,
  getSet,
  listLogs,
  membersPath,
  nestedGroups,
  rulesPath,
  setsPath,
} from '../../support/builders/rules.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import { casesOf } from '../support/conformance.ts';
import { always, aStoredRule, aStoredSet, expectHidden, nameOf, never } from '../support/rules.ts';
import { aCaller, aSibling, aTenant, unique } from '../support/stage.ts';

const { proves } = casesOf('rules');

const listSets = async ({ api }: TestCaller, query = '') =>
  (await api.get<{ items: { setId: string; memberCount: number }[]; total: number }>(`${setsPath}?${query}`))
    .body;
const put = ({ api }: TestCaller, body: object, headers = {}) => api.put(setsPath, { body, headers });
const remove = ({ api }: TestCaller, id: string) => api.delete(`${setsPath}?id=${id}`);

proves('set', async () => {
  const caller = await aCaller();
  const { api, tenantId, organizationId } = caller;
  const body = aSet({ setId: unique('S'), description: 'Runs before an order is placed.', enabled: false });
  const created = await api.post<{ id: string }>(setsPath, { body });
  const by = `api_key:${caller.keyId}`;
  expect([created.status, created.headers.get('etag')]).toEqual([201, '"1"']);
  expect(created.body).toEqual({
    ...body,
    ...{ id: expect.any(String), memberCount: 0, tenantId, organizationId, createdBy: by, updatedBy: by },
    ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
  });
  const { id } = created.body;
  expect(await getSet(caller, id)).toEqual({ ...created.body, members: [] });
  const changed = await put(caller, { id, setName: 'New', enabled: true });
  expect(changed).toMatchObject({ status: 200, body: { ok: true, setName: 'New', enabled: true } });
  const { setId, description } = body;
  expect(await getSet(caller, id)).toMatchObject({ setId, setName: 'New', description });
  expect(await remove(caller, id)).toMatchObject({ status: 200, body: { ok: true } });
  const gone = [await api.get(`${setsPath}/${id}`), await put(caller, { id }), await remove(caller, id)];
  for (const { status } of gone) expect(status).toBe(404);
  expect(await listSets(caller)).toMatchObject({ items: [], total: 0 });
});

proves('set-taken', async () => {
  const caller = await aCaller();
  const { id, setId } = await aStoredSet(caller);
  const other = await aStoredSet(caller);
  const body = aSet({ setId });
  const taken = { status: 409, body: { code: 'rule_set_id_taken', details: { setId: 'is taken' } } };
  expect(await caller.api.post(setsPath, { body })).toMatchObject(taken);
  expect(await (await aSibling(caller)).api.post(setsPath, { body })).toMatchObject(taken);
  expect((await (await aTenant()).api.post(setsPath, { body })).status).toBe(201);
  expect(await put(caller, { id: other.id, setId })).toMatchObject(taken);
  await put(caller, { id, setId: unique('N') });
  expect((await put(caller, { id: other.id, setId })).status).toBe(200);
  await remove(caller, other.id);
  expect((await caller.api.post(setsPath, { body })).status).toBe(201);
});

proves('set-stale', async () => {
  const caller = await aCaller();
  const { id } = await aStoredSet(caller);
  const stale = { 'if-match': '"7"' };
  const rule = await aStoredRule(caller);
  const answers = [
    await put(caller, { id, setName: 'x' }, stale),
    await caller.api.post(membersPath(id), { body: { ruleId: rule.id }, headers: stale }),
    await caller.api.delete(`${setsPath}?id=${id}`, { headers: stale }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([412, 412, 412]);
  expect((await put(caller, { id, setName: 'x' }, { 'if-match': '"1"' })).status).toBe(200);
});

proves('set-list', async () => {
  const caller = await aCaller();
  await aStoredSet(caller, { setId: 'B-two', setName: 'Alpha', enabled: false });
  await aStoredSet(caller, { setId: 'A-one', setName: 'beta' });
  const third = await aStoredSet(caller, { setId: 'C-three', setName: 'Gamma' }, [await aStoredRule(caller)]);
  const namesOf = async (query: string) =>
    (await listSets(caller, query)).items.map(({ setId }) => nameOf(setId));
  for (const [query, expected] of [
    ['', ['A-one', 'B-two', 'C-three']],
    ['sortDir=desc', ['C-three', 'B-two', 'A-one']],
    ['sortField=setName', ['B-two', 'A-one', 'C-three']],
    ['sortField=createdAt&sortDir=desc', ['C-three', 'A-one', 'B-two']],
    ['search=BET', ['A-one']],
    ['search=three', ['C-three']],
    ['setId=-T', ['B-two', 'C-three']],
    ['enabled=no', ['B-two']],
    [`id=${third.id}`, ['C-three']],
    [`id=${randomUUID()}`, []],
    ['pageSize=1&page=2', ['B-two']],
  ] as const)
    expect([query, await namesOf(query)]).toEqual([query, expected]);
  expect((await listSets(caller)).items[2]).toMatchObject({ memberCount: 1 });
  expect(await listSets(caller, 'pageSize=2')).toMatchObject({ total: 3, totalPages: 2 });
  for (const query of ['id=x', 'enabled=maybe', 'sortField=members'])
    expect((await caller.api.get(`${setsPath}?${query}`)).status, query).toBe(400);
});

proves('members', async () => {
  const caller = await aCaller();
  const { api } = caller;
  const rules = [];
  for (const ruleName of ['A', 'B', 'C']) rules.push(await aStoredRule(caller, { ruleName }));
  const [a, b, c] = rules;
  const set = await aStoredSet(caller, {}, rules);
  expect(set.members.map(({ ruleName }) => ruleName)).toEqual(['A', 'B', 'C']);
  expect(set.members[0]).toEqual({
    ...{ id: expect.any(String), ruleId: a?.id, ruleName: 'A', ruleType: 'GUARD' },
    ...{ sequence: 0, enabled: true, addedAt: expect.any(String) },
  });
  const path = membersPath(set.id);
  const change = { memberId: set.members[0]?.id, sequence: 99, enabled: false };
  expect(await api.put(path, { body: change })).toMatchObject({ status: 200, body: { ok: true } });
  await api.put(rulesPath, { body: { id: b?.id, ruleName: 'B renamed' } });
  await api.delete(`${rulesPath}?id=${c?.id}`);
  const { members } = await getSet(caller, set.id);
  expect(members.map(({ ruleName, enabled }) => [ruleName, enabled])).toEqual([
    ['B renamed', true],
    [null, true],
    ['A', false],
  ]);
  expect((await api.delete(`${path}?memberId=${members[1]?.id}`)).body).toMatchObject({ ok: true });
  expect((await getSet(caller, set.id)).members.map(({ ruleId }) => ruleId)).toEqual([b?.id, a?.id]);
});

proves('member-once', async () => {
  const caller = await aCaller();
  const { id: ruleId, ruleName } = await aStoredRule(caller);
  const foreign = await aStoredRule(await aSibling(caller));
  const set = await aStoredSet(caller);
  const add = (body: object, id = set.id) => caller.api.post(membersPath(id), { body });
  expect((await add({ ruleId })).body).toMatchObject({ ruleId, ruleName, sequence: 0, enabled: true });
  expect(await add({ ruleId })).toMatchObject({ status: 409, body: { code: 'rule_already_in_set' } });
  for (const unknown of [foreign.id, randomUUID()])
    expect(await add({ ruleId: unknown })).toMatchObject({ status: 404, body: { error: 'Rule not found.' } });
  const noSet = { status: 404, body: { error: 'Rule set not found.' } };
  expect(await add({ ruleId }, randomUUID())).toMatchObject(noSet);
  for (const body of [{ ruleId: 'ORDER-LIMIT' }, { ruleId, sequence: 1.5 }])
    expect((await add(body)).status).toBe(400);
  const path = membersPath(set.id);
  const noMember = { status: 404, body: { error: 'Member not found.' } };
  expect(await caller.api.delete(`${path}?memberId=${randomUUID()}`)).toMatchObject(noMember);
  expect((await caller.api.put(path, { body: { memberId: randomUUID(), sequence: 1 } })).status).toBe(404);
});

proves('members-ordered', async () => {
  const caller = await aCaller();
  const rules = [await aStoredRule(caller), await aStoredRule(caller), await aStoredRule(caller)];
  const { id, members } = await aStoredSet(caller, {}, rules);
  const added = members.map((member) => member.id);
  const memberIds = added.toReversed();
  const order = (ids: readonly string[], revision: number) =>
    put(caller, { id, memberIds: ids }, { 'if-match': `"${revision}"` });
  expect(await order(memberIds, 4)).toMatchObject({ status: 200, body: { memberCount: 3 } });
  const ordered = (await getSet(caller, id)).members.map((member) => [member.id, member.sequence]);
  expect(ordered).toEqual(memberIds.map((member, index) => [member, (index + 1) * 10]));
  expect((await order(added, 4)).status).toBe(412);
  const details = { memberIds: 'must contain each membership of the set once' };
  expect(await order(added.slice(1), 5)).toMatchObject({ status: 400, body: { details } });
});

proves('parallel-members', async () => {
  const caller = await aCaller();
  const rules = await Promise.all(Array.from({ length: 6 }, () => aStoredRule(caller)));
  const set = await aStoredSet(caller);
  const add = (ruleId: string) => caller.api.post(membersPath(set.id), { body: { ruleId } });
  const answers = await Promise.all(rules.map(({ id }) => add(id)));
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
  expect((await getSet(caller, set.id)).members).toHaveLength(6);
});

const note = [{ type: 'SET_FIELD', config: { field: 'seen', value: true } }];
const execute = ({ api }: TestCaller, id: string, body: object = {}) =>
  api.post<Executed & { setId: string }>(`${setsPath}/${id}/execute`, {
    body: { data: { total: 5 }, ...body },
  });
const resultsOf = ({ executedRules }: Executed) =>
  executedRules.map(({ ruleId, result }) => `${nameOf(ruleId)} ${result}`);

async function aSetOf(caller: TestCaller, ...rules: Record<string, unknown>[]) {
  const stored = [];
  const defaults = { ruleType: 'ACTION', conditionExpression: always, successActions: note };
  for (const rule of rules) stored.push(await aStoredRule(caller, { ...defaults, ...rule }));
  return { rules: stored, set: await aStoredSet(caller, {}, stored) };
}

proves('set-execution', async () => {
  const caller = await aCaller();
  const { set } = await aSetOf(
    caller,
    { ruleId: 'FIRST', priority: 1 },
    { ruleId: 'SECOND', priority: 9_999, conditionExpression: never },
    { ruleId: 'THIRD', entityType: 'sales.offer', eventType: 'created' },
  );
  const { status, body } = await execute(caller, set.id, { entityId: 'SO-1' });
  expect(status).toBe(200);
  expect(resultsOf(body)).toEqual(['FIRST SUCCESS', 'SECOND FAILURE', 'THIRD SUCCESS']);
  const { setId, setName } = set;
  expect(body).toMatchObject({ setId, setName, allowed: true, fields: { seen: true } });
  expect(body.logIds).toHaveLength(3);
  const { items } = await listLogs(caller);
  expect(items.map(({ entityType }) => entityType)).toEqual(['sales.offer', 'sales.order', 'sales.order']);
});

proves('set-guards', async () => {
  const caller = await aCaller();
  const { set, rules } = await aSetOf(
    caller,
    { ruleId: 'ACT' },
    { ruleId: 'BLOCKS', successActions: [{ type: 'BLOCK_TRANSITION' }] },
    { ruleId: 'OPEN', ruleType: 'GUARD' },
    { ruleId: 'SHUT', ruleType: 'GUARD', conditionExpression: never },
    { ruleId: 'LATER' },
  );
  const { body } = await execute(caller, set.id);
  const results = ['ACT SUCCESS', 'BLOCKS SUCCESS', 'OPEN SUCCESS', 'SHUT FAILURE', 'LATER SKIPPED'];
  expect(resultsOf(body)).toEqual(results);
  expect(body).toMatchObject({ allowed: false, fields: { seen: true } });
  const reason = `The guard ${rules[3]?.ruleId} blocks.`;
  expect(body.executedRules.at(-1)).toMatchObject({ reason, actionsExecuted: null });
  expect((await listLogs(caller)).total).toBe(4);
});

proves('set-skips', async () => {
  const caller = await aCaller();
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
  expect(body.executedRules.map(({ ruleId, result, reason }) => [nameOf(ruleId), result, reason])).toEqual([
    ['RUNS', 'SUCCESS', undefined],
    ['OFF', 'SKIPPED', 'The rule is disabled.'],
    ['FUTURE', 'SKIPPED', 'The rule takes effect at 2999-01-01.'],
    ['OFFER', 'SKIPPED', 'The rule is for sales.offer.'],
    ['DELETED-EVENT', 'SKIPPED', 'The rule is for the event deleted.'],
    ['MEMBER-OFF', 'SKIPPED', 'The member is disabled.'],
  ]);
  expect((await listLogs(caller)).total).toBe(1);
});

proves('set-dry-run', async () => {
  const caller = await aCaller();
  const { set } = await aSetOf(caller, {});
  const { body } = await execute(caller, set.id, { dryRun: true, explain: true });
  expect(body.executedRules).toMatchObject([{ actionsPlanned: ['SET_FIELD'], trace: { made: 1 } }]);
  expect(body).not.toHaveProperty('logIds');
  expect((await listLogs(caller)).total).toBe(0);
});

proves('set-limits', async () => {
  const caller = await aCaller();
  const empty = await aStoredSet(caller);
  const nothing = { allowed: true, executedRules: [], logIds: [] };
  expect((await execute(caller, empty.id)).body).toMatchObject(nothing);
  const off = await aStoredSet(caller, { enabled: false });
  expect(await execute(caller, off.id)).toMatchObject({ status: 409, body: { code: 'rule_set_disabled' } });
  expect((await caller.api.post(`${setsPath}/${off.id}/execute`, { body: {} })).status).toBe(400);
  const emit = [{ type: 'EMIT_EVENT', config: { eventName: 'sales.offer.flagged' } }];
  const deep = { conditionExpression: nestedGroups(3_000, always), successActions: emit };
  const { set } = await aSetOf(caller, deep);
  expect(resultsOf((await execute(caller, set.id)).body)).toEqual(['R SUCCESS']);
});

proves('sets-hidden', async () => {
  const owner = await aCaller();
  const set = await aStoredSet(owner);
  const strangers = [await aTenant(), await aSibling(owner)];
  const read = ({ api }: TestCaller, id: string) => api.get(`${setsPath}/${id}`);
  const change = (caller: TestCaller, id: string) => put(caller, { id, setName: 'mine' });
  const add = ({ api }: TestCaller, id: string) =>
    api.post(membersPath(id), { body: { ruleId: randomUUID() } });
  await expectHidden(strangers, [read, change, remove, add, execute], set.id);
  for (const stranger of strangers) expect(await listSets(stranger)).toMatchObject({ items: [], total: 0 });
  expect(await getSet(owner, set.id)).toEqual(set);
});
