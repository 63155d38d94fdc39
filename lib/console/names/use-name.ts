/** Reads the names of things. All that a page shows at once is one request. */
import { useQuery } from '@tanstack/react-query';
import { orThrow, type PlatformClient } from '../../../shared/clients/typescript/index.ts';
import { useApi } from '../api/api-context.tsx';
import { gatherer } from './gather.ts';

export interface NamedThing {
  name: string;
  /** Null for a thing of the whole tenant or of the platform. */
  organizationId?: string | null | undefined;
}

export interface Thing {
  /** The word that audit entries have for it. */
  kind: string;
  id: string;
  /** The organization that it belongs to, if it is known. */
  organizationId?: string | null | undefined;
}

const gatherMs = 20;
const maxThings = 50;
const freshMs = 60_000;

const keyOf = (kind: string, id: string): string => `${kind}:${id}`;

/** A thing whose organization is known is found faster, and in any organization. */
const askedAs = ({ kind, id, organizationId }: Thing): string =>
  `${keyOf(kind, id)}${organizationId ? `@${organizationId}` : ''}`;

/** What a request can name: one that it cannot would refuse all the others. */
const nameable = /^[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)?:[^#@,]+(?:@[\w-]+)?$/;

const readNames = (api: PlatformClient) => async (keys: readonly string[]) => {
  const query = { things: keys.join(',') };
  const { items } = await orThrow(api.GET('/api/search/names', { params: { query } }));
  const named = new Map(items.map((item) => [keyOf(item.kind, item.id), item]));
  return new Map<string, NamedThing>(
    keys.flatMap((key) => {
      const thing = named.get(key.replace(/@[^@]*$/, ''));
      return thing === undefined ? [] : [[key, thing] as const];
    }),
  );
};

const gatherers = new WeakMap<PlatformClient, (key: string) => Promise<NamedThing | null>>();

function gathererOf(api: PlatformClient): (key: string) => Promise<NamedThing | null> {
  const known = gatherers.get(api);
  if (known !== undefined) return known;
  const made = gatherer({
    read: readNames(api),
    maxKeys: maxThings,
    later: (flush) => window.setTimeout(flush, gatherMs),
  });
  gatherers.set(api, made);
  return made;
}

/** The name of a thing; undefined until it is known, null for one that does not exist or that the caller may not see. */
export function useName(thing: Thing, isNeeded = true): NamedThing | null | undefined {
  const { api, scope } = useApi();
  const key = askedAs(thing);
  const { data } = useQuery({
    queryKey: ['names', key, scope],
    queryFn: () => gathererOf(api)(key),
    enabled: isNeeded && nameable.test(key),
    staleTime: freshMs,
  });
  return data;
}
