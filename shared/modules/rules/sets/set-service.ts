/** Reads, creates, changes and deletes rule sets. */
import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import type { Scope } from '../../../kernel/base/principal.ts';
import { requireFound } from '../../../kernel/errors/errors.ts';
import { updateWithRetry } from '../../../kernel/http/optimistic-locking.ts';
import { toList, toListRequest } from '../../../kernel/lists/list.ts';
import { findRule } from '../authoring/rule-store.ts';
import * as sets from './rule-set.ts';
import { type StoredMember, type StoredSet, toRuleSet } from './rule-set.ts';
import type { CreateSet, ListSets, RuleSetMember, UpdateSet } from './set-contract.ts';
import type { AddMember, UpdateMember } from './set-member-contract.ts';
import * as store from './set-store.ts';

/** The live set. Throws NotFoundError. */
export async function getStoredSet(scope: Scope, id: string): Promise<StoredSet> {
  return requireFound(await store.findSet(scope, id), 'Rule set');
}

type Names = Awaited<ReturnType<typeof store.findRuleNames>>;

function toMember(member: StoredMember, names: Names): RuleSetMember {
  const { ruleName = null, ruleType = null } = names.get(member.ruleId) ?? {};
  const { id, ruleId, sequence, enabled, addedAt } = member;
  return { id, ruleId, ruleName, ruleType, sequence, enabled, addedAt };
}

/** The set with its members. Throws NotFoundError. */
export async function getSet(scope: Scope, id: string) {
  const set = await getStoredSet(scope, id);
  const names = await store.findRuleNames(
    set,
    set.members.map(({ ruleId }) => ruleId),
  );
  const members = sets.inSequence(set.members).map((member) => toMember(member, names));
  return { set: { ...toRuleSet(set), members }, revision: set.revision };
}

/** One page of sets. */
export async function listSets(scope: Scope, query: ListSets) {
  const { setId, enabled } = query;
  const request = toListRequest<store.SetListField>(query, { setId, enabled });
  const { items, total } = await store.listSets(scope, request);
  return toList(query, { items: items.map(toRuleSet), total });
}

/** Throws RuleSetIdTakenError. */
export async function createSet(scope: Scope, input: CreateSet, context: ChangeContext): Promise<StoredSet> {
  const set = sets.newSet(scope, input, randomUUID(), context);
  await store.insertSet(set, context);
  return set;
}

/**
 * Applies a change to the current set. Throws NotFoundError, StaleError and what the change and the store
 * throw.
 */
function change<Result extends { set: StoredSet }>(
  scope: Scope,
  id: string,
  ifMatch: string | undefined,
  context: ChangeContext,
  decide: (set: StoredSet) => Result | Promise<Result>,
): Promise<Result> {
  return updateWithRetry(
    () => getStoredSet(scope, id),
    ifMatch,
    async (before) => {
      const result = await decide(before);
      await store.replaceSet(before, result.set, context);
      return result;
    },
  );
}

/** Throws NotFoundError, StaleError, RuleSetIdTakenError. */
export async function updateSet(
  scope: Scope,
  changes: UpdateSet,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<StoredSet> {
  const decide = (set: StoredSet) => ({ set: sets.changedSet(set, changes, context) });
  return (await change(scope, changes.id, ifMatch, context, decide)).set;
}

/** Throws NotFoundError, StaleError. */
export async function deleteSet(
  scope: Scope,
  id: string,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<void> {
  await updateWithRetry(
    () => getStoredSet(scope, id),
    ifMatch,
    (set) => store.removeSet(set, context),
  );
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
  const { member, rule } = await change(scope, setId, ifMatch, context, async (set) => {
    const found = requireFound(
      await findRule({ ...scope, organizationIds: [set.organizationId] }, input.ruleId),
      'Rule',
    );
    return { ...sets.withMember(set, input, id, context), rule: found.rule };
  });
  return toMember(member, new Map([[rule.id, rule]]));
}

/** Throws NotFoundError, StaleError. */
export async function updateMember(
  scope: Scope,
  setId: string,
  changes: UpdateMember,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<void> {
  await change(scope, setId, ifMatch, context, (set) => ({
    set: sets.withChangedMember(set, changes, context),
  }));
}

/** Throws NotFoundError, StaleError. */
export async function removeMember(
  scope: Scope,
  setId: string,
  memberId: string,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<void> {
  await change(scope, setId, ifMatch, context, (set) => ({
    set: sets.withoutMember(set, memberId, context),
  }));
}
