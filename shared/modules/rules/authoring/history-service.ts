/** Lists, compares and restores revisions of rules. */
import { differences } from '../../../kernel/audit/record.ts';
import { allOf } from '../../../kernel/base/parallel.ts';
import type { Scope } from '../../../kernel/base/principal.ts';
import { NotFoundError, requireFound } from '../../../kernel/errors/errors.ts';
import type { Actor, Reader, Target } from '../../../kernel/http/operation.ts';
import { updateWithRetry } from '../../../kernel/http/optimistic-locking.ts';
import { toList } from '../../../kernel/lists/list.ts';
import { maskChanges, maskFields } from '../../../kernel/secrets/marked.ts';
import { assertMayRun, restoredRule, revertedRule, type StoredRule } from '../rule.ts';
import type { ListRuleRevisions, RuleRevisionHead } from './history-contract.ts';
import * as history from './history-store.ts';
import { ruleSecrets } from './rule-fields-contract.ts';
import { findLiveRule, ruleReply } from './rule-service.ts';
import * as store from './rule-store.ts';
import { openRevision } from './sealed-revision.ts';

/** A revision of a rule. */
interface RevisionTarget extends Target {
  revision: number;
}

/** The current rule, live or deleted. Throws NotFoundError. */
async function getState(scope: Scope, id: string): Promise<history.RuleState> {
  return requireFound(await history.findRuleState(scope, id), 'Rule');
}

/** Throws NotFoundError for a revision that is not kept. */
async function revisionOf(present: history.RuleState, revision: number): Promise<history.RuleState> {
  return requireFound(await history.findRevision(present, revision), 'Revision');
}

function toHead({ revision, change, changedAt, changedBy }: history.RevisionHead): RuleRevisionHead {
  const { action, changedFields, restoredFrom } = change;
  return { revision, action, changedAt, changedBy, changedFields: [...changedFields], restoredFrom };
}

/** One page of revisions, newest first. Throws NotFoundError. */
export async function listRuleRevisions(
  { scope }: Reader,
  { id, ...query }: ListRuleRevisions & Pick<Target, 'id'>,
) {
  const present = await getState(scope, id);
  const total = present.revision - present.oldestRevision + 1;
  const latest = present.revision - (query.page - 1) * query.pageSize;
  const count = Math.max(0, Math.min(query.pageSize, latest - present.oldestRevision + 1));
  const revisions = Array.from({ length: count }, (_, index) => latest - index);
  const heads = await history.findHeads(present, revisions);
  return toList(query, { items: heads.map(toHead), total });
}

/** The rule at a revision. Throws NotFoundError. */
export async function getRuleRevision(
  { scope }: Reader,
  { id, revision }: Pick<RevisionTarget, 'id' | 'revision'>,
) {
  const state = await revisionOf(await getState(scope, id), revision);
  return { ...toHead(history.headOfState(state)), rule: maskFields(ruleSecrets, state.rule) };
}

/** The differences between two revisions. Throws NotFoundError. */
export async function compareRuleRevisions(
  { scope }: Reader,
  { id, from, to }: { id: string; from: number; to: number },
) {
  const present = await getState(scope, id);
  const [before, after] = await allOf([revisionOf(present, from), revisionOf(present, to)]);
  const changed = maskChanges(ruleSecrets, differences({ ...before.rule }, { ...after.rule }));
  const changes = Object.entries(changed).map(([field, value]) => [
    field,
    { from: value.before, to: value.after },
  ]);
  return {
    from: toHead(history.headOfState(before)),
    to: toHead(history.headOfState(after)),
    changes: Object.fromEntries(changes),
  };
}

/**
 * Restores the content of a live rule's earlier revision as a new revision. Throws NotFoundError, StaleError,
 * ActionForbiddenError, RuleIdTakenError.
 */
export async function restoreRuleRevision(
  { scope, context }: Actor,
  { id, revision, ifMatch }: RevisionTarget,
) {
  const restore = async (before: StoredRule) => {
    const earlier = await revisionOf({ ...before, deletion: null }, revision);
    const rule = revertedRule(before.rule, await openRevision(earlier), context);
    assertMayRun(before.rule, rule, context);
    return store.replaceRule(before, rule, context, { action: 'restored', restoredFrom: revision });
  };
  return ruleReply(await updateWithRetry(() => findLiveRule(scope, id), ifMatch, restore));
}

/** Restores a deleted rule. Throws NotFoundError, RuleIdTakenError. */
export async function restoreRule({ scope, context }: Actor, { id }: Pick<Target, 'id'>) {
  const read = async () => {
    const state = await getState(scope, id);
    if (state.deletion === null) throw new NotFoundError('Deleted rule');
    return { ...state, deletion: state.deletion };
  };
  const restored = await updateWithRetry(read, undefined, async (before) => {
    const rule = restoredRule(await openRevision(before), context);
    return store.restoreRule(before, before.deletion, rule, context);
  });
  return ruleReply(restored);
}
