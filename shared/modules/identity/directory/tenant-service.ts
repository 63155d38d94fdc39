/** Reads, creates, changes and deletes tenants. */

import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import { comparedName } from '../../../kernel/base/compared.ts';
import type { Principal } from '../../../kernel/base/principal.ts';
import { hasAtMost } from '../../../kernel/base/text.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { InvalidInputError, requireFound } from '../../../kernel/errors/errors.ts';
import { updateWithRetry } from '../../../kernel/http/optimistic-locking.ts';
import { toList, toListRequest } from '../../../kernel/lists/list.ts';
import { keyHolders } from '../api-keys/api-key-store.ts';
import { OwnHomeError } from '../errors.ts';
import { refreshHolders } from '../roles/rights-service.ts';
import { userHolders } from '../users/user-store.ts';
import { directoryLimits, type Tenant } from './directory.ts';
import type { ListTenants, TenantRow } from './tenant-contract.ts';
import * as store from './tenant-store.ts';

/** Throws InvalidInputError if the name is too long, or none of its characters is visible. */
export function assertName(name: string): void {
  if (comparedName(name) !== '' && hasAtMost(name, directoryLimits.name)) return;
  throw new InvalidInputError({ name: `must have 1 to ${directoryLimits.name} characters` });
}

/** Throws InvalidInputError. */
export async function createTenant(
  { name, isActive = true }: { name: string; isActive?: boolean | undefined },
  context: ChangeContext,
): Promise<Tenant> {
  assertName(name);
  const at = toIso(context.nowMs);
  const tenant = { id: randomUUID(), name, isActive, revision: 1, createdAt: at, updatedAt: at };
  await store.insertTenant(tenant, context);
  return tenant;
}

function toRow({ id, name, isActive, createdAt, updatedAt }: Tenant): TenantRow {
  return { id, name, isActive, createdAt, updatedAt };
}

/** Throws NotFoundError. */
export async function getTenant(id: string): Promise<Tenant> {
  return requireFound(await store.findTenant({ tenantId: id }), 'Tenant');
}

/** One page of the deployment's tenants. Throws PageTooLargeError. */
export async function listTenants(query: ListTenants) {
  const { id, isActive } = query;
  const ids = id === undefined ? undefined : new Set([id]);
  const { items, total } = await store.listTenants({
    ...toListRequest<store.TenantListField>(query, { isActive }),
    ids,
  });
  return toList(query, { items: items.map(toRow), total });
}

/** Updates the caller items of all users and keys of the tenant after it was opened or closed. */
async function refreshResidents(tenantId: string): Promise<void> {
  await refreshHolders({ tenantId }, keyHolders({ tenantId }));
  await refreshHolders({ tenantId }, userHolders({ tenantId }));
}

export interface TenantChanges {
  id: string;
  name?: string | undefined;
  isActive?: boolean | undefined;
}

/**
 * Changes the given fields. Users and keys of a closed tenant are refused from their next request; a repeated
 * request completes an interrupted one. Throws NotFoundError, StaleError, InvalidInputError, OwnHomeError.
 */
export async function updateTenant(
  { id, ...changes }: TenantChanges,
  ifMatch: string | undefined,
  caller: Pick<Principal, 'tenantId'>,
  context: ChangeContext,
): Promise<Tenant> {
  const { name, isActive } = changes;
  if (name !== undefined) assertName(name);
  if (isActive === false && id === caller.tenantId) throw new OwnHomeError();
  const updated = await updateWithRetry(
    () => getTenant(id),
    ifMatch,
    async (before) => {
      const after = { ...before, name: name ?? before.name, isActive: isActive ?? before.isActive };
      const isSame = after.name === before.name && after.isActive === before.isActive;
      return isSame ? before : store.replaceTenant(before, after, context);
    },
  );
  if (isActive !== undefined) await refreshResidents(id);
  return updated;
}

/** Closes the tenant, then removes it from the list. Throws NotFoundError, StaleError, OwnHomeError. */
export async function deleteTenant(
  id: string,
  ifMatch: string | undefined,
  caller: Pick<Principal, 'tenantId'>,
  context: ChangeContext,
): Promise<void> {
  await updateTenant({ id, isActive: false }, ifMatch, caller, context);
  await updateWithRetry(
    () => getTenant(id),
    undefined,
    (before) => store.removeTenant(before, context),
  );
  // Ends sessions that were started while the tenant was briefly open again.
  await refreshResidents(id);
}
