/** Reads, creates, changes and deletes rules. */
import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import type { Scope } from '../../../kernel/base/principal.ts';
import { requireFound } from '../../../kernel/errors/errors.ts';
import type { Created } from '../../../kernel/http/create-once.ts';
import type { Actor, Caller, Precondition, Reader, Target } from '../../../kernel/http/operation.ts';
import { updateWithRetry } from '../../../kernel/http/optimistic-locking.ts';
import { withRevision } from '../../../kernel/http/reply.ts';
import {
  assertMayRun,
  changedRule,
  firstRevision,
  newRule,
  type StoredRule,
  takenOverRule,
} from '../rule.ts';
import type { ListRules } from './rule-contract.ts';
import { assertExpressions, warningsOfRules } from './rule-expressions.ts';
import type { CreateRule, UpdateRule } from './rule-fields-contract.ts';
import { findRule } from './rule-reader.ts';
import * as store from './rule-store.ts';

/** Who reads rules; a caller with `warnings` is warned of parts without effect. */
interface Warned extends Reader {
  context: Pick<ChangeContext, 'warnings'>;
}

/** The live rule. Throws NotFoundError. */
export async function findLiveRule(scope: Scope, id: string): Promise<StoredRule> {
  return requireFound(await findRule(scope, id), 'Rule');
}

/** A rule in a response. */
export const ruleReply = ({ rule, revision }: StoredRule) => withRevision(rule, revision);

/** The live rule. Throws NotFoundError. */
export async function getRule({ scope, context: { warnings } }: Warned, { id }: Pick<Target, 'id'>) {
  const stored = await findLiveRule(scope, id);
  warnings?.push(...(await warningsOfRules([stored.rule])));
  return ruleReply(stored);
}

/** Throws InvalidInputError, ActionForbiddenError, RuleIdTakenError, BodyTooLargeError. */
export async function createRule({ scope, context }: Actor, input: CreateRule) {
  await assertExpressions(input);
  const stored = firstRevision(newRule(scope, input, randomUUID(), context));
  assertMayRun(undefined, stored.rule, context);
  await store.insertRule(stored, context);
  return ruleReply(stored);
}

/** The rule that an earlier request created, as it is now. Throws NotFoundError. */
export async function replayRule({ scope }: Reader, { id }: Created) {
  return ruleReply(await findLiveRule(scope, id));
}

/**
 * Changes the given fields. Throws NotFoundError, StaleError, InvalidInputError, ActionForbiddenError,
 * RuleIdTakenError, BodyTooLargeError.
 */
export async function updateRule(
  { scope, context }: Actor,
  { ifMatch, ...changes }: UpdateRule & Precondition,
) {
  const replace = async (before: StoredRule) => {
    const rule = changedRule(before.rule, changes, context);
    await assertExpressions(changes, rule);
    assertMayRun(before.rule, rule, context);
    return store.replaceRule(before, rule, context);
  };
  return ruleReply(await updateWithRetry(() => findLiveRule(scope, changes.id), ifMatch, replace));
}

/** Makes the rule run as the caller. Throws NotFoundError, StaleError, ActionForbiddenError. */
export async function takeOverRule({ scope, context }: Actor, { id, ifMatch }: Target) {
  const replace = async (before: StoredRule) => {
    const rule = takenOverRule(before.rule, context);
    assertMayRun(before.rule, rule, context);
    return store.replaceRule(before, rule, context);
  };
  return ruleReply(await updateWithRetry(() => findLiveRule(scope, id), ifMatch, replace));
}

/** Throws NotFoundError, StaleError. */
export async function deleteRule({ scope, context }: Caller, { id, ifMatch }: Target): Promise<undefined> {
  await updateWithRetry(
    () => findLiveRule(scope, id),
    ifMatch,
    (before) => store.removeRule(before, context),
  );
}

/** One page of the visible rules. A filter on a unique field reads by key. */
export async function listRules({ scope, context: { warnings } }: Warned, query: ListRules) {
  const { page, pageSize, search, sortField, sortDir, id, ...filters } = query;
  const sort = { field: sortField, direction: sortDir };
  const request = { page, pageSize, search, filters, sort };
  const named = id ?? (filters.ruleId && ((await store.findIdOfRuleId(scope, filters.ruleId)) ?? null));
  const { rules, total } =
    named === undefined
      ? await store.listRules(scope, request)
      : await store.listRulesByIds(scope, named === null ? [] : [named], request);
  warnings?.push(...(await warningsOfRules(rules)));
  return { data: rules, pagination: { page, pageSize, total, totalPages: Math.ceil(total / pageSize) } };
}
