/** The tenants and organizations to which a caller can switch. */

import { hasFeature, type Principal } from '../../../kernel/base/principal.ts';
import {
  allOrganizations,
  cookieValue,
  organizationCookie,
} from '../../../kernel/http/authentication/session-cookies.ts';
import { nest } from './nesting.ts';
import { listOrganizations } from './organization-store.ts';
import type { Switcher, SwitcherNode } from './switcher-contract.ts';
import { tenantNames } from './tenant-store.ts';
import { placeTree } from './tree.ts';

/** `tenantId` is the selected tenant; null if a platform key selects none. */
export async function organizationSwitcher(
  principal: Principal,
  tenantId: string | null,
  cookies: readonly string[],
): Promise<Switcher> {
  const { isSuperAdmin } = principal;
  const reach = isSuperAdmin ? null : principal.organizationIds;
  const placed = placeTree(tenantId === null ? [] : await listOrganizations({ tenantId }));
  const selectable = new Set(
    placed
      .map(({ node }) => node)
      .filter(({ id, isActive }) => isActive && (reach === null || reach.includes(id)))
      .map(({ id }) => id),
  );
  const leadsToSelectable = (ids: readonly string[]) => ids.some((id) => selectable.has(id));
  const items = nest(
    placed,
    ({ node, descendantIds }) => selectable.has(node.id) || leadsToSelectable(descendantIds),
    ({ node: { id, name }, depth }): SwitcherNode => ({
      id,
      name,
      depth,
      selectable: selectable.has(id),
      children: [],
    }),
  );
  const chosen = cookieValue({ cookies }, organizationCookie);
  const candidates = chosen === allOrganizations ? [] : [chosen, principal.organizationId];
  return {
    items,
    selectedId: candidates.find((id) => typeof id === 'string' && selectable.has(id)) ?? null,
    canManage: hasFeature(principal, 'directory.organizations.manage'),
    canViewAllOrganizations: reach === null,
    tenantId,
    tenants: isSuperAdmin ? await tenantNames() : [],
    isSuperAdmin,
  };
}
