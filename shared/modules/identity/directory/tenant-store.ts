/** Stores tenants: a row and a listing item. */

import {
  type ChangeContext,
  changeOf,
  deletionOf,
  type RecordedKind,
  recordChange,
} from '../../../kernel/audit/record.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { countWrite } from '../../../kernel/table/counters.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import { tenantKey, tenantListPartition } from '../../../kernel/table/keys.ts';
import { toListingItem } from '../../../kernel/table/listed-rows.ts';
import { type ListRequest, listPage } from '../../../kernel/table/listing.ts';
import type { ListingSpec } from '../../../kernel/table/listing-spec.ts';
import { nameWrites, type RowName } from '../../../kernel/table/names.ts';
import { getItem, queryAll } from '../../../kernel/table/read.ts';
import { ifRevision, notExists, transact, type Write } from '../../../kernel/table/write.ts';
import { tenantListingKey } from '../keys.ts';
import type { Tenant } from './directory.ts';

const entity = 'tenant';

const tenantListing = {
  attributes: { name: 'n', isActive: 'a', createdAt: 'ca', updatedAt: 'ua' },
  searchIn: ['name'],
  keyOrder: { field: 'name', direction: 'asc' },
} as const satisfies ListingSpec<string>;
export type TenantListField = keyof typeof tenantListing.attributes;

const listingKeyOf = ({ id, name }: Tenant) => tenantListingKey({ tenantId: id }, name);

const nameOf = ({ id, name }: Tenant): RowName => ({ list: tenantListPartition, id, name, detail: null });

function rowWrite({ revision, ...tenant }: Tenant) {
  return { put: toItem(tenantKey({ tenantId: tenant.id }), entity, tenant, { revision }) };
}

function listingWrite(tenant: Tenant): Write {
  const { id, name, isActive } = tenant;
  const times = { createdAt: Date.parse(tenant.createdAt), updatedAt: Date.parse(tenant.updatedAt) };
  const fields = { name, isActive, ...times };
  const { put: row } = rowWrite(tenant);
  const listed = { id, bytes: 600, fields, revision: tenant.revision, row };
  return { put: toListingItem(tenantListing, listingKeyOf(tenant), listed) };
}

/** Events of tenants belong to the platform: its administrators receive them, not the tenant. */
const tenants: RecordedKind<Tenant> = {
  name: 'directory.tenant',
  eventData: ({ name, isActive }) => ({ name, isActive }),
  audited: ({ revision, ...shown }) => shown,
};

/** The tenant, active or not; undefined if it does not exist or was deleted. */
export async function findTenant({ tenantId }: TenantScope): Promise<Tenant | undefined> {
  const item = await getItem(tenantKey({ tenantId }));
  const tenant = item && fromItem<Tenant>(item, entity);
  return tenant?.deletedAt === undefined ? tenant : undefined;
}

/** One page of the deployment's tenants, with the number of matches. */
export async function listTenants(
  request: ListRequest<TenantListField>,
): Promise<{ items: Tenant[]; total: number }> {
  const { rows, total } = await listPage(
    tenantListing,
    [tenantListPartition],
    ({ id }) => tenantKey({ tenantId: id }),
    request,
  );
  return { items: rows.map((item) => fromItem<Tenant>(item, entity)), total };
}

export async function insertTenant(tenant: Tenant, context: ChangeContext): Promise<void> {
  await transact([
    { ...rowWrite(tenant), when: notExists },
    listingWrite(tenant),
    ...nameWrites(undefined, nameOf(tenant)),
    countWrite(tenantListPartition, tenant.id, 1),
    ...recordChange(changeOf(tenants, 'created', undefined, tenant), context),
  ]);
}

/** Throws StaleError if the tenant has changed since it was read. */
export async function replaceTenant(
  before: Tenant,
  changed: Tenant,
  context: ChangeContext,
): Promise<Tenant> {
  const after = {
    ...changed,
    updatedAt: toIso(context.nowMs),
    revision: before.revision + 1,
  };
  const [oldKey, newKey] = [listingKeyOf(before), listingKeyOf(after)];
  await transact([
    { ...rowWrite(after), ...ifRevision(before.revision) },
    ...(oldKey.sk === newKey.sk ? [] : [{ delete: oldKey }]),
    listingWrite(after),
    ...nameWrites(nameOf(before), nameOf(after)),
    ...recordChange(changeOf(tenants, 'updated', before, after), context),
  ]);
  return after;
}

/** Removes a closed tenant from the list. Throws StaleError. */
export async function removeTenant(before: Tenant, context: ChangeContext): Promise<void> {
  const deletedAt = toIso(context.nowMs);
  const after = { ...before, isActive: false, deletedAt, revision: before.revision + 1 };
  await transact([
    { ...rowWrite(after), ...ifRevision(before.revision) },
    { delete: listingKeyOf(before) },
    ...nameWrites(nameOf(before), undefined),
    countWrite(tenantListPartition, before.id, -1),
    ...recordChange(deletionOf(tenants, before), context),
  ]);
}

/** Every tenant by name, read from the listing items only. */
export async function tenantNames(): Promise<{ id: string; name: string; isActive: boolean }[]> {
  const items = await queryAll({ pk: tenantListPartition, consistent: true });
  const { name, isActive } = tenantListing.attributes;
  return items.map((item) => ({
    id: String(item.id),
    name: String(item[name]),
    isActive: item[isActive] === true,
  }));
}
