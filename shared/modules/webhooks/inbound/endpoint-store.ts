/** Stores inbound endpoints: a row that is found by its id alone, and a listing item. */
import { type Change, type ChangeContext, differences, recordChange } from '../../../kernel/audit/record.ts';
import type { Scope } from '../../../kernel/base/principal.ts';
import { integerSetting } from '../../../kernel/settings/settings.ts';
import { countWrite } from '../../../kernel/table/counters.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import type { Key } from '../../../kernel/table/keys.ts';
import { toListingItem } from '../../../kernel/table/listed-rows.ts';
import { type ListRequest, listPage } from '../../../kernel/table/listing.ts';
import type { ListingSpec } from '../../../kernel/table/listing-spec.ts';
import { getItem, type Item } from '../../../kernel/table/read.ts';
import { createWithin, releaseWrite, type UsageLimit } from '../../../kernel/table/usage.ts';
import { ifRevision, notExists, transact, type Write } from '../../../kernel/table/write.ts';
import { inboundEndpointKey, inboundListingKey, inboundListPartition } from '../keys.ts';
import type { StoredEndpoint } from './inbound-endpoint.ts';

const entity = 'inbound_endpoint';

const endpointListing = {
  attributes: { name: 'n', providerKey: 'p', isActive: 'a', createdAt: 'ca', updatedAt: 'ua' },
  searchIn: ['name'],
  keyOrder: { field: 'createdAt', direction: 'desc' },
} as const satisfies ListingSpec<string>;
export type EndpointListField = keyof typeof endpointListing.attributes;

function rowItem({ revision, ...endpoint }: StoredEndpoint): Key & Item {
  return toItem(inboundEndpointKey(endpoint.id), entity, endpoint, { revision });
}

const listingKeyOf = (endpoint: StoredEndpoint): Key =>
  inboundListingKey(endpoint, Date.parse(endpoint.createdAt), endpoint.id);

function listingWrite(endpoint: StoredEndpoint): Write {
  const { id, name, providerKey, isActive } = endpoint;
  const createdAt = Date.parse(endpoint.createdAt);
  const fields = { name, providerKey, isActive, createdAt, updatedAt: Date.parse(endpoint.updatedAt) };
  const row = { id, bytes: 2_000, fields, revision: endpoint.revision };
  return { put: toListingItem(endpointListing, listingKeyOf(endpoint), row) };
}

function changeOf(action: string, before: StoredEndpoint | undefined, after: StoredEndpoint): Change {
  const { tenantId, organizationId, id, name, providerKey, isActive, revision } = after;
  const shown = ({ secret, revision: _, ...rest }: StoredEndpoint) => rest;
  return {
    tenantId,
    organizationId,
    resource: 'webhooks.inbound_endpoint',
    resourceId: id,
    action,
    version: revision,
    data: { name, providerKey, isActive },
    changes: differences(before ? shown(before) : {}, shown(after)),
  };
}

/** The endpoint with this id, of any tenant: only for the receiver, which has no authenticated caller. */
export async function findEndpointOfAnyone(id: string): Promise<StoredEndpoint | undefined> {
  const item = await getItem(inboundEndpointKey(id));
  return item && fromItem<StoredEndpoint>(item, entity);
}

/** The endpoint with this id in a visible organization; undefined for any other. */
export async function findEndpoint(scope: Scope, id: string): Promise<StoredEndpoint | undefined> {
  const found = await findEndpointOfAnyone(id);
  const isVisible =
    found?.tenantId === scope.tenantId && scope.organizationIds.includes(found.organizationId);
  return isVisible ? found : undefined;
}

/** One page of endpoints, with the number of matches. */
export async function listEndpoints(
  scope: Scope,
  request: ListRequest<EndpointListField>,
): Promise<{ items: StoredEndpoint[]; total: number }> {
  const partitions = scope.organizationIds.map((organizationId) =>
    inboundListPartition({ tenantId: scope.tenantId, organizationId }),
  );
  const { rows, total } = await listPage(
    endpointListing,
    partitions,
    ({ id }) => inboundEndpointKey(id),
    request,
  );
  return { items: rows.map((item) => fromItem<StoredEndpoint>(item, entity)), total };
}

/** The maximum number of endpoints per organization. */
const limitOf = (endpoint: StoredEndpoint): UsageLimit => ({
  partition: inboundListPartition(endpoint),
  what: 'inbound endpoints in an organization',
  max: integerSetting('INBOUND_ENDPOINTS_PER_ORGANIZATION'),
});

/** One transaction. Throws LimitReachedError. */
export async function insertEndpoint(endpoint: StoredEndpoint, context: ChangeContext): Promise<void> {
  const writes = [
    { put: rowItem(endpoint), when: notExists },
    listingWrite(endpoint),
    countWrite(inboundListPartition(endpoint), endpoint.id, 1),
    ...recordChange(changeOf('created', undefined, endpoint), context),
  ];
  await createWithin(limitOf(endpoint), endpoint.id, (count) => transact([...writes, count]));
}

/** Replaces the endpoint read as `before`. Throws StaleError if another writer was first. */
export async function replaceEndpoint(
  before: StoredEndpoint,
  after: StoredEndpoint,
  context: ChangeContext,
): Promise<void> {
  const action = after.secret === before.secret ? 'updated' : 'rotated';
  await transact([
    { put: rowItem(after), ...ifRevision(before.revision) },
    listingWrite(after),
    ...recordChange(changeOf(action, before, after), context),
  ]);
}

/** Throws StaleError if another writer was first. */
export async function removeEndpoint(before: StoredEndpoint, context: ChangeContext): Promise<void> {
  const deleted = { ...changeOf('deleted', before, before), version: before.revision + 1, changes: {} };
  await transact([
    {
      delete: inboundEndpointKey(before.id),
      ...ifRevision(before.revision),
    },
    { delete: listingKeyOf(before) },
    countWrite(inboundListPartition(before), before.id, -1),
    releaseWrite(inboundListPartition(before), before.id),
    ...recordChange(deleted, context),
  ]);
}
