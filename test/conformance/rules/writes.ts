/** Conformance cases of rules: ids, updates, deletion and versions. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Rule } from '../../../shared/modules/rules/authoring/rule-fields-contract.ts';
import { aFullRule, getRule, listRules, rulePath, rulesPath } from '../../support/builders/rules.ts';
import { aRule } from '../../support/builders/tenants.ts';
import { casesOf } from '../support/conformance.ts';
import { aStoredRule, changeRule, removeRule } from '../support/rules.ts';
import { aCaller, aKey, aSibling, aTenant, unique } from '../support/stage.ts';

const { proves } = casesOf('rules');

proves('taken-id', async () => {
  const caller = await aCaller();
  const { ruleId } = await aStoredRule(caller);
  const mine = await aStoredRule(caller);
  const error = `The ruleId "${ruleId}" is taken.`;
  const refusal = { status: 409, body: { error, code: 'rule_id_taken', details: { ruleId: 'is taken' } } };
  for (const { api } of [caller, await aSibling(caller)])
    expect(await api.post(rulesPath, { body: aRule({ ruleId }) })).toMatchObject(refusal);
  const inLowerCase = aRule({ ruleId: ruleId.toLowerCase() });
  expect((await caller.api.post(rulesPath, { body: inLowerCase })).status).toBe(409);
  expect(await changeRule(caller, { id: mine.id, ruleId, ruleName: 'no' })).toMatchObject(refusal);
  expect((await getRule(caller, mine.id)).body).toEqual(mine);
  expect((await listRules(caller)).pagination.total).toBe(2);
});

proves('id-of-tenant', async () => {
  const { ruleId } = await aStoredRule(await aCaller());
  const { api } = await aTenant();
  expect((await api.post(rulesPath, { body: aRule({ ruleId }) })).status).toBe(201);
});

proves('free-id', async () => {
  const caller = await aCaller();
  const { id, ruleId } = await aStoredRule(caller);
  const reuse = () => caller.api.post<Rule>(rulesPath, { body: aRule({ ruleId }) });
  await removeRule(caller, id);
  const second = await reuse();
  expect(second.status).toBe(201);
  expect(second.body.id).not.toBe(id);
  await changeRule(caller, { id: second.body.id, ruleId: unique('N') });
  expect((await reuse()).status).toBe(201);
});

proves('one-creation', async () => {
  const caller = await aCaller();
  const ruleId = unique('R');
  const create = async () => (await caller.api.post(rulesPath, { body: aRule({ ruleId }) })).status;
  const statuses = await Promise.all(Array.from({ length: 8 }, create));
  expect(statuses.toSorted()).toEqual([201, ...Array(7).fill(409)]);
  expect((await listRules(caller)).pagination.total).toBe(1);
});

const newValues: [keyof Rule, unknown][] = [
  ['ruleName', 'New name'],
  ['description', 'New description'],
  ['description', null],
  ['ruleType', 'ACTION'],
  ['ruleCategory', 'new'],
  ['ruleCategory', null],
  ['entityType', 'sales.invoice'],
  ['eventType', 'changed'],
  ['eventType', null],
  ['conditionExpression', { field: 'b', operator: 'IS_EMPTY' }],
  ['successActions', [{ type: 'LOG', config: { message: 'new' } }]],
  ['successActions', []],
  ['successActions', null],
  ['failureActions', [{ type: 'BLOCK_TRANSITION' }]],
  ['failureActions', null],
  ['enabled', false],
  ['priority', 0],
  ['version', 2],
  ['effectiveFrom', '2026-02-01'],
  ['effectiveFrom', null],
  ['effectiveTo', '2027-01-01'],
  ['effectiveTo', null],
];
proves('partial-update', async () => {
  const caller = await aCaller();
  let before = await aStoredRule(caller, { ...aFullRule(), ruleId: 'R' });
  for (const [field, value] of [...newValues, ['ruleId', unique('NEW')] as const]) {
    const { body: after } = await changeRule(caller, { id: before.id, [field]: value });
    expect(after, field).toEqual({ ...before, [field]: value, updatedAt: after.updatedAt });
    expect(after.updatedAt > before.updatedAt).toBe(true);
    before = after;
  }
  expect((await listRules(caller)).data).toEqual([before]);
  const all = await changeRule(caller, { ...before, ...aFullRule({ ruleId: unique('ALL') }) });
  expect((await changeRule(caller, all.body)).body).toEqual({ ...all.body, updatedAt: expect.any(String) });
});

proves('editor', async () => {
  const caller = await aCaller();
  const { id, createdBy, createdAt } = await aStoredRule(caller);
  const editor = await aKey(caller);
  const { body } = await changeRule(editor, { id, createdBy: 'x', updatedBy: 'x', createdAt: '2000-01-01' });
  expect(body).toMatchObject({ createdBy, createdAt, updatedBy: `api_key:${editor.keyId}` });
});

proves('update-id', async () => {
  const caller = await aCaller();
  for (const [body, id] of [
    [{}, 'is required'],
    [{ id: 'x' }, 'must be a UUID'],
    [{ id: null }, expect.any(String)],
  ])
    expect(await changeRule(caller, body)).toMatchObject({ status: 400, body: { details: { id } } });
  for (const [query, id] of [
    ['', 'is required'],
    ['?id=', 'is required'],
    ['?id=no', 'must be a UUID'],
  ])
    expect(await caller.api.delete(`${rulesPath}${query}`)).toMatchObject({
      status: 400,
      body: { details: { id } },
    });
  const invalid = { status: 400, body: { details: { id: 'must be a UUID' } } };
  for (const id of ['1', `${randomUUID()}0`, '%20', 'null', '__proto__'])
    expect(await getRule(caller, id)).toMatchObject(invalid);
});

proves('deleted-rule', async () => {
  const caller = await aCaller();
  const gone = await aStoredRule(caller);
  const kept = await aStoredRule(caller);
  expect(await removeRule(caller, gone.id)).toMatchObject({ status: 204, body: undefined });
  for (const answer of [
    await getRule(caller, gone.id),
    await changeRule(caller, { id: gone.id, priority: 1 }),
    await removeRule(caller, gone.id),
  ])
    expect(answer).toMatchObject({ status: 404, body: { error: 'Rule not found.', code: 'not_found' } });
  for (const query of ['', 'search=block', 'entityType=sales.order', 'sortField=ruleName'])
    expect(await listRules(caller, query)).toMatchObject({ data: [kept], pagination: { total: 1 } });
  const { pagination } = await listRules(caller, `ruleId=${gone.ruleId}`);
  expect(pagination).toMatchObject({ total: 0, totalPages: 0 });
});

proves('one-deletion', async () => {
  const caller = await aCaller();
  const { id } = await aStoredRule(caller);
  const answers = await Promise.all(Array.from({ length: 6 }, () => removeRule(caller, id)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, ...Array(5).fill(404)]);
});

proves('if-match', async () => {
  const caller = await aCaller();
  const rule = await aStoredRule(caller);
  const etagOf = async () => String((await getRule(caller, rule.id)).headers.get('etag'));
  const write = (header: string) => changeRule(caller, { id: rule.id, priority: 1 }, { 'if-match': header });
  for (const form of ['TAG', 'W/TAG', '"999", TAG', '*'])
    expect((await write(form.replace('TAG', await etagOf()))).status).toBe(200);
  const { body: current } = await getRule(caller, rule.id);
  const etag = await etagOf();
  for (const stale of ['"1"', 'W/"999"', '1', 'garbage'])
    expect(await write(stale)).toMatchObject({ status: 412, body: { code: 'stale' } });
  expect(await removeRule(caller, rule.id, { 'if-match': '"1"' })).toMatchObject({ status: 412 });
  expect((await getRule(caller, rule.id)).body).toEqual(current);
  const writers = await Promise.all(Array.from({ length: 6 }, () => write(etag)));
  expect(writers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(5).fill(412)]);
  expect((await removeRule(caller, rule.id, { 'if-match': `W/${await etagOf()}` })).status).toBe(204);
});

proves('if-none-match', async () => {
  const caller = await aCaller();
  const rule = await aStoredRule(caller);
  const etag = String((await getRule(caller, rule.id)).headers.get('etag'));
  const read = (header: string) =>
    caller.api.get(rulePath(rule.id), { headers: { 'if-none-match': header } });
  for (const header of [etag, `W/${etag}`, `"other", ${etag}`, '*'])
    expect(await read(header), header).toMatchObject({ status: 304, body: undefined });
  for (const header of ['"999"', etag.slice(1, -1)])
    expect(await read(header), header).toMatchObject({ status: 200, body: rule });
  const changed = await changeRule(caller, { id: rule.id, enabled: false });
  expect(changed.headers.get('etag')).not.toBe(etag);
  expect((await read(etag)).headers.get('etag')).toBe(changed.headers.get('etag'));
});
