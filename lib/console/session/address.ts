/** Addresses of the console: `/console/t/<tenant>/o/<organization>/webhooks`. The scope is in the address alone. */
import { isId } from '../api/ids.ts';
import { allOrganizations } from './organizations.ts';

/** The tenant and the organization in which pages read and write. */
export interface Scope {
  tenantId: string | undefined;
  /** `__all__` for every organization that the caller may select. */
  organizationId: string | undefined;
}

/** In the place of an organization: all that the caller may select. */
const all = 'all';

const parts = /^\/console(?:\/t\/([^/]+))?(?:\/o\/([^/]+))?(\/.*)?$/;

export interface Address {
  /** Without tenant or organization if the address does not name them. */
  scope: Scope;
  /** The path of the page, beginning with a slash. */
  page: string;
}

export function parseAddress(pathname: string): Address {
  const [, tenant, organization, page] = parts.exec(pathname) ?? [];
  return {
    scope: {
      tenantId: tenant?.toLowerCase(),
      organizationId: organization === all ? allOrganizations : organization?.toLowerCase(),
    },
    page: page ?? '/',
  };
}

/** The beginning of all addresses of a scope. A super admin who has selected no tenant has the bare path. */
export function baseOf({ tenantId, organizationId }: Scope): string {
  const tenant = tenantId === undefined ? '' : `/t/${tenantId}`;
  const organization = organizationId === allOrganizations ? all : organizationId;
  return `/console${tenant}${organization === undefined ? '' : `/o/${organization}`}`;
}

/** The page that another scope has, too: in place of the page of one thing, the list of such things. */
export function pageInAnyScope(page: string): string {
  const segments = page.split('/');
  const first = segments.findIndex(isId);
  return first < 0 ? page : segments.slice(0, first).join('/');
}
