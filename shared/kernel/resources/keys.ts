/**
 * Keys of the rows of declared resources, by the name of the resource (`sales.contact`).
 *
 * | Access pattern | pk | sk | Function |
 * |---|---|---|---|
 * | Read a row | TENANT#<tenant>#ORG#<organization> | RESOURCE#<name>#<id> | resourceKey |
 * | List, filter and search the rows of an organization | TENANT#<tenant>#ORG#<organization>#RESOURCES#<name> | <order>[#<id>] | resourceListingKey |
 * | Reserve a value that only one row of the tenant may have | TENANT#<tenant>#RESOURCE#<name>#<field>#<value> | UNIQUE | resourceValueKey |
 */
import { comparedName } from '../base/compared.ts';
import type { TenantScope } from '../base/principal.ts';
import type { Key, RowScope } from '../table/keys.ts';

export const resourceKey = (name: string, { tenantId, organizationId }: RowScope, id: string): Key => ({
  pk: `TENANT#${tenantId}#ORG#${organizationId}`,
  sk: `RESOURCE#${name}#${id}`,
});

export const resourceListPartition = (name: string, { tenantId, organizationId }: RowScope): string =>
  `TENANT#${tenantId}#ORG#${organizationId}#RESOURCES#${name}`;

/** `id` is undefined where no two rows have the same place in the order. */
export const resourceListingKey = (
  name: string,
  scope: RowScope,
  order: string,
  id: string | undefined,
): Key => ({
  pk: resourceListPartition(name, scope),
  sk: id === undefined ? order : `${order}#${id}`,
});

/** Texts that differ only in case or blanks are the same value. */
export const resourceValueKey = (
  name: string,
  { tenantId }: TenantScope,
  field: string,
  value: string,
): Key => ({
  pk: `TENANT#${tenantId}#RESOURCE#${name}#${field}#${comparedName(value)}`,
  sk: 'UNIQUE',
});
