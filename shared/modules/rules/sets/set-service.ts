/** Reads rule sets with their members, and changes both. */
import { randomUUID } from 'node:crypto';
import { requireFound } from '../../../kernel/errors/errors.ts';
import type { Created } from '../../../kernel/http/create-once.ts';
import type { Caller, Precondition, Reader, Target } from '../../../kernel/http/operation.ts';
import { withRevision } from '../../../kernel/http/reply.ts';
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
export async function getSet({ scope }: Reader, { id }: Pick<Target, 'id'>) {
  const set = await sets.get(scope, id);
  const names = await findRuleNames(
    set,
    set.members.map(({ ruleId }) => ruleId),
  );
  const members = inSequence(set.members).map((member) => toMember(member, names));
  return withRevision({ ...toResponse(ruleSets, set), members }, set.revision);
}

/** Throws NotFoundError, StaleError, AppError `rule_set_id_taken`. */
export async function updateSet({ scope, context }: Caller, { ifMatch, ...input }: UpdateSet & Precondition) {
  const change = (before: StoredSet) => changedSet(before, input, context);
  const set = await changes.change(scope, input.id, ifMatch, context, change);
  return withRevision({ ok: true as const, ...toResponse(ruleSets, set) }, set.revision);
}

/** Throws NotFoundError for the set and the rule, RuleAlreadyInSetError, RuleSetFullError, StaleError. */
export async function addSetMember(
  { scope, context }: Caller,
  { id: setId, ifMatch, ...input }: AddMember & Target,
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

/** The member that an earlier request added. Throws NotFoundError. */
export async function replaySetMember(
  { scope }: Reader,
  _: Created,
  { id, ruleId }: Pick<AddMember & Target, 'id' | 'ruleId'>,
): Promise<RuleSetMember> {
  const set = await sets.get(scope, id);
  const member = set.members.find((one) => one.ruleId === ruleId);
  const found = await findRule({ ...scope, organizationIds: [set.organizationId] }, ruleId);
  return toMember(requireFound(member, 'Member'), new Map(found && [[ruleId, found.rule]]));
}

/** Throws NotFoundError, StaleError. */
export async function updateSetMember(
  { scope, context }: Caller,
  { id, ifMatch, ...input }: UpdateMember & Target,
) {
  await changes.change(scope, id, ifMatch, context, (set) => withChangedMember(set, input, context));
  return { ok: true as const };
}

/** Throws NotFoundError, StaleError. */
export async function removeSetMember(
  { scope, context }: Caller,
  { id, memberId, ifMatch }: Pick<UpdateMember, 'memberId'> & Target,
) {
  await changes.change(scope, id, ifMatch, context, (set) => withoutMember(set, memberId, context));
  return { ok: true as const };
}
