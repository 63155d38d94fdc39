import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Rule } from '../../../shared/modules/rules/authoring/rule-fields-contract.ts';
import {
  aFullRule,
  aStoredRule,
  assertNothingHalfWritten,
  getRule,
  listRules,
  rulesPath,
} from '../../support/builders/rules.ts';
import { aKey, aSibling, aTenant, type TestCaller } from '../../support/builders/tenants.ts';

const newValues: [keyof Rule, unknown][] = [
  ['ruleId', 'RENAMED'],
  ['ruleName', 'New name'],
  ['description', 'New description'],
  ['description', null],
  ['ruleType', 'ASSIGNMENT'],
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

const put = ({ api }: TestCaller, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  api.put<Rule>(rulesPath, { body, headers });

describe('PUT /api/business_rules/rules', () => {
  it.each(newValues)('with %s = %j changes nothing else', async (field, value) => {
    const caller = await aTenant();
    const before = await aStoredRule(caller, aFullRule());
    const { status, body: after } = await put(caller, { id: before.id, [field]: value });
    expect(status).toBe(200);
    expect(after).toEqual({ ...before, [field]: value, updatedAt: after.updatedAt });
    expect(after.updatedAt > before.updatedAt).toBe(true);
    expect((await getRule(caller, before.id)).body).toEqual(after);
    expect((await listRules(caller)).data).toEqual([after]);
  });

  it('replaces every field at once, and accepts the rule as it was read', async () => {
    const caller = await aTenant();
    const before = await aStoredRule(caller);
    const body = aFullRule({ ruleId: 'ALL', ruleType: 'ACTION', enabled: false, priority: 7, version: 3 });
    const changed = await put(caller, { id: before.id, ...body });
    expect(changed.body).toEqual({ ...before, ...body, updatedAt: changed.body.updatedAt });
    const same = await put(caller, { ...changed.body });
    expect(same.body).toEqual({ ...changed.body, updatedAt: same.body.updatedAt });
  });

  it('names the last editor and keeps the creator', async () => {
    const caller = await aTenant();
    const rule = await aStoredRule(caller);
    const editor = await aKey(caller);
    const { body } = await put(editor, {
      id: rule.id,
      createdBy: 'x',
      updatedBy: 'x',
      createdAt: '2000-01-01',
    });
    expect(body).toMatchObject({ createdBy: rule.createdBy, updatedBy: `api_key:${editor.keyId}` });
    expect(body.createdAt).toBe(rule.createdAt);
  });

  it('frees the old ruleId and reserves the new one', async () => {
    const caller = await aTenant();
    const rule = await aStoredRule(caller, { ruleId: 'OLD' });
    await put(caller, { id: rule.id, ruleId: 'NEW' });
    await aStoredRule(caller, { ruleId: 'OLD' });
    expect((await caller.api.post(rulesPath, { body: aFullRule({ ruleId: 'NEW' }) })).status).toBe(409);
    expect((await assertNothingHalfWritten(caller.tenantId)).toSorted()).toEqual(['NEW', 'OLD']);
  });

  it('refuses a ruleId that another rule has with 409, and changes nothing', async () => {
    const caller = await aTenant();
    await aStoredRule(caller, { ruleId: 'TAKEN' });
    const rule = await aStoredRule(caller, { ruleId: 'MINE' });
    const { status, body } = await put(caller, { id: rule.id, ruleId: 'TAKEN', ruleName: 'no' });
    expect(status).toBe(409);
    expect(body).toMatchObject({ error: expect.stringContaining('TAKEN'), details: { ruleId: 'is taken' } });
    expect((await getRule(caller, rule.id)).body).toEqual(rule);
    await assertNothingHalfWritten(caller.tenantId);
  });

  it('moves a rule in the list with its priority', async () => {
    const caller = await aTenant();
    const low = await aStoredRule(caller, { ruleId: 'LOW', priority: 1 });
    await aStoredRule(caller, { ruleId: 'HIGH', priority: 5 });
    const order = async () => (await listRules(caller)).data.map(({ ruleId }) => ruleId);
    expect(await order()).toEqual(['HIGH', 'LOW']);
    await put(caller, { id: low.id, priority: 9_999 });
    expect(await order()).toEqual(['LOW', 'HIGH']);
    expect((await listRules(caller)).pagination.total).toBe(2);
    await assertNothingHalfWritten(caller.tenantId);
  });

  it('accepts the caller’s own tenantId and organizationId in the body, and refuses others with 403', async () => {
    const caller = await aTenant();
    const { tenantId, organizationId } = caller;
    const rule = await aStoredRule(caller);
    expect((await put(caller, { id: rule.id, tenantId, organizationId, priority: 1 })).status).toBe(200);
    const other = await aSibling(caller);
    for (const foreign of [{ tenantId: randomUUID() }, { organizationId: other.organizationId }]) {
      expect((await put(caller, { id: rule.id, ...foreign, priority: 2 })).status).toBe(403);
    }
    expect((await put(caller, { id: rule.id, tenantId: 5, priority: 2 })).status).toBe(400);
    expect((await getRule(caller, rule.id)).body).toMatchObject({ tenantId, organizationId, priority: 1 });
  });

  it('returns 404 for unknown, deleted and foreign rules', async () => {
    const caller = await aTenant();
    const deleted = await aStoredRule(caller);
    await caller.api.delete(`${rulesPath}?id=${deleted.id}`);
    const foreign = await aTenant();
    const untouched = await aStoredRule(foreign);
    for (const id of [randomUUID(), deleted.id, untouched.id]) {
      const { status, body } = await put(caller, { id, ruleName: 'no' });
      expect({ status, body }).toEqual({
        status: 404,
        body: { error: 'Rule not found.', code: 'not_found' },
      });
    }
    expect((await getRule(foreign, untouched.id)).body).toEqual(untouched);
  });

  it.each([
    [{}, { id: 'is required' }],
    [{ id: 'x' }, { id: 'must be a UUID' }],
    [{ id: null }, { id: expect.any(String) }],
  ])('returns 400 for the body %j', async (body, details) => {
    const answer = await put(await aTenant(), body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ details });
  });

  it('refuses a rule that grows over 256 KB with 413, and changes nothing', async () => {
    const caller = await aTenant();
    const half = (field: string) => [{ type: 'SET_FIELD', config: { field, value: 'x'.repeat(140_000) } }];
    const rule = await aStoredRule(caller, { successActions: half('a') });
    expect((await put(caller, { id: rule.id, failureActions: half('b') })).status).toBe(413);
    expect((await getRule(caller, rule.id)).body).toEqual(rule);
    expect((await put(caller, { id: rule.id, failureActions: half('b'), successActions: null })).status).toBe(
      200,
    );
  });
});

describe('If-Match', () => {
  const stale = { error: expect.stringContaining('changed'), code: 'stale' };

  it.each<[string, (etag: string) => string]>([
    ['the current ETag', (etag) => etag],
    ['its weak form', (etag) => `W/${etag}`],
    ['a list with it', (etag) => `"999", ${etag}`],
    ['*', () => '*'],
  ])('%s allows the write', async (_, header) => {
    const caller = await aTenant();
    const rule = await aStoredRule(caller);
    const etag = String((await getRule(caller, rule.id)).headers.get('etag'));
    expect((await put(caller, { id: rule.id, priority: 1 }, { 'if-match': header(etag) })).status).toBe(200);
  });

  it.each(['"999"', 'W/"999"', '1', 'garbage'])('%s returns 412 and nothing changes', async (header) => {
    const caller = await aTenant();
    const rule = await aStoredRule(caller);
    const { status, body } = await put(caller, { id: rule.id, priority: 1 }, { 'if-match': header });
    expect({ status, body }).toEqual({ status: 412, body: stale });
    expect((await getRule(caller, rule.id)).body).toEqual(rule);
  });

  it('of a version that was overwritten returns 412', async () => {
    const caller = await aTenant();
    const rule = await aStoredRule(caller);
    const etag = String((await getRule(caller, rule.id)).headers.get('etag'));
    const { body: current } = await put(caller, { id: rule.id, priority: 1 });
    expect((await put(caller, { id: rule.id, priority: 2 }, { 'if-match': etag })).status).toBe(412);
    expect((await getRule(caller, rule.id)).body).toEqual(current);
  });

  it('accepts exactly one of parallel writers of the same version; without it all', async () => {
    const caller = await aTenant();
    const rule = await aStoredRule(caller);
    const etag = String((await getRule(caller, rule.id)).headers.get('etag'));
    const write = (headers: Record<string, string>) =>
      Promise.all(
        Array.from(
          { length: 8 },
          async (_, priority) => (await put(caller, { id: rule.id, priority }, headers)).status,
        ),
      );
    expect((await write({ 'if-match': etag })).toSorted()).toEqual([200, ...Array(7).fill(412)]);
    expect(await write({})).toEqual(Array(8).fill(200));
    expect(await assertNothingHalfWritten(caller.tenantId)).toEqual([rule.ruleId]);
  });
});
