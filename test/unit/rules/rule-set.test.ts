import { describe, expect, it } from 'vitest';
import { toResponse } from '../../../shared/kernel/resources/values.ts';
import { changedSet, inSequence, withMember } from '../../../shared/modules/rules/sets/rule-set.ts';
import { ruleSets, type StoredSet } from '../../../shared/modules/rules/sets/rule-sets.ts';

const at = (nowMs: number, subject = 'user:ada') => ({ principal: { subject }, nowMs });
const nowMs = Date.UTC(2026, 2, 1);
const home = { tenantId: 't', organizationId: 'o' };
const empty: StoredSet = {
  ...{ setId: 'S', setName: 'Set', description: null, enabled: true, members: [] },
  ...{ ...home, id: 's1', revision: 1, createdBy: 'user:ada', updatedBy: 'user:ada' },
  ...{ createdAt: '2026-03-01T00:00:00.000Z', updatedAt: '2026-03-01T00:00:00.000Z' },
};

function with_(set: StoredSet, ruleId: string, sequence = 0): StoredSet {
  return withMember(set, { ruleId, sequence, enabled: true }, `m-${ruleId}`, at(nowMs));
}

describe('a rule set', () => {
  it('keeps unchanged fields, and records user and time of a change', () => {
    const changed = changedSet(empty, { id: 's1', setName: 'New' }, at(nowMs, 'user:bob'));
    const updated = { revision: 2, updatedBy: 'user:bob', updatedAt: '2026-03-01T00:00:00.001Z' };
    expect(changed).toEqual({ ...empty, setName: 'New', ...updated });
    expect(changedSet(changed, { id: 's1', description: 'x' }, at(nowMs)).description).toBe('x');
  });

  it('contains at most a hundred rules', () => {
    let full = empty;
    for (let index = 0; index < 100; index++) full = with_(full, `r${index}`);
    expect(toResponse(ruleSets, full).memberCount).toBe(100);
    expect(() => with_(full, 'one more')).toThrow('at most 100 rules');
  });

  it('runs its members by sequence, then by id', () => {
    const set = with_(with_(with_(empty, 'c', 10), 'b', 10), 'a', 20);
    expect(inSequence(set.members).map(({ ruleId }) => ruleId)).toEqual(['b', 'c', 'a']);
  });

  it.each([
    ['omits a member', ['m-a']],
    ['contains one twice', ['m-a', 'm-a']],
    ['contains one twice and all others', ['m-a', 'm-b', 'm-a']],
    ['contains an unknown member', ['m-a', 'm-x']],
  ])('refuses an order that %s', (_, memberIds) => {
    const set = with_(with_(empty, 'a', 1), 'b', 2);
    expect(() => changedSet(set, { id: 's1', memberIds }, at(nowMs))).toThrow(
      expect.objectContaining({ details: { memberIds: 'must contain each membership of the set once' } }),
    );
  });
});
