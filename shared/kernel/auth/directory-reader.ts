/** Reads whether the tenant and organization of a caller are open, and the owner of a key is active. */

import { toJson } from '../base/json.ts';
import { allOf } from '../base/parallel.ts';
import type { TenantScope } from '../base/principal.ts';
import type { AppError } from '../errors/app-error.ts';
import { type Key, organizationKey, tenantKey, tenantListPartition, userKey } from '../table/keys.ts';
import { batchGet, getItem, type Item, queryAll } from '../table/read.ts';
import type { Write } from '../table/write.ts';
import type { KeyOwner } from './identity-types.ts';

/**
 * The active organizations of an active tenant, in one Query; undefined when the tenant does not exist or is inactive.
 */
export async function liveOrganizationIds(scope: TenantScope): Promise<string[] | undefined> {
  return (await openTenant(scope, true))?.organizationIds;
}

/** An active tenant with its active organizations, in one Query. */
async function openTenant(scope: TenantScope, consistent: boolean) {
  const { pk, sk } = tenantKey(scope);
  const live = (await queryAll({ pk, consistent })).filter(({ isActive }) => isActive === true);
  const tenant = live.find((item) => item.sk === sk);
  const organizations = live.filter((item) => item.entity === 'organization');
  return tenant && { name: String(tenant.name), organizationIds: organizations.map(({ id }) => String(id)) };
}

/** An active tenant with its active organizations. */
export interface OpenTenant {
  id: string;
  name: string;
  organizationIds: string[];
  /** Continues the reading of tenants after this one. */
  position: string;
}

/**
 * The active tenants among the next `limit` of the deployment, by name, and the position of the last one read; undefined
 * after the last of all. One Query, and one for each tenant.
 */
export async function nextTenants(
  after: string | undefined,
  limit: number,
): Promise<{ tenants: OpenTenant[]; next: string | undefined }> {
  const listed = await queryAll({ pk: tenantListPartition, after, limit, consistent: false });
  const tenants = await allOf(
    listed.map(async ({ id, sk }): Promise<OpenTenant[]> => {
      const tenant = await openTenant({ tenantId: String(id) }, false);
      return tenant === undefined ? [] : [{ id: String(id), ...tenant, position: String(sk) }];
    }),
  );
  const last = listed.at(-1);
  return {
    tenants: tenants.flat(),
    next: listed.length < limit || last === undefined ? undefined : String(last.sk),
  };
}

/** Tenant and organization of a key or a user. */
export interface Home {
  /** Null for the platform, which is always open. */
  tenantId: string | null;
  organizationId: string | null;
  /** The user without whom a key is refused. */
  secretOwner?: KeyOwner | undefined;
}

type HomeKind = 'Tenant' | 'Organization' | 'User';

function homeParts({ tenantId, organizationId, secretOwner }: Home): { kind: HomeKind; key: Key }[] {
  const ofTenant = tenantId === null ? [] : [{ kind: 'Tenant' as const, key: tenantKey({ tenantId }) }];
  const ofOrganization =
    tenantId === null || organizationId === null
      ? []
      : [{ kind: 'Organization' as const, key: organizationKey({ tenantId }, organizationId) }];
  const ofOwner = secretOwner
    ? [{ kind: 'User' as const, key: userKey(secretOwner, secretOwner.userId) }]
    : [];
  return [...ofTenant, ...ofOrganization, ...ofOwner];
}

/** Keys of the items that decide whether a home is open. */
export const homeKeys = (home: Home): Key[] => homeParts(home).map(({ key }) => key);

/** A user whose deactivation has been announced (`pending`) counts as inactive. */
const isOpenAt = (key: Key, { pk, sk, isActive, pending }: Item): boolean =>
  pk === key.pk && sk === key.sk && isActive === true && Object(pending).isActive !== false;

/** Whether the tenant or the organization is closed or deleted, or the owner inactive, given the items at `homeKeys`. */
export function isClosed(home: Home, found: readonly Item[]): boolean {
  return homeKeys(home).some((key) => !found.some((item) => isOpenAt(key, item)));
}

const keyText = ({ pk, sk }: Key): string => toJson([pk, sk]);

/**
 * Returns the homes that are open: tenant and organization exist and are active. One request per 100 distinct items.
 */
export async function openHomesOf<H extends Home>(homes: readonly H[]): Promise<Set<H>> {
  const keys = new Map(homes.flatMap(homeKeys).map((key) => [keyText(key), key]));
  const found = keys.size === 0 ? [] : await batchGet([...keys.values()]);
  return new Set(homes.filter((home) => !isClosed(home, found)));
}

/** Whether the tenant and its organization, if given, exist and are active. One request. */
export async function isOpenHome(home: Home): Promise<boolean> {
  return (await openHomesOf([home])).size > 0;
}

/** Whether the organization was deleted, which is final; a closed one may be opened again. One request. */
export async function isDeletedOrganization(scope: TenantScope, organizationId: string): Promise<boolean> {
  return (await batchGet([organizationKey(scope, organizationId)])).length === 0;
}

/** Like `isOpenHome`, for an organization of an open tenant: callers are refused when their organization is closed. */
export async function isOpenOrganization(scope: TenantScope, organizationId: string): Promise<boolean> {
  return (await getItem(organizationKey(scope, organizationId)))?.isActive === true;
}

/**
 * Conditions that the home is open, for the transaction that stores a new credential: otherwise a credential created
 * while the home is being closed would stay active.
 */
export function openHome(home: Home, otherwise: (closed: HomeKind) => AppError): Write[] {
  return homeParts(home).map(({ kind, key }) => ({
    check: key,
    when: {
      expression: 'isActive = :open AND (attribute_not_exists(pending) OR pending.isActive = :open)',
      values: { ':open': true },
    },
    otherwise: () => otherwise(kind),
  }));
}
