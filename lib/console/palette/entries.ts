/** What the palette offers, and what of it matches a text. */
import type { FoundThing } from '../../../shared/clients/typescript/index.ts';
import { ownResources } from '../../../shared/clients/typescript/own-resources.ts';
import type { Scope } from '../session/address.ts';
import { allOrganizations } from '../session/organizations.ts';
import { paletteTexts as texts } from '../texts/palette.ts';
import type { RecentThing } from './recent.ts';

export interface Entry {
  key: string;
  title: string;
  detail?: string | undefined;
  /** Below the scope. */
  path: string;
  /** Where the thing is, if it has an organization. */
  tenantId?: string | undefined;
  organizationId?: string | undefined;
}

export interface Group {
  title: string;
  entries: readonly Entry[];
}

/** What callers need for a page, as routes name it. */
type Need = string | null | undefined;
type Meets = (need: Need) => boolean;

/** A page, and all that callers need for it. */
interface NeedyPage {
  path: string;
  needs: readonly Need[];
}

/** The pages with titles that the caller may see. */
function visiblePages(
  titles: Readonly<Record<string, string>>,
  pages: readonly NeedyPage[],
  meets: Meets,
): Entry[] {
  return Object.entries(titles).flatMap(([path, title]): Entry[] => {
    const page = pages.find((one) => one.path === path);
    return page?.needs.every(meets) ? [{ key: `page ${path}`, title, path: `/${path}` }] : [];
  });
}

const ownActions = Object.fromEntries(
  ownResources.map(({ name, title }) => [`own/${name}/new`, texts.createOwn(title)]),
);

const titled = (title: string, entries: readonly Entry[]): Group => ({ title, entries });

/** Pages that the caller may see, those of the navigation first, and what the caller may create or start. */
export function ownGroups(
  menu: readonly { at: string; title: string }[],
  pages: readonly NeedyPage[],
  meets: Meets,
): Group[] {
  const inMenu = menu.map(({ at, title }) => ({ key: `page ${at}`, title, path: `/${at}` }));
  return [
    titled(texts.groups.pages, [...inMenu, ...visiblePages(texts.pages, pages, meets)]),
    titled(texts.groups.actions, visiblePages({ ...texts.actions, ...ownActions }, pages, meets)),
  ];
}

/** Things that were opened last; of other tenants only for callers who may select them. */
export function recentGroup(things: readonly RecentThing[], scope: Scope, isSuperAdmin: boolean): Group {
  const reachable = things.filter(({ tenantId }) => isSuperAdmin || tenantId === scope.tenantId);
  return titled(
    texts.groups.recent,
    reachable.map((thing) => ({ key: `recent ${thing.tenantId} ${thing.path}`, ...thing })),
  );
}

/** What a kind of things is called, and the page of one. */
export interface KnownThings {
  titleOfKind: (kind: string) => string;
  pageOfThing: (kind: string, id: string) => NeedyPage | undefined;
}

/** Found things whose pages the caller may see, by their kind. */
export function foundGroups(
  found: readonly FoundThing[],
  { titleOfKind, pageOfThing }: KnownThings,
  meets: Meets,
): Group[] {
  const entries = found.flatMap(({ kind, id, name, detail, organizationId }) => {
    const page = pageOfThing(kind, id);
    if (page === undefined || !page.needs.every(meets)) return [];
    const entry: Entry = {
      key: `thing ${kind} ${id}`,
      title: name,
      detail: detail ?? undefined,
      path: page.path,
      organizationId: organizationId ?? undefined,
    };
    return [{ group: titleOfKind(kind), entry }];
  });
  return [...Map.groupBy(entries, ({ group }) => group)].map(([group, own]) =>
    titled(
      group,
      own.map(({ entry }) => entry),
    ),
  );
}

/** Entries that contain each word of the text; groups without any are left out. */
export function matching(groups: readonly Group[], text: string): Group[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return groups
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter((entry) => {
        const own = `${entry.title} ${entry.detail ?? ''}`.toLowerCase();
        return words.every((word) => own.includes(word));
      }),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** The scope to select for an entry; undefined if the current one shows it. */
export function otherScope({ tenantId, organizationId }: Entry, scope: Scope): Scope | undefined {
  const isTenant = tenantId === undefined || tenantId === scope.tenantId;
  const isOrganization =
    organizationId === undefined ||
    organizationId === scope.organizationId ||
    scope.organizationId === allOrganizations;
  if (isTenant && isOrganization) return undefined;
  return { tenantId: tenantId ?? scope.tenantId, organizationId };
}
