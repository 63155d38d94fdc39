/** Lists, reads, creates, changes and deletes toggles. */
import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '../../kernel/audit/record.ts';
import { InvalidInputError, requireFound } from '../../kernel/errors/errors.ts';
import { retryWhenStale, updateWithRetry } from '../../kernel/http/optimistic-locking.ts';
import { type ParsedListQuery, toList, toListRequest } from '../../kernel/lists/list.ts';
import { prerequisiteWrites } from './prerequisites/changes.ts';
import { releasedByToggle } from './segment-uses.ts';
import { changedToggle, newToggle, type ToggleRow, toToggle } from './toggle.ts';
import type { CreateToggle, ListToggles, UpdateToggle } from './toggle-contract.ts';
import * as store from './toggle-store.ts';

/** Returns the toggle. Throws NotFoundError if it does not exist or was deleted. */
export async function getToggle(id: string): Promise<ToggleRow> {
  return requireFound(await store.findToggle(id), 'Toggle');
}

/** Throws InvalidInputError, ToggleIdentifierTakenError and the errors of `prerequisiteWrites`. */
export async function createToggle(input: CreateToggle, context: ChangeContext): Promise<ToggleRow> {
  const toggle = newToggle(input, randomUUID(), context);
  await retryWhenStale(async () =>
    store.insertToggle(toggle, context, await prerequisiteWrites(undefined, toggle)),
  );
  return toggle;
}

/**
 * Changes the given fields. Throws NotFoundError, StaleError, InvalidInputError, ToggleIdentifierTakenError, for a new
 * identifier ToggleNeededError, and the errors of `prerequisiteWrites`.
 */
export function updateToggle(
  changes: UpdateToggle,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<ToggleRow> {
  const replace = async (before: ToggleRow) => {
    const after = changedToggle(before, changes, context);
    await store.replaceToggle(before, after, context, await prerequisiteWrites(before, after));
    return after;
  };
  return updateWithRetry(() => getToggle(changes.id), ifMatch, replace);
}

/** Returns the id of the toggle to delete, from body or query. Throws InvalidInputError. */
export function deletedId(body: { id?: string | undefined }, query: { id?: string | undefined }): string {
  const id = body.id ?? query.id;
  if (id === undefined) throw new InvalidInputError({ id: 'is required' });
  if (query.id !== undefined && query.id !== id) {
    throw new InvalidInputError({ id: 'must be the same in body and query' });
  }
  return id;
}

/** Deletes the toggle with what it uses. Throws StaleError and ToggleNeededError. */
export async function removeToggle(before: ToggleRow, context: ChangeContext): Promise<void> {
  const released = await releasedByToggle(before);
  await store.removeToggle(before, context, [...released, ...(await prerequisiteWrites(before, undefined))]);
}

/** Throws NotFoundError, StaleError and ToggleNeededError. */
export function deleteToggle(id: string, ifMatch: string | undefined, context: ChangeContext): Promise<void> {
  const remove = (before: ToggleRow) => removeToggle(before, context);
  return updateWithRetry(() => getToggle(id), ifMatch, remove);
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
export async function listToggles(query: ListToggles) {
  const { items, total } = await listRows(query);
  return toList(query, { items: items.map(toToggle), total });
}
