/**
 * Keys of custom fields and records.
 *
 * | Access pattern | pk | sk | Function |
 * |---|---|---|---|
 * | Read the custom fields of an entity type | TENANT#<tenant>#DEFINITIONS | <entityType> | definitionsKey |
 * | Read an entity record | TENANT#<tenant>#ORG#<organization> | RECORD#<record> | recordKey |
 * | Reserve an externalId | TENANT#<tenant>#ORG#<organization>#EXTERNALID#<entityType>#<externalId> | UNIQUE | externalIdKey |
 * | List records of a type, newest first | TENANT#<tenant>#ORG#<organization>#RECORDS#<entityType> | <inverted ms>#<record> | recordListingKey |
 * | Find the record of an integration's item | TENANT#<tenant>#ORG#<organization>#SYNCED#<integration>#<entityType>#<externalId> | RECORD | syncedKey |
 */
import type { TenantScope } from '../../kernel/base/principal.ts';
import { type Key, newestFirst, type RowScope } from '../../kernel/table/keys.ts';

export const definitionsKey = ({ tenantId }: TenantScope, entityType: string): Key => ({
  pk: `TENANT#${tenantId}#DEFINITIONS`,
  sk: entityType,
});

export const recordKey = ({ tenantId, organizationId }: RowScope, id: string): Key => ({
  pk: `TENANT#${tenantId}#ORG#${organizationId}`,
  sk: `RECORD#${id}`,
});
export const externalIdKey = (
  { tenantId, organizationId }: RowScope,
  entityType: string,
  externalId: string,
): Key => ({
  pk: `TENANT#${tenantId}#ORG#${organizationId}#EXTERNALID#${entityType}#${externalId}`,
  sk: 'UNIQUE',
});
export const recordListPartition = ({ tenantId, organizationId }: RowScope, entityType: string): string =>
  `TENANT#${tenantId}#ORG#${organizationId}#RECORDS#${entityType}`;
export const recordListingKey = (
  scope: RowScope,
  entityType: string,
  createdAtMs: number,
  id: string,
): Key => ({
  pk: recordListPartition(scope, entityType),
  sk: `${newestFirst(createdAtMs)}#${id}`,
});

/** The external id is last, because it is free text. */
export const syncedKey = (
  { tenantId, organizationId }: RowScope,
  { integrationId, entityType }: { integrationId: string; entityType: string },
  externalId: string,
): Key => ({
  pk: `TENANT#${tenantId}#ORG#${organizationId}#SYNCED#${integrationId}#${entityType}#${externalId}`,
  sk: 'RECORD',
});
