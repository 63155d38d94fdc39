/** Stores tenants' own values of toggles. */
import { type Change, type ChangeContext, differences, recordChange } from '../../kernel/audit/record.ts';
import { parseJson, toJson } from '../../kernel/base/json.ts';
import { allOf } from '../../kernel/base/parallel.ts';
import type { TenantScope } from '../../kernel/base/principal.ts';
import { fromItem, toItem } from '../../kernel/table/item.ts';
import { type Key, tenantKey } from '../../kernel/table/keys.ts';
import { getItem, type Item, queryAll } from '../../kernel/table/read.ts';
import { ifRevision, transact, type Write } from '../../kernel/table/write.ts';
import { batchGetOnce, itemFinder } from './items.ts';
import { markChange, overrideKey, overrideListingKey, overrideListPartition } from './keys.ts';
import type { OverrideRow, ToggleRow } from './toggle.ts';
import { targetingText, toTargeting } from './toggle-store.ts';

export const overrideEntity = 'toggle_override';

type Slot = Pick<ToggleRow, 'overrideSlot'>;

/** Builds the item of a tenant's own value. */
export function overrideItem(slot: Slot, { revision, ...row }: OverrideRow) {
  const key = overrideKey(row, slot.overrideSlot);
  return toItem(
    key,
    overrideEntity,
    { ...row, value: toJson(row.value), ...targetingText(row.targeting) },
    { revision },
  );
}

/** Builds the listing item. It contains the value for evaluations of all toggles; lists do not show it. */
const listingItem = (slot: Slot, override: OverrideRow): Key & Item => ({
  ...overrideListingKey(override, slot.overrideSlot),
  id: override.id,
  toggleId: override.toggleId,
  value: toJson(override.value),
  ...targetingText(override.targeting),
  rev: override.revision,
});

function toOverride(item: Item): OverrideRow {
  const row = fromItem<OverrideRow>(item, overrideEntity);
  return { ...row, value: parseJson(String(row.value)), ...toTargeting(item) };
}

export async function findOverride(scope: TenantScope, toggle: Slot): Promise<OverrideRow | undefined> {
  const item = await getItem(overrideKey(scope, toggle.overrideSlot));
  return item && toOverride(item);
}

interface OwnValues<Own> {
  tenantName: string;
  /** By toggle id. */
  overrides: Map<string, Own>;
}

/** Returns the tenant's own values of these toggles, and the tenant's name. Sends one request per 100 items. */
export async function findOverrides(
  scope: TenantScope,
  toggles: readonly Slot[],
): Promise<OwnValues<OverrideRow>> {
  const keys = toggles.map(({ overrideSlot }) => overrideKey(scope, overrideSlot));
  const items = await batchGetOnce([tenantKey(scope), ...keys]);
  const find = itemFinder(items);
  const overrides = keys
    .map(find)
    .filter((item) => item !== undefined)
    .map(toOverride);
  return {
    tenantName: String(find(tenantKey(scope))?.name ?? ''),
    overrides: new Map(overrides.map((override) => [override.toggleId, override])),
  };
}

/** Listing items of overrides have about 150 bytes, so that this many cost four read units. */
const maxListingsRead = 100;

/**
 * Returns which of these toggles the tenant overrides, strongly consistent, and the tenant's name. Listing items are
 * sorted by slot, which mostly equals the identifier, so those of a page of toggles are adjacent. Overrides beyond the
 * limit of the Query are read by key.
 */
export async function listOverridden(
  scope: TenantScope,
  toggles: readonly Slot[],
): Promise<OwnValues<Pick<OverrideRow, 'id'>>> {
  if (toggles.length === 0) return findOverrides(scope, toggles);
  const slots = toggles.map(({ overrideSlot }) => overrideSlot).toSorted(compareSlots);
  const [from = '', to = ''] = [slots.at(0), slots.at(-1)];
  const query = { pk: overrideListPartition(scope), skRange: { from, to }, limit: maxListingsRead };
  const [listed, { tenantName }] = await allOf([
    queryAll({ ...query, consistent: true }),
    findOverrides(scope, []),
  ]);
  const last = listed.length < maxListingsRead ? to : String(listed.at(-1)?.sk);
  const beyond = toggles.filter(({ overrideSlot }) => compareSlots(overrideSlot, last) > 0);
  const others = beyond.length === 0 ? [] : (await findOverrides(scope, beyond)).overrides;
  const found = listed.map(({ id, toggleId }) => [String(toggleId), { id: String(id) }] as const);
  return { tenantName, overrides: new Map([...found, ...others]) };
}

/** Compares slots in the order of sort keys. */
const compareSlots = (one: string, other: string): number =>
  Buffer.compare(Buffer.from(one), Buffer.from(other));

/** Fields that audit entries leave out, or contain elsewhere. */
const hiddenChanges = ['id', 'tenantId', 'toggleId', 'createdAt', 'updatedAt', 'revision'];

/** By the names of requests. */
const auditedOf = ({ targeting, ...shown }: OverrideRow) => ({ ...shown, ...targeting });

function changeOf(
  toggle: ToggleRow,
  action: Change['action'],
  override: OverrideRow,
  changes: Change['changes'],
): Change {
  const { id, tenantId, toggleId, revision } = override;
  const isOverride = action !== 'deleted';
  return {
    tenantId,
    organizationId: null,
    resource: 'feature_toggles.override',
    resourceId: id,
    action,
    version: revision,
    data: {
      toggleId,
      identifier: toggle.identifier,
      isOverride,
      value: isOverride ? override.value : toggle.defaultValue,
    },
    changes,
  };
}

/** Replaces the tenant's own value `before`. Throws StaleError if another writer has changed it. */
export async function putOverride(
  toggle: ToggleRow,
  before: OverrideRow | undefined,
  after: OverrideRow,
  context: ChangeContext,
  segmentWrites: readonly Write[] = [],
): Promise<void> {
  const changes = differences(before ? auditedOf(before) : {}, auditedOf(after), hiddenChanges);
  await transact([
    { put: overrideItem(toggle, after), ...ifRevision(before?.revision) },
    { put: listingItem(toggle, after) },
    ...segmentWrites,
    markChange(after, after.id),
    ...recordChange(changeOf(toggle, before === undefined ? 'created' : 'updated', after, changes), context),
  ]);
}

/** Throws StaleError if another writer has changed the value. */
export async function removeOverride(
  toggle: ToggleRow,
  before: OverrideRow,
  context: ChangeContext,
  segmentWrites: readonly Write[] = [],
): Promise<void> {
  const deleted = { ...before, revision: before.revision + 1 };
  await transact([
    {
      delete: overrideKey(before, toggle.overrideSlot),
      ...ifRevision(before.revision),
    },
    { delete: overrideListingKey(before, toggle.overrideSlot) },
    ...segmentWrites,
    markChange(before, before.id),
    ...recordChange(changeOf(toggle, 'deleted', deleted, { value: { before: before.value } }), context),
  ]);
}
