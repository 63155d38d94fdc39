import { getOrganizationSwitcher } from '../../shared/directory/contract.ts';
import { organizationSwitcher } from '../../shared/directory/switcher.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(getOrganizationSwitcher, ({ scope, principal, client }) =>
  organizationSwitcher(principal, scope.tenantId ?? null, client.cookies),
);
