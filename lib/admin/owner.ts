/**
 * Whose an item of the table is. Every kind of partition (the first part of its key) says where its tenant's id
 * stands, so that a tenant can be taken out as a whole; a kind that is missing here fails a test.
 */
import { partsOf } from '../../shared/kernel/table/keys.ts';
import type { Item } from '../../shared/kernel/table/read.ts';

type Place = (keys: { pk: readonly string[]; sk: readonly string[]; item: Item }) => unknown;

const inPartition: Place = ({ pk }) => pk[1];
const inAttribute: Place = ({ item }) => item.tenantId;
const inSortKey =
  (index: number): Place =>
  ({ sk }) =>
    sk.at(index);
const nobodys: Place = () => undefined;

const places: Readonly<Record<string, Place>> = {
  TENANT: inPartition,
  DIRECTORY: inPartition,
  DATAKEY: inPartition,
  // A name may hold anything; the id stands last.
  TENANTS: inSortKey(-1),
  EMAIL: inSortKey(0),
  SCHEDULED: inSortKey(0),
  HEALTHCHECKS: inSortKey(0),
  PAYMENTSESSION: inSortKey(0),
  PROGRESSWATCH: inSortKey(0),
  SYNCACTIVE: inSortKey(0),
  OUTBOX: inSortKey(1),
  PAYMENTDUE: inSortKey(1),
  KEY: inAttribute,
  SESSION: inAttribute,
  INBOUND: inAttribute,
  ATTACHMENT: inAttribute,
  SHARE: inAttribute,
  PAYMENTID: inAttribute,
  FILEWORK: inAttribute,
  TOGGLE: nobodys,
  TOGGLEIDENTIFIER: nobodys,
  TOGGLES: nobodys,
  LIMIT: nobodys,
  CANARY: nobodys,
  MIGRATION: nobodys,
  ERASED: nobodys,
};

export const knownKinds: ReadonlySet<string> = new Set(Object.keys(places));

/** The first part of an item's partition key. */
export const kindOf = (item: Item): string => partsOf(String(item.pk))[0] ?? '';

/** What the platform remembers of a tenant as such: its trail and its events belong to no tenant, but name one. */
function isAbout(item: Item, tenantId: string): boolean {
  const { resource, resourceId, type, data } = item;
  if (resource === 'directory.tenant') return resourceId === tenantId;
  return String(type ?? '').startsWith('directory.tenant.') && String(data).includes(tenantId);
}

/** The tenant of an item; undefined for what belongs to the platform or to nobody, or is of an unknown kind. */
export function ownerOf(item: Item): string | undefined {
  const [pk, sk] = [partsOf(String(item.pk)), partsOf(String(item.sk))];
  const owner = places[pk[0] ?? '']?.({ pk, sk, item });
  return typeof owner === 'string' ? owner : undefined;
}

/** Whether an item goes when its tenant goes. An item of a kind that nobody listed does if it names the tenant at all. */
export function belongsTo(item: Item, tenantId: string): boolean {
  const [pk, sk] = [partsOf(String(item.pk)), partsOf(String(item.sk))];
  const place = places[pk[0] ?? ''];
  if (place === undefined) return item.tenantId === tenantId || [...pk, ...sk].includes(tenantId);
  return place({ pk, sk, item }) === tenantId || isAbout(item, tenantId);
}

/** Attributes that `belongsTo` looks at. */
export const ownerAttributes = ['pk', 'sk', 'tenantId', 'resource', 'resourceId', 'type', 'data'] as const;
