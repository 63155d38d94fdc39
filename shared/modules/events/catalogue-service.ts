import { containing } from '../../kernel/base/compared.ts';
import { toList } from '../../kernel/lists/list.ts';
import type { EventType, ListEvents } from './contract.ts';

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** One page of the platform's events, the `catalogue`. */
export const listEvents = (catalogue: readonly EventType[]) => async (_: unknown, query: ListEvents) => {
  const { id, page, pageSize, module, sortField = 'type', sortDir } = query;
  const isSearched = containing(query.search ?? '');
  const isFound = (entry: EventType): boolean =>
    (id === undefined || entry.type === id) &&
    (module === undefined || entry.module === module) &&
    [entry.type, entry.description].some(isSearched);
  const found = catalogue
    .filter(isFound)
    .toSorted((a, b) => byText(a[sortField], b[sortField]) || byText(a.type, b.type));
  if (sortDir === 'desc') found.reverse();
  const start = (page - 1) * pageSize;
  return toList(query, { items: found.slice(start, start + pageSize), total: found.length });
};
