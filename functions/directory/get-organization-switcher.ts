import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { organizationSwitcher } from '../../shared/modules/identity/directory/switcher.ts';
import { getOrganizationSwitcher } from '../../shared/modules/identity/directory/switcher-contract.ts';

export const handler = endpoint(getOrganizationSwitcher, ({ scope, principal, client }) =>
  organizationSwitcher(principal, scope.tenantId ?? null, client.cookies),
);
