/** Reads, creates, changes and deletes rules. */
import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import type { Scope } from '../../../kernel/base/principal.ts';
import { requireFound } from '../../../kernel/errors/errors.ts';
import { updateWithRetry } from '../../../kernel/http/optimistic-locking.ts';
import {
  type AuthorContext,
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

type Warned = Pick<ChangeContext, 'warnings'>;

/** The live rule. Throws NotFoundError. */
export async function getRule(scope: Scope, id: string): Promise<StoredRule> {
  return requireFound(await findRule(scope, id), 'Rule');
}

/** The live rule, for a caller who is warned of parts without effect. Throws NotFoundError. */
export async function readRule(scope: Scope, id: string, { warnings }: Warned): Promise<StoredRule> {
  const stored = await getRule(scope, id);
  warnings?.push(...(await warningsOfRules([stored.rule])));
  return stored;
}

/** Throws InvalidInputError, ActionForbiddenError, RuleIdTakenError, BodyTooLargeError. */
export async function createRule(
  scope: Scope,
  input: CreateRule,
  context: AuthorContext,
): Promise<StoredRule> {
  await assertExpressions(input);
  const stored = firstRevision(newRule(scope, input, randomUUID(), context));
  assertMayRun(undefined, stored.rule, context);
  await store.insertRule(stored, context);
  return stored;
}

/**
 * Changes the given fields. Throws NotFoundError, StaleError, InvalidInputError, ActionForbiddenError,
 * RuleIdTakenError, BodyTooLargeError.
 */
export async function updateRule(
  scope: Scope,
  changes: UpdateRule,
  ifMatch: string | undefined,
  context: AuthorContext,
): Promise<StoredRule> {
  return updateWithRetry(
    () => getRule(scope, changes.id),
    ifMatch,
    async (before) => {
      const rule = changedRule(before.rule, changes, context);
      await assertExpressions(changes, rule);
      assertMayRun(before.rule, rule, context);
      return store.replaceRule(before, rule, context);
    },
  );
}

/** Makes the rule run as the caller. Throws NotFoundError, StaleError, ActionForbiddenError. */
export async function takeOverRule(
  scope: Scope,
  id: string,
  ifMatch: string | undefined,
  context: AuthorContext,
): Promise<StoredRule> {
  return updateWithRetry(
    () => getRule(scope, id),
    ifMatch,
    async (before) => {
      const rule = takenOverRule(before.rule, context);
      assertMayRun(before.rule, rule, context);
      return store.replaceRule(before, rule, context);
    },
  );
}

/** Throws NotFoundError, StaleError. */
export async function deleteRule(
  scope: Scope,
  id: string,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<void> {
  await updateWithRetry(
    () => getRule(scope, id),
    ifMatch,
    (before) => store.removeRule(before, context),
  );
}

/** One page of the visible rules. A filter on a unique field reads by key. */
export async function listRules(scope: Scope, query: ListRules, { warnings }: Warned = {}) {
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
