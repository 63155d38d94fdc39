/** Finds things of all modules in the sources that they declare, and names them. */
import { comparedName } from '../../kernel/base/compared.ts';
import { allOf } from '../../kernel/base/parallel.ts';
import type { Scope } from '../../kernel/base/principal.ts';
import { InvalidInputError } from '../../kernel/errors/errors.ts';
import type { Actor } from '../../kernel/http/operation.ts';
import type { SearchSources } from '../../kernel/modules/search.ts';
import type { FoundThing, NameThings, SearchThings, ThingName } from './contract.ts';
import { hasName, hasNameStart, isCurrent, isShown, maySee, ranked, toFound, type Viewer } from './found.ts';
import { searchLimits } from './limits.ts';
import { parseThings, placesOf, sourceOf } from './names.ts';
import { activeFirst, type PlannedKey, type PlannedQuery, planSearch } from './plan.ts';
import { readFirst, readItems } from './search-store.ts';

const viewerOf = ({ scope, context: { principal, nowMs } }: Actor<Partial<Scope>>): Viewer => ({
  principal,
  nowMs,
  scope: activeFirst(scope),
});

/** The things at keys. One BatchGetItem, none without keys. */
async function findByKeys(planned: readonly Pick<PlannedKey, 'kind' | 'source' | 'key'>[], viewer: Viewer) {
  const itemAt = await readItems(planned.map(({ key }) => key));
  return planned.flatMap(({ kind, source, key }): FoundThing[] => {
    const item = itemAt(key);
    if (item === undefined || !isCurrent(item, viewer)) return [];
    const thing = source.thingIn?.(item);
    return thing === undefined || !isShown(source, thing, viewer) ? [] : [toFound(kind, thing)];
  });
}

interface FoundByQuery {
  things: FoundThing[];
  /** Keys of things that an external id has found. */
  named: Pick<PlannedKey, 'kind' | 'source' | 'key'>[];
  isComplete: boolean;
}

/** What one Query finds. */
async function findByQuery(
  { kind, source, query, reads }: PlannedQuery,
  text: string,
  viewer: Viewer,
): Promise<FoundByQuery> {
  const read = await readFirst(query);
  const items = read.filter((item) => isCurrent(item, viewer));
  if (reads === 'external ids') {
    const keys = items.flatMap((item) => source.externalIds?.keysIn(item, viewer.scope) ?? []);
    return { things: [], named: keys.map((key) => ({ kind, source, key })), isComplete: true };
  }
  const things = items
    .map((item) => source.list?.thingIn(item, query.organizationId))
    .filter((thing) => thing !== undefined)
    .filter((thing) => hasNameStart(thing, text) && isShown(source, thing, viewer));
  return {
    things: things.map((thing) => toFound(kind, thing)),
    named: [],
    isComplete: read.length < query.max,
  };
}

/** Things in the code of the deployment. */
function findKnown(sources: SearchSources, text: string): FoundThing[] {
  return Object.entries(sources).flatMap(([kind, { known = [] }]) =>
    known.filter((thing) => hasName(thing, text)).map((thing) => toFound(kind, thing)),
  );
}

/** The searched text. Throws InvalidInputError if too few of its characters are compared: blanks around it are not. */
function searchedText(q: string): string {
  const { minCharacters } = searchLimits;
  if (comparedName(q).length < minCharacters)
    throw new InvalidInputError({ q: `must have at least ${minCharacters} characters` });
  return q.trim();
}

/**
 * The things that the caller may see, best matches first. A BatchGetItem, or several Queries and a BatchGetItem. Throws
 * InvalidInputError.
 */
export const searchThings =
  (sources: SearchSources) =>
  async (caller: Actor<Partial<Scope>>, { q }: SearchThings) => {
    const text = searchedText(q);
    const viewer = viewerOf(caller);
    const all = Object.entries(sources);
    const visible = Object.fromEntries(all.filter(([, source]) => maySee(viewer.principal, source)));
    const plan = planSearch(visible, viewer.scope, text, searchLimits.readUnits);
    const [byKeys, byQueries] = await allOf([
      findByKeys(plan.keys, viewer),
      allOf(plan.queries.map((query) => findByQuery(query, text, viewer))),
    ]);
    const byExternalIds = await findByKeys(
      byQueries.flatMap(({ named }) => named),
      viewer,
    );
    const listed = byQueries.flatMap(({ things }) => things);
    const found = ranked([...byKeys, ...byExternalIds, ...listed, ...findKnown(visible, text)], text);
    return {
      items: found.slice(0, searchLimits.items),
      leftOut: all
        .filter(([kind]) => visible[kind] === undefined)
        .map(([kind, { feature }]) => ({ kind, feature })),
      isComplete:
        plan.isComplete &&
        byQueries.every(({ isComplete }) => isComplete) &&
        found.length <= searchLimits.items,
    };
  };

/** The names of the things that the caller may see. One BatchGetItem per 100 keys. Throws InvalidInputError. */
export const nameThings =
  (sources: SearchSources) =>
  async (caller: Actor<Partial<Scope>>, { things }: NameThings) => {
    const viewer = viewerOf(caller);
    const wanted = parseThings(things).flatMap((thing) => {
      const named = sourceOf(sources, thing.kind);
      if (named === undefined || !maySee(viewer.principal, named.source)) return [];
      const keys = named.source.keys?.(placesOf(viewer.scope, thing.organizationId), thing.id) ?? [];
      return [{ ...thing, ...named, keys }];
    });
    const itemAt = await readItems(wanted.flatMap(({ keys }) => keys));
    const items = wanted.flatMap(({ kind, id, source, isOfOtherKinds, keys }): ThingName[] => {
      const inItems = keys.flatMap((key) => {
        const item = itemAt(key);
        return item !== undefined && isCurrent(item, viewer) ? (source.thingIn?.(item) ?? []) : [];
      });
      const inCode = source.known?.filter((known) => known.id === id) ?? [];
      const [thing] = [...inItems, ...inCode].filter(
        (one) => isShown(source, one, viewer) && (!isOfOtherKinds || one.kind === kind),
      );
      return thing === undefined
        ? []
        : [{ kind, id, name: thing.name, organizationId: thing.organizationId }];
    });
    return { items };
  };
