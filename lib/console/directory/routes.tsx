import { OrganizationsPage } from './organizations-page.tsx';
import { TenantPage } from './tenant-page.tsx';

export const organizations = { Component: OrganizationsPage };
export const tenant = { Component: TenantPage };
