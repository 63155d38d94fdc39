/** Source items that adapters find in what a service gives them, and records as they give them to it. Pure. */
import { anyName, findJsonProblem, maxJsonLevels } from '../../../kernel/http/caller-json.ts';
import { truncate } from '../../../kernel/text/text.ts';
import type { BadItem, SourceItem } from '../adapter.ts';
import { valueAt, withValueAt } from '../mappings/paths.ts';

/** So much of an id names a bad item. */
const maxIdCharacters = 500;

type Data = Readonly<Record<string, unknown>>;

/** What is wrong with JSON that came from a file or a service; undefined when it is accepted, as in a body. */
function problemOf(value: unknown): string | undefined {
  const problem = findJsonProblem(value, { forbidden: anyName });
  if (problem === undefined) return undefined;
  if (problem.kind === 'too_deep') return `nests more than ${maxJsonLevels} levels deep in ${problem.field}`;
  return `has text that is not valid Unicode in ${problem.field}`;
}

/**
 * The item that a value of a service is, by the field that is its id: a text that is not empty, or a number. A bad one
 * names the `place` where it was. Undefined for what is no object.
 */
export function toSourceItem(
  value: unknown,
  idField: string,
  place: string,
): SourceItem | BadItem | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const data = value as Record<string, unknown>;
  const id = valueAt(data, idField);
  const externalId = typeof id === 'string' ? id.trim() : Number.isFinite(id) ? String(id) : '';
  const problem = problemOf(data);
  // Without its data, which is what cannot be kept.
  if (problem !== undefined)
    return { externalId: truncate(externalId, maxIdCharacters) || null, error: `${place} ${problem}.` };
  if (externalId === '') return { externalId: null, error: `${place} has no ${idField}.`, data };
  return { externalId, data };
}

/** A record's data with its id under the service's name for it, first, in place of a field of that name. */
export function withId(data: Data, idField: string, id: string): Data {
  if (idField.includes('.')) return withValueAt(data, idField, id) ?? data;
  const { [idField]: _, ...rest } = data;
  return { [idField]: id, ...rest };
}
