/**
 * Keys of toggles.
 *
 * | Access pattern | pk | sk | Function |
 * |---|---|---|---|
 * | Read a toggle | TOGGLE#<toggle> | TOGGLE | toggleKey |
 * | Check a toggle / is its identifier taken? | TOGGLEIDENTIFIER#<identifier> | TOGGLE | toggleIdentifierKey |
 * | Check a busy toggle: one of its copies | TOGGLEIDENTIFIER#<identifier>#COPY#<copy> | TOGGLE | toggleCopyKey |
 * | List toggles by identifier | TOGGLES | <identifier> | toggleListingKey |
 * | A tenant's value of a toggle | TENANT#<tenant>#OVERRIDE#<slot> | OVERRIDE | overrideKey |
 * | Of which toggles does a tenant have values? | TENANT#<tenant>#OVERRIDES | <slot> | overrideListingKey |
 * | Are there values of tenants without listing items? | MIGRATION | OVERRIDES | overridesListedKey |
 */
import type { TenantScope } from '../../kernel/auth/principal.ts';
import type { Key } from '../../kernel/table/keys.ts';

export const toggleKey = (id: string): Key => ({ pk: `TOGGLE#${id}`, sk: 'TOGGLE' });
export const toggleIdentifierKey = (identifier: string): Key => ({
  pk: `TOGGLEIDENTIFIER#${identifier}`,
  sk: 'TOGGLE',
});
/**
 * Copies of what checks read of a busy toggle, beside the original: a partition takes 3 000 checks a second. May be changed
 * at any time: a toggle's row records how many copies there are.
 */
export const toggleCopies = 15;
/** `copy` counts from 1. */
export const toggleCopyKey = (identifier: string, copy: number): Key => ({
  pk: `TOGGLEIDENTIFIER#${identifier}#COPY#${copy}`,
  sk: 'TOGGLE',
});
export const toggleListPartition = 'TOGGLES';
export const toggleListingKey = (identifier: string): Key => ({ pk: toggleListPartition, sk: identifier });

/** `slot` is the toggle's `overrideSlot`: a name for its overrides that a new identifier does not change. */
export const overrideKey = ({ tenantId }: TenantScope, slot: string): Key => ({
  pk: `TENANT#${tenantId}#OVERRIDE#${slot}`,
  sk: 'OVERRIDE',
});
export const overrideListPartition = ({ tenantId }: TenantScope): string => `TENANT#${tenantId}#OVERRIDES`;
export const overrideListingKey = (scope: TenantScope, slot: string): Key => ({
  pk: overrideListPartition(scope),
  sk: slot,
});
/** The listing item's key of the tenant's value at a key; undefined for keys of other items. */
export function overrideListingOf({ pk, sk }: Key): Key | undefined {
  const [, tenantId = '', kind, slot] = pk.split('#');
  if (kind !== 'OVERRIDE' || slot === undefined || sk !== 'OVERRIDE') return undefined;
  return overrideListingKey({ tenantId }, slot);
}

export const overridesListedKey: Key = { pk: 'MIGRATION', sk: 'OVERRIDES' };
