/** The things that a request names. Pure. */
import { uuidPattern } from '../../kernel/base/ids.ts';
import { InvalidInputError } from '../../kernel/errors/errors.ts';
import type { SearchScope, SearchSource, SearchSources } from '../../kernel/modules/search.ts';
import { searchLimits } from './limits.ts';

export interface RequestedThing {
  kind: string;
  id: string;
  /** Undefined if it may be in any selected organization. */
  organizationId: string | undefined;
}

/** No id contains the separator of keys. */
const pattern = /^([a-z][a-z0-9_]*(?:\.[a-z0-9_]+)?):([^#@]+)(?:@(.+))?$/;

/** Throws InvalidInputError. */
export function parseThings(text: string): RequestedThing[] {
  const texts = text.split(',').map((one) => one.trim());
  if (texts.length > searchLimits.things)
    throw new InvalidInputError({ things: `must name at most ${searchLimits.things} things` });
  return texts.map((one) => {
    const [, kind, id, organizationId] = pattern.exec(one) ?? [];
    const isValid = organizationId === undefined || uuidPattern.test(organizationId);
    if (kind === undefined || id === undefined || !isValid)
      throw new InvalidInputError({
        things: 'must be a list of <kind>:<id>, or <kind>:<id>@<organizationId>',
      });
    return { kind, id, organizationId: organizationId?.toLowerCase() };
  });
}

/** A source, under the name of its own things. */
export interface NamedSource {
  source: SearchSource;
  /** Whether its things may have any kind, so that theirs is compared. */
  isOfOtherKinds: boolean;
}

/** The source of a kind: its own, the one that has it as an alias, or the one of kinds that no source names. */
export function sourceOf(sources: SearchSources, kind: string): NamedSource | undefined {
  const own = Object.hasOwn(sources, kind) ? sources[kind] : undefined;
  const all = Object.values(sources);
  const named = own ?? all.find(({ aliases = [] }) => aliases.includes(kind));
  if (named !== undefined) return { source: named, isOfOtherKinds: false };
  const other = all.find(({ isOfOtherKinds }) => isOfOtherKinds);
  return other && { source: other, isOfOtherKinds: true };
}

/** The organizations in which a thing is searched. */
export function placesOf(
  { organizationIds = [], ...tenant }: SearchScope,
  wanted: string | undefined,
): SearchScope {
  const places =
    wanted === undefined
      ? organizationIds.slice(0, searchLimits.organizationsOfThing)
      : organizationIds.filter((id) => id === wanted);
  return { ...tenant, organizationIds: places };
}
