import { OrganizationsPage } from './organizations-page.tsx';
import { TenantPage } from './tenant-page.tsx';
import { TenantsPage } from './tenants-page.tsx';

export const organizations = { Component: OrganizationsPage };
export const tenants = { Component: TenantsPage };
export const tenant = { Component: TenantPage };
