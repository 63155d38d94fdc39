/** Reads rule sets with their members, and changes both. */
import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import type { Scope } from '../../../kernel/base/principal.ts';
import { requireFound } from '../../../kernel/errors/errors.ts';
import { readerOf } from '../../../kernel/resources/reader.ts';
import { toResponse } from '../../../kernel/resources/values.ts';
import { writerOf } from '../../../kernel/resources/writer.ts';
import { findRule } from '../authoring/rule-reader.ts';
import {
  changedSet,
  findMember,
  inSequence,
  withChangedMember,
  withMember,
  withoutMember,
} from './rule-set.ts';
import { ruleSetRows, ruleSets, type StoredMember, type StoredSet } from './rule-sets.ts';
import type { RuleSetMember, UpdateSet } from './set-contract.ts';
import type { AddMember, UpdateMember } from './set-member-contract.ts';
import { findRuleNames } from './set-store.ts';

const sets = readerOf(ruleSetRows);
const changes = writerOf(ruleSetRows);

type Names = Awaited<ReturnType<typeof findRuleNames>>;

function toMember(member: StoredMember, names: Names): RuleSetMember {
  const { ruleName = null, ruleType = null } = names.get(member.ruleId) ?? {};
  const { id, ruleId, sequence, enabled, addedAt } = member;
  return { id, ruleId, ruleName, ruleType, sequence, enabled, addedAt };
}

/** The set with its members. Throws NotFoundError. */
export async function getSet(scope: Scope, id: string) {
  const set = await sets.get(scope, id);
  const names = await findRuleNames(
    set,
    set.members.map(({ ruleId }) => ruleId),
  );
  const members = inSequence(set.members).map((member) => toMember(member, names));
  return { set: { ...toResponse(ruleSets, set), members }, revision: set.revision };
}

/** Throws NotFoundError, StaleError, AppError `rule_set_id_taken`. */
export function updateSet(
  scope: Scope,
  input: UpdateSet,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<StoredSet> {
  return changes.change(scope, input.id, ifMatch, context, (set) => changedSet(set, input, context));
}

/** Throws NotFoundError for the set and the rule, RuleAlreadyInSetError, RuleSetFullError, StaleError. */
export async function addMember(
  scope: Scope,
  setId: string,
  input: AddMember,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<RuleSetMember> {
  const id = randomUUID();
  const names: Names = new Map();
  const set = await changes.change(scope, setId, ifMatch, context, async (before) => {
    const found = await findRule({ ...scope, organizationIds: [before.organizationId] }, input.ruleId);
    const { rule } = requireFound(found, 'Rule');
    names.set(rule.id, rule);
    return withMember(before, input, id, context);
  });
  return toMember(findMember(set, id), names);
}

/** The member with this rule. Throws NotFoundError. */
export async function getMember(scope: Scope, setId: string, ruleId: string): Promise<RuleSetMember> {
  const set = await sets.get(scope, setId);
  const member = set.members.find((one) => one.ruleId === ruleId);
  const found = await findRule({ ...scope, organizationIds: [set.organizationId] }, ruleId);
  return toMember(requireFound(member, 'Member'), new Map(found && [[ruleId, found.rule]]));
}

/** Throws NotFoundError, StaleError. */
export async function updateMember(
  scope: Scope,
  setId: string,
  input: UpdateMember,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<void> {
  await changes.change(scope, setId, ifMatch, context, (set) => withChangedMember(set, input, context));
}

/** Throws NotFoundError, StaleError. */
export async function removeMember(
  scope: Scope,
  setId: string,
  memberId: string,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<void> {
  await changes.change(scope, setId, ifMatch, context, (set) => withoutMember(set, memberId, context));
}
