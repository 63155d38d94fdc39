/** What can be done with rules: read, decide, write, and what happens when somebody else writes meanwhile. */
import { randomUUID } from 'node:crypto';
import { NotFoundError, StaleError, UnavailableError } from '../http/errors.ts';
import { expectsRevision } from '../http/reply.ts';
import type { Scope } from '../identity/principal.ts';
import type { CreateRule, ListRules, UpdateRule } from './contract.ts';
import { changedRule, newRule, type StoredRule, type WriteContext } from './rule.ts';
import * as store from './rule-store.ts';

/** A write without `If-Match` reads again and repeats when it met another writer: the last one wins. */
const attempts = 5;

/** The live rule. Throws NotFoundError. */
export async function getRule(scope: Scope, id: string): Promise<StoredRule> {
  const stored = await store.findRule(scope, id);
  if (stored === undefined) throw new NotFoundError('Rule');
  return stored;
}

/** Throws InvalidInputError, RuleIdTakenError, BodyTooLargeError. */
export async function createRule(
  scope: Scope,
  input: CreateRule,
  context: WriteContext,
): Promise<StoredRule> {
  const stored = { rule: newRule(scope, input, randomUUID(), context), revision: 1 };
  await store.insertRule(stored, context);
  return stored;
}

/** Changes the given fields. Throws NotFoundError, StaleError, InvalidInputError, RuleIdTakenError, BodyTooLargeError. */
export async function updateRule(
  scope: Scope,
  changes: UpdateRule,
  ifMatch: string | undefined,
  context: WriteContext,
): Promise<StoredRule> {
  return onCurrent(scope, changes.id, ifMatch, (before) =>
    store.replaceRule(before, changedRule(before.rule, changes, context), context),
  );
}

/** Throws NotFoundError, StaleError. */
export async function deleteRule(
  scope: Scope,
  id: string,
  ifMatch: string | undefined,
  context: WriteContext,
): Promise<void> {
  await onCurrent(scope, id, ifMatch, (before) => store.removeRule(before, context));
}

/** Runs a write on the current rule, again when another writer came first, unless the caller named a revision. */
async function onCurrent<T>(
  scope: Scope,
  id: string,
  ifMatch: string | undefined,
  write: (before: StoredRule) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const before = await getRule(scope, id);
    if (!expectsRevision(ifMatch, before.revision)) throw new StaleError();
    try {
      return await write(before);
    } catch (error) {
      if (!(error instanceof StaleError) || ifMatch !== undefined) throw error;
    }
  }
  throw new UnavailableError(undefined, 1);
}

/** One page of the visible rules in the list's own envelope. */
export async function listRules(scope: Scope, query: ListRules) {
  const { page, pageSize, search, sortField, sortDir, ...filters } = query;
  const sort = { field: sortField ?? 'priority', direction: sortDir } as const;
  const { rules, total } = await store.listRules(scope, { page, pageSize, search, filters, sort });
  return { data: rules, pagination: { page, pageSize, total, totalPages: Math.ceil(total / pageSize) } };
}
