/** How the rows of a declared resource are found and named. */
import { namedBy, organizationsIn, rowNames, type SearchSource } from '../modules/search.ts';
import { type Fields, namingFieldsOf, type Resource } from './resource.ts';
import { rowSpecOf } from './row-spec-of.ts';

/** Rows with names are found by them, all by their ids. */
export function searchSourceOf<F extends Fields, Stored extends object>(
  resource: Resource<F, Stored>,
): SearchSource {
  const { rowKey, list } = rowSpecOf(resource);
  const naming = namingFieldsOf(resource);
  return {
    feature: resource.features.view,
    shownTo: 'selected',
    keys: (scope, id) => organizationsIn(scope).map((at) => rowKey(at, id)),
    thingIn: namedBy(naming?.name ?? 'id', naming?.detail),
    ...(list.named && { list: rowNames(list.partition, organizationsIn) }),
  };
}
