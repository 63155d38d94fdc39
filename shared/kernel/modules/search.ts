/**
 * What a module declares in its `search.ts`: its kinds of things, and how items that the module stores anyway find and name
 * them. Each read has a known price, so that a search stays within its limit.
 */
import type { Feature, superAdminFeature } from '../base/features.ts';
import type { Scope, TenantScope } from '../base/principal.ts';
import { type Key, namesPartition, type RowScope } from '../table/keys.ts';
import { nameKeyStart } from '../table/names.ts';
import type { Item } from '../table/read.ts';

/** The selected tenant and organizations, the active organization first; without a tenant, the platform. */
export type SearchScope = Partial<Pick<Scope, 'tenantId' | 'organizationIds'>>;

/** A thing in an item. */
export interface NamedThing {
  id: string;
  name: string;
  /** What distinguishes it from others of the same name. */
  detail: string | null;
  /** Null for things of the whole tenant or platform. */
  organizationId: string | null;
  /** Another kind than that of the source: the type of a record. */
  kind?: string;
}

/** An organization, or the whole tenant. */
type Place = TenantScope & { organizationId: string | null };

/** One Query for the items of a partition whose sort keys begin with a text. */
export interface SearchQuery {
  pk: string;
  skPrefix?: string;
  /** Items that are read at most: together about 4 KB, half a read unit. */
  max: number;
  /** Organization of the partition. */
  organizationId: string | null;
}

/** Items in the order of the names of things. */
export interface NamedList {
  /** The Queries for the names that begin with a text. */
  queries: (scope: SearchScope, text: string) => SearchQuery[];
  thingIn: (item: Item, organizationId: string | null) => NamedThing | undefined;
}

/** Items that an external id finds. */
export interface ExternalIds {
  queries: (scope: SearchScope, text: string) => SearchQuery[];
  /** Keys that the thing's item can have. */
  keysIn: (item: Item, scope: SearchScope) => Key[];
}

/** A kind of things, named like the `resource` of its audit entries. */
export interface SearchSource {
  /** Only callers with this feature see its things. */
  feature: Feature | typeof superAdminFeature;
  /**
   * `selected`: of the selected organizations, and of the whole tenant. `reach`: of the organizations that the caller may
   * select; those of the whole tenant only for callers who may select all. `all`: every caller.
   */
  shownTo: 'selected' | 'reach' | 'all';
  /** Other kinds whose ids are those of this one. */
  aliases?: readonly string[];
  /** Keys of the items that a thing with this id can have, one for each place. None if it cannot have such an id. */
  keys?: (scope: SearchScope, id: string) => Key[];
  /** Undefined if the thing is deleted. Reads no secrets. */
  thingIn?: (item: Item) => NamedThing | undefined;
  /** False for things that are only named, not found by their id. */
  isFoundById?: false;
  /** Its things have kinds of their own, which no other source names. */
  isOfOtherKinds?: true;
  list?: NamedList;
  externalIds?: ExternalIds;
  /** Things that are in the code of the deployment. */
  known?: readonly NamedThing[];
}

/** By kind. */
export type SearchSources = Readonly<Record<string, SearchSource>>;

/** The selected organizations. */
export function organizationsIn({ tenantId, organizationIds = [] }: SearchScope): RowScope[] {
  return tenantId === undefined
    ? []
    : organizationIds.map((organizationId) => ({ tenantId, organizationId }));
}

/** The selected tenant, if there is one. */
export const tenantsIn = ({ tenantId }: SearchScope): (TenantScope & { organizationId: null })[] =>
  tenantId === undefined ? [] : [{ tenantId, organizationId: null }];

/** The place of rows without a tenant. */
export const platformIn = (): { organizationId: null }[] => [{ organizationId: null }];

/** The places of rows that also belong to whole tenants. */
export const everywhereIn = (scope: SearchScope): Place[] => [...organizationsIn(scope), ...tenantsIn(scope)];

/** Names have about 300 bytes. */
const maxNames = 8;

/** The rows of lists whose names the table keeps (`kernel/table/names.ts`), in each place. */
export const rowNames = <At extends { organizationId: string | null }>(
  partition: (at: At) => string,
  placesIn: (scope: SearchScope) => At[],
): NamedList => ({
  queries: (scope, text) =>
    placesIn(scope).map((at) => ({
      pk: namesPartition(partition(at)),
      skPrefix: nameKeyStart(text),
      organizationId: at.organizationId,
      max: maxNames,
    })),
  thingIn: (item, organizationId) => namedBy('n', 'd')({ ...item, organizationId: item.o ?? organizationId }),
});

/** The thing in an item with the usual attributes; undefined if it is deleted. */
export function namedBy(name: string, detail?: string) {
  return (item: Item): NamedThing | undefined => {
    if (item.deletedAt !== undefined || item.deletedAtMs !== undefined) return undefined;
    const { [name]: text, organizationId = null } = item;
    return {
      id: String(item.id),
      name: String(text ?? item.id),
      detail: detail === undefined || item[detail] === undefined ? null : textOf(item[detail]),
      organizationId: organizationId === null ? null : String(organizationId),
    };
  };
}

const textOf = (value: unknown): string | null => (value === null ? null : String(value));
