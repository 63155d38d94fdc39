/** Pure decisions about rule sets. */

import type { ChangeContext } from '../../../kernel/audit/record.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { InvalidInputError, requireFound } from '../../../kernel/errors/errors.ts';
import { changedRow } from '../../../kernel/resources/values.ts';
import { RuleAlreadyInSetError, RuleSetFullError } from '../errors.ts';
import { ruleSetLimits, type StoredMember, type StoredSet } from './rule-sets.ts';
import type { UpdateSet } from './set-contract.ts';
import type { AddMember, UpdateMember } from './set-member-contract.ts';

/** Leaves gaps, so that members can be inserted between others. */
const sequenceStep = 10;

/** The members in the order of their ids. Throws InvalidInputError unless each is listed once. */
function ordered(members: readonly StoredMember[], ids: readonly string[]): StoredMember[] {
  const byId = new Map(members.map((member) => [member.id, member]));
  const named = [...new Set(ids)].map((id) => byId.get(id)).filter((member) => member !== undefined);
  if (named.length !== members.length || ids.length !== members.length)
    throw new InvalidInputError({ memberIds: 'must contain each membership of the set once' });
  return named.map((member, index) => ({ ...member, sequence: (index + 1) * sequenceStep }));
}

/** The set with the given fields changed. Throws InvalidInputError. */
export function changedSet(
  set: StoredSet,
  { id: _, memberIds, ...changes }: UpdateSet,
  context: ChangeContext,
): StoredSet {
  const members = memberIds === undefined ? set.members : ordered(set.members, memberIds);
  return changedRow(set, { ...changes, members }, context);
}

/** Throws RuleAlreadyInSetError, RuleSetFullError. */
export function withMember(
  set: StoredSet,
  { ruleId, sequence, enabled }: AddMember,
  id: string,
  context: ChangeContext,
): StoredSet {
  if (set.members.some((member) => member.ruleId === ruleId)) throw new RuleAlreadyInSetError();
  if (set.members.length >= ruleSetLimits.members) throw new RuleSetFullError(ruleSetLimits.members);
  const addedAt = toIso(context.nowMs);
  const member: StoredMember = { id, ruleId, sequence, enabled, addedAt };
  return changedRow(set, { members: [...set.members, member] }, context);
}

/** Throws NotFoundError. */
export function findMember(set: StoredSet, id: string): StoredMember {
  return requireFound(
    set.members.find((one) => one.id === id),
    'Member',
  );
}

/** Throws NotFoundError. */
export function withChangedMember(
  set: StoredSet,
  { memberId, ...changes }: UpdateMember,
  context: ChangeContext,
): StoredSet {
  const before = findMember(set, memberId);
  const { sequence = before.sequence, enabled = before.enabled } = changes;
  const after = { ...before, sequence, enabled };
  const members = set.members.map((member) => (member === before ? after : member));
  return changedRow(set, { members }, context);
}

/** Throws NotFoundError. */
export function withoutMember(set: StoredSet, memberId: string, context: ChangeContext): StoredSet {
  const gone = findMember(set, memberId);
  return changedRow(set, { members: set.members.filter((member) => member !== gone) }, context);
}

/** The order in which members run. */
export function inSequence(members: readonly StoredMember[]): StoredMember[] {
  return members.toSorted((a, b) => a.sequence - b.sequence || (a.id < b.id ? -1 : 1));
}
