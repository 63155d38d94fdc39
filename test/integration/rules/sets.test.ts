import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  aSet,
  aStoredRule,
  aStoredSet,
  getSet,
  itemsOf,
  membersPath,
  rulesPath,
  setsPath,
} from '../../support/builders/rules.ts';
import { aKey, aSibling, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { callsOf, type TestResponse } from '../../support/clients/api.ts';

interface SetPage {
  items: { id: string; setId: string; memberCount: number }[];
  total: number;
}

async function listSets({ api }: TestCaller, query = ''): Promise<SetPage> {
  const answer = await api.get<SetPage>(`${setsPath}?${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
}
const idsOf = async (caller: TestCaller, query: string) =>
  (await listSets(caller, query)).items.map(({ setId }) => setId);

describe('a rule set', () => {
  it('is created, read, changed and deleted; other fields stay unchanged', async () => {
    const caller = await aTenant();
    const { api, tenantId, organizationId } = caller;
    const body = aSet({ description: 'Runs before an order is placed.', enabled: false });
    const created = await api.post<{ id: string }>(setsPath, { body });
    const who = `api_key:${caller.keyId}`;
    expect(created.status).toBe(201);
    expect(created.headers.get('etag')).toBe('"1"');
    expect(created.body).toEqual({
      ...body,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      memberCount: 0,
      tenantId,
      organizationId,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      createdBy: who,
      updatedBy: who,
    });
    const { id } = created.body;
    expect(await getSet(caller, id)).toEqual({ ...created.body, members: [] });

    const changed = await api.put(setsPath, { body: { id, setName: 'New', enabled: true } });
    expect(changed).toMatchObject({ status: 200, body: { ok: true, setName: 'New', enabled: true } });
    expect(await getSet(caller, id)).toMatchObject({
      setId: 'CHECKOUT',
      setName: 'New',
      description: body.description,
    });

    expect(await api.delete(`${setsPath}?id=${id}`)).toMatchObject({ status: 200, body: { ok: true } });
    expect((await api.get(`${setsPath}/${id}`)).status).toBe(404);
    expect((await api.put(setsPath, { body: { id } })).status).toBe(404);
    expect((await api.delete(`${setsPath}?id=${id}`)).status).toBe(404);
    expect(await listSets(caller)).toMatchObject({ items: [], total: 0 });
    expect((await itemsOf(tenantId)).some(({ sk }) => sk === `RULESET#${id}`)).toBe(true);
  });

  it('has a unique setId in the tenant, which is free again after it is deleted or renamed', async () => {
    const caller = await aTenant();
    const { api } = caller;
    const first = await aStoredSet(caller);
    const taken = { status: 409, body: { code: 'rule_set_id_taken', details: { setId: 'is taken' } } };
    expect(await api.post(setsPath, { body: aSet() })).toMatchObject(taken);
    expect(await (await aSibling(caller)).api.post(setsPath, { body: aSet() })).toMatchObject(taken);
    expect((await (await aTenant()).api.post(setsPath, { body: aSet() })).status).toBe(201);
    const second = await aStoredSet(caller, { setId: 'SECOND' });
    expect(await api.put(setsPath, { body: { id: second.id, setId: 'CHECKOUT' } })).toMatchObject(taken);
    await api.put(setsPath, { body: { id: first.id, setId: 'RENAMED' } });
    expect((await api.put(setsPath, { body: { id: second.id, setId: 'CHECKOUT' } })).status).toBe(200);
    await api.delete(`${setsPath}?id=${second.id}`);
    await aStoredSet(caller);
    expect(await idsOf(caller, '')).toEqual(['CHECKOUT', 'RENAMED']);
  });

  it.each<[Record<string, unknown>, string]>([
    [{ setId: '' }, 'setId'],
    [{ setId: undefined }, 'setId'],
    [{ setId: 'x'.repeat(51) }, 'setId'],
    [{ setName: '' }, 'setName'],
    [{ setName: 'x'.repeat(201) }, 'setName'],
    [{ description: 'x'.repeat(5_001) }, 'description'],
    [{ enabled: 'yes' }, 'enabled'],
  ])('with %j is refused', async (overrides, field) => {
    const { api } = await aTenant();
    const { status, body } = await api.post(setsPath, { body: aSet(overrides) });
    expect(status).toBe(400);
    expect(body.details).toHaveProperty(field);
  });

  it('is not overwritten with an outdated version', async () => {
    const caller = await aTenant();
    const { id } = await aStoredSet(caller);
    const stale = { 'if-match': '"7"' };
    const { api } = caller;
    const rule = await aStoredRule(caller);
    const answers: TestResponse[] = [
      await api.put(setsPath, { body: { id, setName: 'x' }, headers: stale }),
      await api.post(membersPath(id), { body: { ruleId: rule.id }, headers: stale }),
      await api.delete(`${setsPath}?id=${id}`, { headers: stale }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([412, 412, 412]);
    const current = { 'if-match': '"1"' };
    expect((await api.put(setsPath, { body: { id, setName: 'x' }, headers: current })).status).toBe(200);
  });
});

describe('GET /api/business_rules/sets', () => {
  it('filters, searches, sorts and pages', async () => {
    const caller = await aTenant();
    await aStoredSet(caller, { setId: 'B-two', setName: 'Alpha', enabled: false });
    await aStoredSet(caller, { setId: 'A-one', setName: 'beta' });
    const third = await aStoredSet(caller, { setId: 'C-three', setName: 'Gamma' }, [
      await aStoredRule(caller),
    ]);
    for (const [query, expected] of [
      ['', ['A-one', 'B-two', 'C-three']],
      ['sortDir=desc', ['C-three', 'B-two', 'A-one']],
      ['sortField=setName', ['B-two', 'A-one', 'C-three']],
      ['sortField=createdAt&sortDir=desc', ['C-three', 'A-one', 'B-two']],
      ['search=BET', ['A-one']],
      ['search=three', ['C-three']],
      ['setId=o', ['A-one', 'B-two']],
      ['enabled=no', ['B-two']],
      [`id=${third.id}`, ['C-three']],
      [`id=${randomUUID()}`, []],
      ['pageSize=1&page=2', ['B-two']],
    ] as const) {
      expect(await idsOf(caller, query), query).toEqual(expected);
    }
    const byKey = await callsOf(await caller.api.get(`${setsPath}?id=${third.id}`));
    expect(byKey.map(({ action }) => action)).toEqual(['UpdateItem', 'BatchGetItem']);
    expect((await listSets(caller)).items[2]).toMatchObject({ memberCount: 1 });
    expect(await listSets(caller, 'pageSize=2')).toMatchObject({ total: 3, totalPages: 2 });
    for (const query of ['pageSize=201', 'id=x', 'enabled=maybe', 'sortField=members'])
      expect((await caller.api.get(`${setsPath}?${query}`)).status, query).toBe(400);
  });
});

describe('the members of a set', () => {
  it('are its rules by sequence, with their names, which deleted rules lack', async () => {
    const caller = await aTenant();
    const { api } = caller;
    const [a, b, c] = await Promise.all(
      ['A', 'B', 'C'].map((ruleId) => aStoredRule(caller, { ruleId, ruleName: ruleId })),
    );
    const set = await aStoredSet(
      caller,
      {},
      [a, b, c].filter((rule) => rule !== undefined),
    );
    expect(set.members.map(({ ruleName }) => ruleName)).toEqual(['A', 'B', 'C']);
    expect(set.members[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ruleId: a?.id,
      ruleName: 'A',
      ruleType: 'GUARD',
      sequence: 0,
      enabled: true,
      addedAt: expect.any(String),
    });
    const memberId = set.members[0]?.id;
    expect(
      await api.put(membersPath(set.id), { body: { memberId, sequence: 99, enabled: false } }),
    ).toMatchObject({ status: 200, body: { ok: true } });
    await api.put(rulesPath, { body: { id: b?.id, ruleName: 'B renamed' } });
    await api.delete(`${rulesPath}?id=${c?.id}`);
    const changed = await getSet(caller, set.id);
    expect(changed.members.map(({ ruleName, enabled }) => [ruleName, enabled])).toEqual([
      ['B renamed', true],
      [null, true],
      ['A', false],
    ]);
    const gone = changed.members[1]?.id;
    expect(await api.delete(`${membersPath(set.id)}?memberId=${gone}`)).toMatchObject({
      status: 200,
      body: { ok: true },
    });
    expect((await getSet(caller, set.id)).members.map(({ ruleId }) => ruleId)).toEqual([b?.id, a?.id]);
  });

  it('can be added once each, and only rules of the same organization', async () => {
    const caller = await aTenant();
    const rule = await aStoredRule(caller);
    const sibling = await aSibling(caller);
    const foreign = await aStoredRule(sibling, { ruleId: 'FOREIGN' });
    const set = await aStoredSet(caller);
    const add = (body: Record<string, unknown>, id = set.id) => caller.api.post(membersPath(id), { body });
    const added = await add({ ruleId: rule.id });
    expect(added).toMatchObject({
      status: 201,
      body: { ruleId: rule.id, ruleName: rule.ruleName, sequence: 0, enabled: true },
    });
    expect(await add({ ruleId: rule.id })).toMatchObject({
      status: 409,
      body: { code: 'rule_already_in_set' },
    });
    expect(await add({ ruleId: foreign.id })).toMatchObject({
      status: 404,
      body: { error: 'Rule not found.' },
    });
    expect(await add({ ruleId: randomUUID() })).toMatchObject({ status: 404 });
    expect(await add({ ruleId: rule.id }, randomUUID())).toMatchObject({
      status: 404,
      body: { error: 'Rule set not found.' },
    });
    for (const body of [
      {},
      { ruleId: 'ORDER-LIMIT' },
      { ruleId: rule.id, sequence: -1 },
      { ruleId: rule.id, sequence: 1.5 },
    ])
      expect((await add(body)).status).toBe(400);
  });

  it('are ordered in one request, unless another change was first', async () => {
    const caller = await aTenant();
    const { id } = await aStoredSet(caller);
    const added: string[] = [];
    for (const ruleId of ['A', 'B', 'C']) {
      const rule = await aStoredRule(caller, { ruleId });
      const member = await caller.api.post(membersPath(id), { body: { ruleId: rule.id } });
      added.push(String(member.body.id));
    }
    const order = (memberIds: readonly string[], revision: number) =>
      caller.api.put(setsPath, { body: { id, memberIds }, headers: { 'if-match': `"${revision}"` } });
    const memberIds = added.toReversed();
    expect(await order(memberIds, 4)).toMatchObject({ status: 200, body: { memberCount: 3 } });
    const { members } = await getSet(caller, id);
    expect(members.map((member) => [member.id, member.sequence])).toEqual([
      [memberIds[0], 10],
      [memberIds[1], 20],
      [memberIds[2], 30],
    ]);
    expect(await order(added, 4)).toMatchObject({ status: 412 });
    expect(await order(added.slice(1), 5)).toMatchObject({
      status: 400,
      body: { details: { memberIds: 'must contain each membership of the set once' } },
    });
  });

  it('that do not exist return 404; a request without an id is refused', async () => {
    const caller = await aTenant();
    const set = await aStoredSet(caller);
    const path = membersPath(set.id);
    expect(await caller.api.delete(`${path}?memberId=${randomUUID()}`)).toMatchObject({
      status: 404,
      body: { error: 'Member not found.' },
    });
    expect((await caller.api.put(path, { body: { memberId: randomUUID(), sequence: 1 } })).status).toBe(404);
    expect((await caller.api.delete(path)).status).toBe(400);
    expect((await caller.api.put(path, { body: { sequence: 1 } })).status).toBe(400);
  });

  it('are all stored when added in parallel', async () => {
    const caller = await aTenant();
    const rules = await Promise.all(
      Array.from({ length: 8 }, (_, index) => aStoredRule(caller, { ruleId: `R-${index}` })),
    );
    const set = await aStoredSet(caller);
    const answers = await Promise.all(
      rules.map(({ id }) => caller.api.post(membersPath(set.id), { body: { ruleId: id } })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect((await getSet(caller, set.id)).members).toHaveLength(8);
  });
});

describe('someone else', () => {
  const reaches: [string, (caller: TestCaller, id: string) => Promise<TestResponse>][] = [
    ['read', ({ api }, id) => api.get(`${setsPath}/${id}`)],
    ['change', ({ api }, id) => api.put(setsPath, { body: { id, setName: 'mine' } })],
    ['delete', ({ api }, id) => api.delete(`${setsPath}?id=${id}`)],
    ['add to', ({ api }, id) => api.post(membersPath(id), { body: { ruleId: randomUUID() } })],
    ['execute', ({ api }, id) => api.post(`${setsPath}/${id}/execute`, { body: { data: {} } })],
  ];

  it.each(reaches)(
    'cannot %s a set of another tenant or organization, or detect its existence',
    async (_, reach) => {
      const owner = await aTenant();
      const set = await aStoredSet(owner);
      for (const stranger of [await aTenant(), await aSibling(owner)]) {
        const unknown = await reach(stranger, randomUUID());
        expect(await reach(stranger, set.id)).toMatchObject({ status: 404, body: unknown.body });
        expect(await listSets(stranger)).toMatchObject({ items: [], total: 0 });
      }
      expect(await getSet(owner, set.id)).toEqual(set);
    },
  );

  it.each([
    ['business_rules.rules.view', reaches[0]],
    ['business_rules.rules.edit', reaches[1]],
    ['business_rules.rules.delete', reaches[2]],
    ['business_rules.rules.edit', reaches[3]],
    ['business_rules.rules.execute', reaches[4]],
  ] as const)('without %s is refused', async (feature, reach) => {
    const owner = await aTenant();
    const set = await aStoredSet(owner);
    const all = ['view', 'create', 'edit', 'delete', 'execute'].map((name) => `business_rules.rules.${name}`);
    const without = await aKey({ ...owner, features: all.filter((name) => name !== feature) });
    expect(await reach?.[1](without, set.id)).toMatchObject({ status: 403, body: { required: [feature] } });
  });
});
