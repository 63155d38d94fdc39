/** Rule sets and the pure decisions about them. */

import type { ChangeContext } from '../../../kernel/audit/record.ts';
import { laterThan, toIso } from '../../../kernel/base/times.ts';
import { InvalidInputError, requireFound } from '../../../kernel/errors/errors.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { RuleAlreadyInSetError, RuleSetFullError } from '../errors.ts';
import { type CreateSet, type RuleSet, ruleSetLimits, type UpdateSet } from './set-contract.ts';
import type { AddMember, UpdateMember } from './set-member-contract.ts';

/** A rule of a set. */
export interface StoredMember {
  id: string;
  /** Id of the rule. */
  ruleId: string;
  sequence: number;
  enabled: boolean;
  addedAt: string;
}

export interface StoredSet extends Omit<RuleSet, 'memberCount'> {
  members: readonly StoredMember[];
  revision: number;
}

const orNull = (value: string | null | undefined): string | null => value || null;

export function newSet(
  { tenantId, organizationId }: RowScope,
  { setId, setName, description, enabled }: CreateSet,
  id: string,
  { principal, nowMs }: ChangeContext,
): StoredSet {
  const at = toIso(nowMs);
  const by = principal.subject;
  return {
    id,
    setId,
    setName,
    description: orNull(description),
    enabled,
    tenantId,
    organizationId,
    createdAt: at,
    updatedAt: at,
    createdBy: by,
    updatedBy: by,
    members: [],
    revision: 1,
  };
}

/** The next revision of the set, changed by the caller. */
function touched(set: StoredSet, { principal, nowMs }: ChangeContext): StoredSet {
  return {
    ...set,
    revision: set.revision + 1,
    updatedAt: laterThan(set.updatedAt, nowMs),
    updatedBy: principal.subject,
  };
}

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
export function changedSet(set: StoredSet, changes: UpdateSet, context: ChangeContext): StoredSet {
  const { setId = set.setId, setName = set.setName, enabled = set.enabled } = changes;
  const description = changes.description === undefined ? set.description : orNull(changes.description);
  const members = changes.memberIds === undefined ? set.members : ordered(set.members, changes.memberIds);
  return { ...touched(set, context), setId, setName, description, enabled, members };
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
  return { ...touched(set, context), members: [...set.members, member] };
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
  return { ...touched(set, context), members };
}

/** Throws NotFoundError. */
export function withoutMember(set: StoredSet, memberId: string, context: ChangeContext): StoredSet {
  const gone = findMember(set, memberId);
  return { ...touched(set, context), members: set.members.filter((member) => member !== gone) };
}

/** The order in which members run. */
export function inSequence(members: readonly StoredMember[]): StoredMember[] {
  return members.toSorted((a, b) => a.sequence - b.sequence || (a.id < b.id ? -1 : 1));
}

export function toRuleSet({ members, revision, ...set }: StoredSet): RuleSet {
  return { ...set, memberCount: members.length };
}
