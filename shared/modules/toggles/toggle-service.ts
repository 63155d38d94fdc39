/** Lists, reads, creates, changes and deletes toggles. */
import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '../../kernel/audit/record.ts';
import { requireFound } from '../../kernel/errors/errors.ts';
import { requiredId } from '../../kernel/http/delete-target.ts';
import type { Caller, Precondition, Target } from '../../kernel/http/operation.ts';
import { retryWhenStale, updateWithRetry } from '../../kernel/http/optimistic-locking.ts';
import { withRevision } from '../../kernel/http/reply.ts';
import { type ParsedListQuery, toList, toListRequest } from '../../kernel/lists/list.ts';
import { prerequisiteWrites } from './prerequisites/changes.ts';
import { releasedByToggle } from './segment-uses.ts';
import { changedToggle, newToggle, type ToggleRow, toToggle } from './toggle.ts';
import type { CreateToggle, ListToggles, UpdateToggle } from './toggle-contract.ts';
import * as store from './toggle-store.ts';

/** Who defines toggles: they belong to no tenant. */
export type Definer = Pick<Caller, 'context'>;

/** Returns the row of the toggle. Throws NotFoundError if it does not exist or was deleted. */
export async function readToggle(id: string): Promise<ToggleRow> {
  return requireFound(await store.findToggle(id), 'Toggle');
}

/** Returns the toggle. Throws NotFoundError if it does not exist or was deleted. */
export async function getToggle(_: unknown, { id }: Pick<Target, 'id'>) {
  const toggle = await readToggle(id);
  return withRevision(toToggle(toggle), toggle.revision);
}

/** Throws InvalidInputError, ToggleIdentifierTakenError and the errors of `prerequisiteWrites`. */
export async function createToggle({ context }: Definer, input: CreateToggle) {
  const toggle = newToggle(input, randomUUID(), context);
  await retryWhenStale(async () =>
    store.insertToggle(toggle, context, await prerequisiteWrites(undefined, toggle)),
  );
  return withRevision({ id: toggle.id }, toggle.revision);
}

/**
 * Changes the given fields. Throws NotFoundError, StaleError, InvalidInputError, ToggleIdentifierTakenError, for a new
 * identifier ToggleNeededError, and the errors of `prerequisiteWrites`.
 */
export async function updateToggle(
  { context }: Definer,
  { ifMatch, ...changes }: UpdateToggle & Precondition,
) {
  const replace = async (before: ToggleRow) => {
    const after = changedToggle(before, changes, context);
    await store.replaceToggle(before, after, context, await prerequisiteWrites(before, after));
    return withRevision({ id: after.id }, after.revision);
  };
  return updateWithRetry(() => readToggle(changes.id), ifMatch, replace);
}

/** Deletes the toggle with what it uses. Throws StaleError and ToggleNeededError. */
export async function removeToggle(before: ToggleRow, context: ChangeContext): Promise<void> {
  const released = await releasedByToggle(before);
  await store.removeToggle(before, context, [...released, ...(await prerequisiteWrites(before, undefined))]);
}

/** Throws InvalidInputError, NotFoundError, StaleError and ToggleNeededError. */
export async function deleteToggle({ context }: Definer, { ifMatch, ...input }: Partial<Target>) {
  const id = requiredId(input);
  const remove = (before: ToggleRow) => removeToggle(before, context);
  await updateWithRetry(() => readToggle(id), ifMatch, remove);
  return { id };
}

type ListQuery = ParsedListQuery<store.ToggleListField> &
  Partial<Pick<ListToggles, 'type'>> & {
    identifier?: string | undefined;
    name?: string | undefined;
    category?: string | undefined;
  };

/** Returns one page of rows, sorted by identifier by default. Blank filters are ignored. */
export function listRows(query: ListQuery) {
  return store.listToggles(requestOf(query));
}

/** Returns all matching rows in the order of the query. */
export function allRows(query: ListQuery): Promise<ToggleRow[]> {
  return store.allToggles(requestOf(query));
}

function requestOf(query: ListQuery) {
  const { identifier, name, category, type, search } = query;
  const filters = {
    identifier: identifier || undefined,
    name: name || undefined,
    category: category || undefined,
    type,
  };
  const request = { ...query, search: search?.trim() || undefined };
  return toListRequest<store.ToggleListField>(request, filters);
}

/** Returns one page of toggles. */
export async function listToggles(_: unknown, query: ListToggles) {
  const { items, total } = await listRows(query);
  return toList(query, { items: items.map(toToggle), total });
}
