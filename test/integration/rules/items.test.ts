/** The items of a rule in the table: they are consistent after every operation, also of parallel callers. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { resourceKey } from '../../../shared/kernel/resources/keys.ts';
import { getItem } from '../../../shared/kernel/table/read.ts';
import { updateItem } from '../../../shared/kernel/table/write.ts';
import { maxRuleRevisions } from '../../../shared/modules/rules/authoring/rule-change.ts';
import { ruleKey, ruleRevisionKey } from '../../../shared/modules/rules/keys.ts';
import { ruleSets } from '../../../shared/modules/rules/sets/rule-sets.ts';
import {
  aStoredRule,
  aStoredSet,
  assertNothingHalfWritten,
  getRule,
  itemsOf,
  listRules,
  rulePath,
  rulesPath,
  setsPath,
} from '../../support/builders/rules.ts';
import { aRule, aTenant, type TestCaller } from '../../support/builders/tenants.ts';

let caller: TestCaller;
beforeEach(async () => {
  caller = await aTenant();
});

const put = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  caller.api.put(rulesPath, { body, headers });
const remove = (id: string) => caller.api.delete(`${rulesPath}?id=${id}`);
const restore = (id: string) => caller.api.post(`${rulePath(id)}/restore`);

async function statusesOf(count: number, send: (index: number) => Promise<{ status: number }>) {
  const answers = await Promise.all(Array.from({ length: count }, (_, index) => send(index)));
  return answers.map(({ status }) => status).toSorted();
}

describe('the items of rules are consistent', () => {
  /** The ruleIds of the rules that remain. */
  let remaining: string[];
  afterEach(async () => {
    expect((await assertNothingHalfWritten(caller.tenantId)).toSorted()).toEqual(remaining.toSorted());
  });

  it('after parallel creations with one ruleId', async () => {
    const create = () => caller.api.post(rulesPath, { body: aRule() });
    expect(await statusesOf(20, create)).toEqual([201, ...Array(19).fill(409)]);
    remaining = ['ORDER-LIMIT'];
  });

  it('after parallel creations of different rules, whose total is exact', async () => {
    remaining = Array.from({ length: 20 }, (_, index) => `RULE-${index}`);
    const create = (index: number) =>
      caller.api.post(rulesPath, { body: aRule({ ruleId: remaining[index], priority: index }) });
    expect(await statusesOf(20, create)).toEqual(Array(20).fill(201));
    expect((await listRules(caller, 'pageSize=20')).pagination.total).toBe(20);
  });

  it('after parallel renamings to one ruleId', async () => {
    const rules = await Promise.all([0, 1, 2, 3, 4, 5].map((n) => aStoredRule(caller, { ruleId: `R${n}` })));
    const rename = (index: number) => put({ id: rules[index]?.id, ruleId: 'WANTED' });
    expect(await statusesOf(6, rename)).toEqual([200, ...Array(5).fill(409)]);
    remaining = (await listRules(caller)).data.map(({ ruleId }) => ruleId);
    expect(remaining).toContain('WANTED');
  });

  it('after parallel changes, with and without If-Match', async () => {
    const rule = await aStoredRule(caller);
    const etag = String((await getRule(caller, rule.id)).headers.get('etag'));
    const write = (headers: Record<string, string>) =>
      statusesOf(8, (priority) => put({ id: rule.id, priority }, headers));
    expect(await write({ 'if-match': etag })).toEqual([200, ...Array(7).fill(412)]);
    expect(await write({})).toEqual(Array(8).fill(200));
    remaining = [rule.ruleId];
  });

  it('after a renaming, a refused one and a change of priority', async () => {
    await aStoredRule(caller, { ruleId: 'TAKEN' });
    const { id } = await aStoredRule(caller, { ruleId: 'OLD' });
    const statuses = [
      (await put({ id, ruleId: 'NEW', priority: 9_999 })).status,
      (await put({ id, ruleId: 'TAKEN' })).status,
    ];
    expect(statuses).toEqual([200, 409]);
    await aStoredRule(caller, { ruleId: 'OLD' });
    remaining = ['NEW', 'OLD', 'TAKEN'];
  });

  it('after a deletion, which only marks the row, and parallel restorations', async () => {
    const rule = await aStoredRule(caller);
    expect(await statusesOf(8, () => remove(rule.id))).toEqual([204, ...Array(7).fill(404)]);
    expect(itemsOf(caller.tenantId).filter(({ sk }) => sk === `RULE#${rule.id}`)).toEqual([
      expect.objectContaining({
        ruleName: rule.ruleName,
        deletedAt: expect.stringMatching(/Z$/),
        deletedBy: `api_key:${caller.keyId}`,
      }),
    ]);
    expect(await assertNothingHalfWritten(caller.tenantId)).toEqual([]);
    expect(await statusesOf(4, () => restore(rule.id))).toEqual([200, 404, 404, 404]);
    remaining = [rule.ruleId];
  });

  it('after the restoration of a rule with the maximum number of revisions, without the oldest', async () => {
    const { id, ruleId } = await aStoredRule(caller);
    await remove(id);
    await updateItem({
      Key: ruleKey(caller, id),
      UpdateExpression: 'SET rev = :latest, oldestRevision = :oldest',
      ExpressionAttributeValues: { ':latest': maxRuleRevisions, ':oldest': 1 },
    });
    expect((await restore(id)).headers.get('etag')).toBe(`"${maxRuleRevisions + 1}"`);
    expect((await caller.api.get(`${rulePath(id)}/revisions/1`)).status).toBe(404);
    expect((await getItem(ruleRevisionKey(caller, id, 1))) ?? null).toBeNull();
    remaining = [ruleId];
  });
});

it('a deleted set is only marked', async () => {
  const { id } = await aStoredSet(caller);
  await caller.api.delete(`${setsPath}?id=${id}`);
  expect(itemsOf(caller.tenantId).some(({ sk }) => sk === resourceKey(ruleSets.name, caller, id).sk)).toBe(
    true,
  );
});
