/** The tenants and organizations to which a caller can switch. */

import { hasFeature, type TenantScope } from '../../../kernel/base/principal.ts';
import {
  allOrganizations,
  cookieValue,
  organizationCookie,
} from '../../../kernel/http/authentication/session-cookies.ts';
import type { RequestCaller } from '../../../kernel/http/operation.ts';
import { nest } from './nesting.ts';
import { listOrganizations } from './organization-store.ts';
import type { Switcher, SwitcherNode } from './switcher-contract.ts';
import { tenantNames } from './tenant-store.ts';
import { placeTree } from './tree.ts';

/** A platform key may select no tenant. */
interface SwitchingCaller extends Pick<RequestCaller, 'principal' | 'client'> {
  scope: Partial<TenantScope>;
}

/** The organizations of the selected tenant. */
export async function getOrganizationSwitcher({
  scope,
  principal,
  client,
}: SwitchingCaller): Promise<Switcher> {
  const tenantId = scope.tenantId ?? null;
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
  const chosen = cookieValue(client, organizationCookie);
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
