/** How the rows of a declared resource are found and named. */
import { firstItems, type NamedThing, organizationsIn, type SearchSource } from '../modules/search.ts';
import type { Item } from '../table/read.ts';
import type { Fields, Resource } from './resource.ts';
import { rowSpecOf } from './row-spec-of.ts';

/** Rows of a list whose names are compared: half a read unit. */
const maxListed = 4;

/** The name of a row is in the first searched field, or in the given one; another searched field distinguishes it. */
export function searchSourceOf<F extends Fields, Stored extends object>(
  resource: Resource<F, Stored>,
  shown: { name?: keyof F & string; detail?: keyof F & string } = {},
): SearchSource {
  const { rowKey, list } = rowSpecOf(resource);
  const { search } = resource.list;
  const { name = search[0], detail = search[1] } = shown;
  const attributes: Readonly<Record<string, string>> = list.attributes;
  const valueIn = (item: Item, field: string | undefined): string | null => {
    const value = field === undefined ? undefined : item[field];
    return value === undefined || value === null ? null : String(value);
  };
  const thing = (
    item: Item,
    organizationId: unknown,
    ofField: (field: string) => string | undefined,
  ): NamedThing => ({
    id: String(item.id),
    name: valueIn(item, name && ofField(name)) ?? String(item.id),
    detail: valueIn(item, detail && ofField(detail)),
    organizationId: organizationId === undefined ? null : String(organizationId),
  });
  return {
    feature: resource.features.view,
    shownTo: 'selected',
    keys: (scope, id) => organizationsIn(scope).map((at) => rowKey(at, id)),
    thingIn: (item) =>
      item.deletedAt === undefined ? thing(item, item.organizationId, (field) => field) : undefined,
    list: {
      queries: firstItems(list.partition, maxListed),
      thingIn: (item, organizationId) => thing(item, organizationId, (field) => attributes[field]),
    },
  };
}
