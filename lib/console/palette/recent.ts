/** The things that a user has opened last in this browser, with the scope of each. */
import { parseJson, toJson } from '../../../shared/clients/typescript/index.ts';
import { idPattern } from '../api/ids.ts';
import { kept } from '../api/kept.ts';
import { parseAddress, type Scope } from '../session/address.ts';

export interface RecentThing {
  title: string;
  /** What the thing is, such as the title of its list. */
  detail: string;
  /** Below the scope, with its query. */
  path: string;
  tenantId?: string;
  organizationId?: string;
}

const maxRecent = 8;

const nameOf = (user: string): string => `console.recent.${user}`;

function isRecentThing(value: unknown): value is RecentThing {
  const { title, detail, path } = Object(value);
  return [title, detail, path].every((one) => typeof one === 'string');
}

/** The latest first; none where the browser does not store them. */
export function recentThings(user: string): RecentThing[] {
  try {
    const stored: unknown = parseJson(kept.get(nameOf(user)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isRecentThing) : [];
  } catch {
    return [];
  }
}

/** The things with this one first. */
export function withThing(things: readonly RecentThing[], thing: RecentThing): RecentThing[] {
  const others = things.filter(({ path, tenantId }) => path !== thing.path || tenantId !== thing.tenantId);
  return [thing, ...others].slice(0, maxRecent);
}

/** Pages of one thing end with its id. */
const thingPage = new RegExp(`^/[a-z][a-z/-]*/${idPattern}$`);

/** Remembers the page of the address, if it is that of a thing. */
export function rememberThing(
  user: string,
  { title, detail }: Pick<RecentThing, 'title' | 'detail'>,
  { pathname, search }: { pathname: string; search: string },
): void {
  const { scope, page } = parseAddress(pathname);
  if (!thingPage.test(page)) return;
  const thing = { title, detail, path: `${page}${page.startsWith('/records/') ? search : ''}` };
  const stored = withThing(recentThings(user), { ...thing, ...definedScope(scope) });
  kept.set(nameOf(user), toJson(stored));
}

const definedScope = ({ tenantId, organizationId }: Scope) => ({
  ...(tenantId !== undefined && { tenantId }),
  ...(organizationId !== undefined && { organizationId }),
});
