import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { aStoredRule, getRule, rulePath, rulesPath } from '../../support/builders/rules.ts';
import { aSibling, aTenant } from '../../support/builders/tenants.ts';

describe('GET /api/business_rules/rules/{id}', () => {
  it('returns the rule with the ETag of the write', async () => {
    const { api, ...caller } = await aTenant();
    const rule = await aStoredRule({ api, ...caller });
    const read = await api.get(rulePath(rule.id));
    expect(read.status).toBe(200);
    expect(read.body).toEqual(rule);
    const changed = await api.put(rulesPath, { body: { id: rule.id, enabled: false } });
    expect(changed.headers.get('etag')).not.toBe(read.headers.get('etag'));
    const again = await api.get(rulePath(rule.id));
    expect(again.headers.get('etag')).toBe(changed.headers.get('etag'));
    expect(again.body).toEqual(changed.body);
  });

  it('accepts the id in upper case', async () => {
    const caller = await aTenant();
    const rule = await aStoredRule(caller);
    expect((await getRule(caller, rule.id.toUpperCase())).body).toEqual(rule);
  });

  it.each<[string, (etag: string) => string, number]>([
    ['the ETag', (etag) => etag, 304],
    ['its weak form', (etag) => `W/${etag}`, 304],
    ['a list with it', (etag) => `"other", ${etag}`, 304],
    ['*', () => '*', 304],
    ['another ETag', () => '"999"', 200],
    ['a part of it', (etag) => etag.slice(1, -1), 200],
  ])('with If-None-Match naming %s', async (_, header, status) => {
    const caller = await aTenant();
    const rule = await aStoredRule(caller);
    const etag = String((await getRule(caller, rule.id)).headers.get('etag'));
    const answer = await caller.api.get(rulePath(rule.id), { headers: { 'if-none-match': header(etag) } });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('etag')).toBe(etag);
    expect(answer.body).toEqual(status === 304 ? undefined : rule);
  });

  it('returns the same 404 for the id of an unknown, a deleted, a foreign tenant’s and a foreign organization’s rule', async () => {
    const caller = await aTenant();
    const deleted = await aStoredRule(caller, { ruleId: 'DELETED' });
    await caller.api.delete(`${rulesPath}?id=${deleted.id}`);
    const foreign = await aStoredRule(await aTenant());
    const siblings = await aStoredRule(await aSibling(caller));

    for (const id of [randomUUID(), deleted.id, foreign.id, siblings.id]) {
      const { status, body } = await getRule(caller, id);
      expect({ status, body }).toEqual({
        status: 404,
        body: { error: 'Rule not found.', code: 'not_found' },
      });
    }
  });

  it.each(['1', 'not-a-uuid', `${randomUUID()}0`, '%20', 'null', '__proto__'])(
    'returns 400 for the id %s',
    async (id) => {
      const { status, body } = await getRule(await aTenant(), id);
      expect(status).toBe(400);
      expect(body).toMatchObject({ details: { id: 'must be a UUID' } });
    },
  );
});
