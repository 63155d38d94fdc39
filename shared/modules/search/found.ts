/** What callers see of the things that were found, and in which order. Pure. */
import { comparedName, contains } from '../../kernel/base/compared.ts';
import { superAdminFeature } from '../../kernel/base/features.ts';
import { hasFeature, type Principal, reachesAll } from '../../kernel/base/principal.ts';
import type { NamedThing, SearchScope, SearchSource } from '../../kernel/modules/search.ts';
import { isExpired } from '../../kernel/table/item.ts';
import type { Item } from '../../kernel/table/read.ts';
import type { FoundThing } from './contract.ts';

/** The caller and the selected scope. */
export interface Viewer {
  principal: Principal;
  scope: SearchScope;
  nowMs: number;
}

/** Whether the caller sees the things of a source. */
export function maySee(principal: Principal, { feature }: Pick<SearchSource, 'feature'>): boolean {
  return feature === superAdminFeature ? principal.isSuperAdmin : hasFeature(principal, feature);
}

/** Whether an item still counts, and is of the selected tenant. */
export function isCurrent(item: Item, { scope, nowMs }: Pick<Viewer, 'scope' | 'nowMs'>): boolean {
  const isOwn = item.tenantId === undefined || item.tenantId === scope.tenantId;
  return isOwn && !isExpired(item, nowMs / 1_000);
}

/** Whether the caller sees a thing of its organization. */
export function isShown(
  { shownTo }: Pick<SearchSource, 'shownTo'>,
  { organizationId }: Pick<NamedThing, 'organizationId'>,
  { principal, scope }: Pick<Viewer, 'principal' | 'scope'>,
): boolean {
  if (shownTo === 'all') return true;
  if (shownTo === 'selected')
    return organizationId === null || (scope.organizationIds ?? []).includes(organizationId);
  if (reachesAll(principal)) return true;
  const reach = [principal.organizationId, ...(principal.organizationIds ?? [])];
  return organizationId !== null && reach.includes(organizationId);
}

/** Whether a text is part of the name, or of what distinguishes it. */
export const hasName = ({ name, detail }: NamedThing, text: string): boolean =>
  contains(name, text) || (detail !== null && contains(detail, text));

/** Whether the name, or what distinguishes it, begins with a text. */
export function hasNameStart({ name, detail }: NamedThing, text: string): boolean {
  const wanted = comparedName(text);
  return [name, detail ?? ''].some((one) => comparedName(one).startsWith(wanted));
}

export const toFound = (kind: string, { kind: own = kind, ...thing }: NamedThing): FoundThing => ({
  kind: own,
  ...thing,
});

/** 0 for the text itself, 1 for its beginning, 2 for another part. */
function distance({ id, name, detail }: FoundThing, text: string): number {
  const wanted = comparedName(text);
  const names = [id, name, detail ?? ''].map(comparedName);
  if (names.includes(wanted)) return 0;
  return names.some((one) => one.startsWith(wanted)) ? 1 : 2;
}

/** Each thing once, the best matches first. */
export function ranked(found: readonly FoundThing[], text: string): FoundThing[] {
  const distinct = [...new Map(found.map((thing) => [`${thing.kind} ${thing.id}`, thing])).values()];
  return distinct.toSorted((one, other) => distance(one, text) - distance(other, text));
}
