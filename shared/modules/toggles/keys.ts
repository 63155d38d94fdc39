/**
 * Keys of toggles.
 *
 * | Access pattern | pk | sk | Function |
 * |---|---|---|---|
 * | Read a toggle | TOGGLE#<toggle> | TOGGLE | toggleKey |
 * | Check a toggle; reserve its identifier | TOGGLEIDENTIFIER#<identifier> | TOGGLE | toggleIdentifierKey |
 * | List toggles by identifier | TOGGLES | <identifier> | toggleListingKey |
 * | A tenant's own value of a toggle | TENANT#<tenant>#OVERRIDE#<slot> | OVERRIDE | overrideKey |
 * | List a tenant's own values | TENANT#<tenant>#OVERRIDES | <slot> | overrideListingKey |
 * | All global segments, before the toggles | TOGGLES | !SEGMENTS | segmentsKey |
 * | All segments of a tenant, before its own values | TENANT#<tenant>#OVERRIDES | !SEGMENTS | segmentsKey |
 * | Number of uses of a global segment | TOGGLESEGMENT#<segment> | USES | segmentUsesKey |
 * | Number of uses of a segment of a tenant | TENANT#<tenant>#TOGGLESEGMENT#<segment> | USES | segmentUsesKey |
 * | Own values of tenants whose rules use a global segment | TOGGLESEGMENT#<segment> | OVERRIDE#<tenant>#<slot> | segmentOverrideKey |
 * | Last evaluation of a toggle | TOGGLE#<toggle>#EVALUATED | LAST | toggleLastEvaluatedKey |
 * | Evaluations of a toggle in a tenant by value | TENANT#<tenant>#TOGGLEEVALUATIONS#<toggle> | <day> | toggleDayKey |
 * | Number of toggles that need a toggle | TOGGLE#<toggle>#NEEDED | USES | toggleNeededKey |
 * | Prerequisites of all toggles | TOGGLEPREREQUISITES | GRAPH | prerequisitesKey |
 * | Change markers of all tenants | TOGGLECHANGES | <shard> | markChange |
 * | Change markers of a tenant | TENANT#<tenant>#TOGGLECHANGES | <shard> | markChange |
 * | Open connections of the change stream | TENANT#<tenant>#TOGGLESTREAMS | SLOTS | toggleStreamsKey |
 */
import type { TenantScope } from '../../kernel/base/principal.ts';
import type { Key } from '../../kernel/table/keys.ts';
import type { Write } from '../../kernel/table/write.ts';

export const toggleKey = (id: string): Key => ({ pk: `TOGGLE#${id}`, sk: 'TOGGLE' });
export const toggleIdentifierKey = (identifier: string): Key => ({
  pk: `TOGGLEIDENTIFIER#${identifier}`,
  sk: 'TOGGLE',
});
export const toggleListPartition = 'TOGGLES';
export const toggleListingKey = (identifier: string): Key => ({ pk: toggleListPartition, sk: identifier });

/** `slot` is the toggle's `overrideSlot`, which a rename does not change. */
export const overrideKey = ({ tenantId }: TenantScope, slot: string): Key => ({
  pk: `TENANT#${tenantId}#OVERRIDE#${slot}`,
  sk: 'OVERRIDE',
});
export const overrideListPartition = ({ tenantId }: TenantScope): string => `TENANT#${tenantId}#OVERRIDES`;
export const overrideListingKey = (scope: TenantScope, slot: string): Key => ({
  pk: overrideListPartition(scope),
  sk: slot,
});

/** The owner of segments and markers: a tenant, or null for the deployment. */
export type Owner = TenantScope | null;

/**
 * Sort key of all segments of a tenant or of the deployment. It precedes the own values or toggles in the same partition,
 * so that one Query returns both.
 */
export const segmentsSortKey = '!SEGMENTS';
export const segmentsKey = (owner: Owner): Key => ({
  pk: owner === null ? toggleListPartition : overrideListPartition(owner),
  sk: segmentsSortKey,
});

/** The item that counts the toggles, own values and segments that use a segment. */
export const segmentUsesKey = (owner: Owner, id: string): Key => ({
  pk: owner === null ? `TOGGLESEGMENT#${id}` : `TENANT#${owner.tenantId}#TOGGLESEGMENT#${id}`,
  sk: 'USES',
});

export const segmentOverridesPrefix = 'OVERRIDE#';
/** The item that names a tenant's own value whose rules use a global segment. */
export const segmentOverrideKey = (segmentId: string, { tenantId }: TenantScope, slot: string): Key => ({
  pk: segmentUsesKey(null, segmentId).pk,
  sk: `${segmentOverridesPrefix}${tenantId}#${slot}`,
});

/** The item with the time of the last evaluation in any tenant. */
export const toggleLastEvaluatedKey = (toggleId: string): Key => ({
  pk: `TOGGLE#${toggleId}#EVALUATED`,
  sk: 'LAST',
});

/** The item that counts the toggles of which a toggle is a prerequisite. */
export const toggleNeededKey = (toggleId: string): Key => ({ pk: `TOGGLE#${toggleId}#NEEDED`, sk: 'USES' });

/** The item with the identifiers that each toggle needs, so that two changes together cannot form a cycle. */
export const prerequisitesKey: Key = { pk: 'TOGGLEPREREQUISITES', sk: 'GRAPH' };

export const toggleDaysPartition = ({ tenantId }: TenantScope, toggleId: string): string =>
  `TENANT#${tenantId}#TOGGLEEVALUATIONS#${toggleId}`;
/** The item with evaluation counts of a toggle in a tenant by value; `day` is `YYYY-MM-DD`. */
export const toggleDayKey = (scope: TenantScope, toggleId: string, day: string): Key => ({
  pk: toggleDaysPartition(scope, toggleId),
  sk: day,
});

export const toggleChangesPartition = (owner: Owner): string =>
  owner === null ? 'TOGGLECHANGES' : `TENANT#${owner.tenantId}#TOGGLECHANGES`;

/** Number of shards of the markers, as transactions that write the same item conflict. */
const changeShards = 16;

/** Builds the write that marks a change. Listeners compare the sum of all markers. `id` is the UUID of the changed item. */
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

/** The item with a tenant's open connections to the change stream. */
export const toggleStreamsKey = ({ tenantId }: TenantScope): Key => ({
  pk: `TENANT#${tenantId}#TOGGLESTREAMS`,
  sk: 'SLOTS',
});
