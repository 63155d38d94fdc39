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
 * | All segments of the deployment, before its toggles | TOGGLES | !SEGMENTS | segmentsKey |
 * | All segments of a tenant, before its values | TENANT#<tenant>#OVERRIDES | !SEGMENTS | segmentsKey |
 * | How often is a global segment used? | TOGGLESEGMENT#<segment> | USES | segmentUsesKey |
 * | How often is a segment of a tenant used? | TENANT#<tenant>#TOGGLESEGMENT#<segment> | USES | segmentUsesKey |
 * | When was a toggle evaluated last? | TOGGLE#<toggle>#EVALUATED | LAST | toggleLastEvaluatedKey |
 * | Evaluations of a toggle in a tenant by value | TENANT#<tenant>#TOGGLEEVALUATIONS#<toggle> | <day> | toggleDayKey |
 * | Has anything changed for evaluations? | TOGGLECHANGES | <shard> | markChange |
 * | Has anything changed for evaluations in a tenant? | TENANT#<tenant>#TOGGLECHANGES | <shard> | markChange |
 * | Which connections listen to changes? | TENANT#<tenant>#TOGGLESTREAMS | SLOTS | toggleStreamsKey |
 * | Are there values of tenants without listing items? | MIGRATION | OVERRIDES | overridesListedKey |
 */
import type { TenantScope } from '../../kernel/auth/principal.ts';
import type { Key } from '../../kernel/table/keys.ts';
import type { Write } from '../../kernel/table/write.ts';

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

/** Where something belongs: a tenant; null is the deployment. */
export type Owner = TenantScope | null;

/**
 * All segments of a tenant, or of the deployment: before the values or toggles that are listed in the same partition, so
 * that one Query finds both.
 */
export const segmentsSortKey = '!SEGMENTS';
export const segmentsKey = (owner: Owner): Key => ({
  pk: owner === null ? toggleListPartition : overrideListPartition(owner),
  sk: segmentsSortKey,
});

/** By how many toggles, values and other segments a segment is used. */
export const segmentUsesKey = (owner: Owner, id: string): Key => ({
  pk: owner === null ? `TOGGLESEGMENT#${id}` : `TENANT#${owner.tenantId}#TOGGLESEGMENT#${id}`,
  sk: 'USES',
});

/** When a toggle was evaluated last in any tenant. */
export const toggleLastEvaluatedKey = (toggleId: string): Key => ({
  pk: `TOGGLE#${toggleId}#EVALUATED`,
  sk: 'LAST',
});

export const toggleDaysPartition = ({ tenantId }: TenantScope, toggleId: string): string =>
  `TENANT#${tenantId}#TOGGLEEVALUATIONS#${toggleId}`;
/** Counts of a toggle's evaluations in a tenant by value; `day` is `YYYY-MM-DD`. */
export const toggleDayKey = (scope: TenantScope, toggleId: string, day: string): Key => ({
  pk: toggleDaysPartition(scope, toggleId),
  sk: day,
});

export const toggleChangesPartition = (owner: Owner): string =>
  owner === null ? 'TOGGLECHANGES' : `TENANT#${owner.tenantId}#TOGGLECHANGES`;

/** Changes that meet on one item cancel each other's transactions. */
const changeShards = 16;

/** Marks that what evaluations find has changed: listeners look at the sum of the marks. `id` is the uuid of what changed. */
export function markChange(owner: Owner, id: string): Write {
  const keyOf = (shard: number): Key => ({
    pk: toggleChangesPartition(owner),
    sk: String(shard).padStart(2, '0'),
  });
  return {
    add: keyOf(Number.parseInt(id.slice(0, 4), 16) % changeShards),
    amounts: { n: 1 },
    whenBusy: () => keyOf(Math.floor(Math.random() * changeShards)),
  };
}

/** The connections of a tenant that listen to changes. */
export const toggleStreamsKey = ({ tenantId }: TenantScope): Key => ({
  pk: `TENANT#${tenantId}#TOGGLESTREAMS`,
  sk: 'SLOTS',
});
