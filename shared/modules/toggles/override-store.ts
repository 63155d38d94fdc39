/** The only file that knows how tenants' own values lie in the table. */
import { type Change, type ChangeContext, differences, recordChange } from '../../kernel/audit/record.ts';
import type { TenantScope } from '../../kernel/auth/principal.ts';
import { StaleError } from '../../kernel/errors/errors.ts';
import { toJson } from '../../kernel/http/json.ts';
import { fromItem, toItem } from '../../kernel/table/item.ts';
import { type Key, tenantKey } from '../../kernel/table/keys.ts';
import { isMigrated } from '../../kernel/table/migrated.ts';
import { allOf } from '../../kernel/table/parallel.ts';
import { batchGet, getItem, type Item, queryAll } from '../../kernel/table/read.ts';
import { notExists, revisionIs, transact, type Write } from '../../kernel/table/write.ts';
import {
  markChange,
  overrideKey,
  overrideListingKey,
  overrideListPartition,
  overridesListedKey,
} from './keys.ts';
import type { OverrideRow, ToggleRow } from './toggle.ts';
import { targetingText, toTargeting } from './toggle-store.ts';

const entity = 'toggle_override';

type Slot = Pick<ToggleRow, 'overrideSlot'>;

/** The item of a tenant's value. */
export function overrideItem(slot: Slot, { revision, ...row }: OverrideRow) {
  const key = overrideKey(row, slot.overrideSlot);
  return toItem(
    key,
    entity,
    { ...row, value: toJson(row.value), ...targetingText(row.targeting) },
    { revision },
  );
}

/** By which lists see that there is a value; they do not show it. Evaluations of all toggles find it there. */
const listingItem = (slot: Slot, override: OverrideRow): Key & Item => ({
  ...overrideListingKey(override, slot.overrideSlot),
  id: override.id,
  toggleId: override.toggleId,
  value: toJson(override.value),
  ...targetingText(override.targeting),
  rev: override.revision,
});

export function toOverride(item: Item): OverrideRow {
  const row = fromItem<OverrideRow>(item, entity);
  return { ...row, value: JSON.parse(String(row.value)), ...toTargeting(item) };
}

export const itemFinder = (items: readonly Item[]) => {
  const byPartition = new Map(items.map((item) => [item.pk, item]));
  return ({ pk }: Key) => byPartition.get(pk);
};

/** Every key once: DynamoDB refuses a batch that names an item twice. */
export function batchGetOnce(keys: readonly Key[]): Promise<Item[]> {
  return batchGet([...new Map(keys.map((key) => [key.pk, key])).values()]);
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

/** The tenant's own values of the given toggles, and the tenant's name. One request per 100 items. */
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

/** Listing items of overrides have some 150 bytes: so many are read for four units. */
const maxListingsRead = 100;

/**
 * Of which of the given toggles the tenant has values, strongly consistent, and the tenant's name. Their listing items are
 * in one partition by slot, which mostly is the identifier: those of a page of toggles are next to each other. What is
 * behind too many others is read by key.
 */
export async function listOverridden(
  scope: TenantScope,
  toggles: readonly Slot[],
): Promise<OwnValues<Pick<OverrideRow, 'id'>>> {
  // Values that an older version stored are not listed before `npm run admin -- migrate` has done so.
  if (toggles.length === 0 || !(await isMigrated(overridesListedKey))) return findOverrides(scope, toggles);
  const slots = toggles.map(({ overrideSlot }) => overrideSlot).toSorted(compareSlots);
  const [from = '', to = ''] = [slots.at(0), slots.at(-1)];
  const query = { pk: overrideListPartition(scope), skRange: { from, to }, limit: maxListingsRead };
  const [listed, { tenantName }] = await allOf([
    queryAll({ ...query, consistent: true }),
    findOverrides(scope, []),
  ]);
  const last = listed.length < maxListingsRead ? to : String(listed.at(-1)?.sk);
  const behind = toggles.filter(({ overrideSlot }) => compareSlots(overrideSlot, last) > 0);
  const others = behind.length === 0 ? [] : (await findOverrides(scope, behind)).overrides;
  const found = listed.map(({ id, toggleId }) => [String(toggleId), { id: String(id) }] as const);
  return { tenantName, overrides: new Map([...found, ...others]) };
}

/** The order of sort keys. */
const compareSlots = (one: string, other: string): number =>
  Buffer.compare(Buffer.from(one), Buffer.from(other));

/** What an audit entry names otherwise, or not at all. */
const hiddenChanges = ['id', 'tenantId', 'toggleId', 'createdAt', 'updatedAt', 'revision'];

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

/** Writes the tenant's value over the one read as `before`. Throws StaleError when another writer came first. */
export async function putOverride(
  toggle: ToggleRow,
  before: OverrideRow | undefined,
  after: OverrideRow,
  context: ChangeContext,
  beside: readonly Write[] = [],
): Promise<void> {
  const changes = differences({ ...before }, { ...after }, hiddenChanges);
  await transact([
    {
      put: overrideItem(toggle, after),
      when: before === undefined ? notExists : revisionIs(before.revision),
      otherwise: () => new StaleError(),
    },
    { put: listingItem(toggle, after) },
    ...beside,
    markChange(after, after.id),
    ...recordChange(changeOf(toggle, before === undefined ? 'created' : 'updated', after, changes), context),
  ]);
}

/** Throws StaleError when another writer came first. */
export async function removeOverride(
  toggle: ToggleRow,
  before: OverrideRow,
  context: ChangeContext,
  beside: readonly Write[] = [],
): Promise<void> {
  const deleted = { ...before, revision: before.revision + 1 };
  await transact([
    {
      delete: overrideKey(before, toggle.overrideSlot),
      when: revisionIs(before.revision),
      otherwise: () => new StaleError(),
    },
    { delete: overrideListingKey(before, toggle.overrideSlot) },
    ...beside,
    markChange(before, before.id),
    ...recordChange(changeOf(toggle, 'deleted', deleted, { value: { before: before.value } }), context),
  ]);
}
