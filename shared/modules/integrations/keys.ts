/**
 * Keys of integrations.
 *
 * | Access pattern | pk | sk | Function |
 * |---|---|---|---|
 * | States and activity counts of an organization's integrations | TENANT#<tenant>#ORG#<organization>#INTEGRATIONS | STATE#<integration> / COUNTS#<integration> | integrationStateKey, integrationCountsKey |
 * | Encrypted credentials of an integration or a bundle | TENANT#<tenant>#ORG#<organization>#CREDENTIALS | <integration> | integrationCredentialsKey |
 * | Log of an integration, newest first | TENANT#<tenant>#ORG#<organization>#INTEGRATIONLOG#<integration> | <inverted ms>#<id> | integrationLogKey |
 * | Enabled integrations of all tenants, for health checks | HEALTHCHECKS | <tenant>#<organization>#<integration> | healthCheckKey |
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
/** Credentials have their own partition, so that lists of states never read them. */
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
/** One partition for all tenants, as the schedule that checks enabled integrations does not know the tenants. */
export const healthChecksPartition = 'HEALTHCHECKS';
export const healthCheckKey = ({ tenantId, organizationId }: RowScope, integrationId: string): Key => ({
  pk: healthChecksPartition,
  sk: `${tenantId}#${organizationId}#${integrationId}`,
});
