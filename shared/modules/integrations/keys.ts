/**
 * Keys of integrations.
 *
 * | Access pattern | pk | sk | Function |
 * |---|---|---|---|
 * | An organization's integrations: state and figures of each | TENANT#<tenant>#ORG#<organization>#INTEGRATIONS | STATE#<integration> / COUNTS#<integration> | integrationStateKey, integrationCountsKey |
 * | The sealed credentials of an integration or a bundle | TENANT#<tenant>#ORG#<organization>#CREDENTIALS | <integration> | integrationCredentialsKey |
 * | What did an integration do, newest first | TENANT#<tenant>#ORG#<organization>#INTEGRATIONLOG#<integration> | <inverted ms>#<id> | integrationLogKey |
 * | Whose integrations are to be checked? | HEALTHCHECKS | <tenant>#<organization>#<integration> | healthCheckKey |
 */
import { type Key, newestFirst, type RowScope } from '../../kernel/table/keys.ts';

export const integrationsPartition = ({ tenantId, organizationId }: RowScope): string =>
  `TENANT#${tenantId}#ORG#${organizationId}#INTEGRATIONS`;
export const integrationStatesPrefix = 'STATE#';
export const integrationStateKey = (scope: RowScope, integrationId: string): Key => ({
  pk: integrationsPartition(scope),
  sk: `${integrationStatesPrefix}${integrationId}`,
});
export const integrationCountsKey = (scope: RowScope, integrationId: string): Key => ({
  pk: integrationsPartition(scope),
  sk: `COUNTS#${integrationId}`,
});
/** Apart from the states: lists read those, and never what is sealed. */
export const integrationCredentialsKey = (
  { tenantId, organizationId }: RowScope,
  integrationId: string,
): Key => ({ pk: `TENANT#${tenantId}#ORG#${organizationId}#CREDENTIALS`, sk: integrationId });
export const integrationLogPartition = (
  { tenantId, organizationId }: RowScope,
  integrationId: string,
): string => `TENANT#${tenantId}#ORG#${organizationId}#INTEGRATIONLOG#${integrationId}`;
export const integrationLogKey = (
  scope: RowScope,
  integrationId: string,
  createdAtMs: number,
  id: string,
): Key => ({ pk: integrationLogPartition(scope, integrationId), sk: `${newestFirst(createdAtMs)}#${id}` });
/** Of all tenants: a schedule checks what is switched on, and knows no tenant's name. */
export const healthChecksPartition = 'HEALTHCHECKS';
export const healthCheckKey = ({ tenantId, organizationId }: RowScope, integrationId: string): Key => ({
  pk: healthChecksPartition,
  sk: `${tenantId}#${organizationId}#${integrationId}`,
});
