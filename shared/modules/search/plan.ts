/** Which items a search reads: as many as its read units allow, those of the active organization first. Pure. */
import { uuidPattern } from '../../kernel/base/ids.ts';
import type { SearchQuery, SearchScope, SearchSource, SearchSources } from '../../kernel/modules/search.ts';
import type { Key } from '../../kernel/table/keys.ts';

interface Planned {
  kind: string;
  source: SearchSource;
  /** Read units, eventually consistent, of small items. */
  price: number;
  /** Position of its organization in the scope. */
  place: number;
}
export interface PlannedKey extends Planned {
  key: Key;
}
export interface PlannedQuery extends Planned {
  query: SearchQuery;
  reads: 'names' | 'external ids';
}

export interface Plan {
  keys: PlannedKey[];
  queries: PlannedQuery[];
  /** False if the read units did not suffice for everything. */
  isComplete: boolean;
}

/** An item, or the items of a Query, of up to 4 KB, read eventually consistent. */
const price = 0.5;

/** Keys that differ, in their order. */
export function distinctKeys(keys: readonly Key[]): Key[] {
  return [...new Map(keys.map((key) => [`${key.pk} ${key.sk}`, key])).values()];
}

/** The scope with its active organization first. */
export function activeFirst(scope: SearchScope & { organizationId?: string }): SearchScope {
  const { tenantId, organizationId, organizationIds = [] } = scope;
  const isActive = (id: string): boolean => id === organizationId;
  const ordered = [...organizationIds.filter(isActive), ...organizationIds.filter((id) => !isActive(id))];
  return { ...(tenantId !== undefined && { tenantId }), organizationIds: ordered };
}

function keysOf(sources: SearchSources, scope: SearchScope, id: string): PlannedKey[] {
  return Object.entries(sources).flatMap(([kind, source]) => {
    const { keys, isFoundById = true } = source;
    if (keys === undefined || !isFoundById) return [];
    return distinctKeys(keys(scope, id)).map((key, place) => ({
      kind,
      source,
      key,
      place,
      price,
    }));
  });
}

function queriesOf(sources: SearchSources, scope: SearchScope, text: string): PlannedQuery[] {
  const entries = Object.entries(sources);
  const external = entries.flatMap(([kind, source]): PlannedQuery[] => {
    const { externalIds } = source;
    if (externalIds === undefined) return [];
    // The thing itself is read afterwards, where it can be.
    const after = externalIds.keysIn({ id: '' }, scope).length * price;
    return externalIds.queries(scope, text).map((query, place) => {
      return { kind, source, query, place, price: price + after, reads: 'external ids' };
    });
  });
  const named = entries.flatMap(([kind, source]): PlannedQuery[] =>
    (source.list?.queries(scope, text) ?? []).map((query, place) => {
      return { kind, source, query, place, price, reads: 'names' };
    }),
  );
  return [...external, ...named];
}

/** Those that the units allow, the first places first. */
function affordable<Read extends Planned>(reads: readonly Read[], units: number): Read[] {
  let left = units;
  return reads
    .toSorted((one, other) => one.place - other.place)
    .filter(({ price }) => {
      if (price > left) return false;
      left -= price;
      return true;
    });
}

/** The reads of a search. An id is read by key; any other text is searched as external id and as name. */
export function planSearch(sources: SearchSources, scope: SearchScope, text: string, units: number): Plan {
  if (uuidPattern.test(text)) {
    const wanted = keysOf(sources, scope, text.toLowerCase());
    const keys = affordable(wanted, units);
    return { keys, queries: [], isComplete: keys.length === wanted.length };
  }
  const wanted = queriesOf(sources, scope, text);
  const queries = affordable(wanted, units);
  return { keys: [], queries, isComplete: queries.length === wanted.length };
}
