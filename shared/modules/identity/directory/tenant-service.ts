/** Reads, creates, changes and deletes tenants. */

import { randomUUID } from 'node:crypto';
import { comparedName } from '../../../kernel/base/compared.ts';
import { hasAtMost } from '../../../kernel/base/text.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { InvalidInputError, requireFound } from '../../../kernel/errors/errors.ts';
import type { Caller, Precondition, Target } from '../../../kernel/http/operation.ts';
import { updateWithRetry } from '../../../kernel/http/optimistic-locking.ts';
import { withRevision } from '../../../kernel/http/reply.ts';
import { toList, toListRequest } from '../../../kernel/lists/list.ts';
import { keyHolders } from '../api-keys/api-key-store.ts';
import { OwnHomeError } from '../errors.ts';
import { refreshHolders } from '../roles/rights-service.ts';
import { userHolders } from '../users/user-store.ts';
import { directoryLimits, type Tenant } from './directory.ts';
import type { CreateTenant, ListTenants, TenantRow, UpdateTenant } from './tenant-contract.ts';
import * as store from './tenant-store.ts';

/** Throws InvalidInputError if the name is too long, or none of its characters is visible. */
export function assertName(name: string): void {
  if (comparedName(name) !== '' && hasAtMost(name, directoryLimits.name)) return;
  throw new InvalidInputError({ name: `must have 1 to ${directoryLimits.name} characters` });
}

/** Tenants are in no scope. A caller without a tenant may close every one. */
type Administrator = Pick<Caller, 'context'>;

/** Throws InvalidInputError. */
export async function createTenant({ context }: Administrator, { name, isActive = true }: CreateTenant) {
  assertName(name);
  const at = toIso(context.nowMs);
  const tenant = { id: randomUUID(), name, isActive, revision: 1, createdAt: at, updatedAt: at };
  await store.insertTenant(tenant, context);
  return withRevision({ id: tenant.id }, tenant.revision);
}

function toRow({ id, name, isActive, createdAt, updatedAt }: Tenant): TenantRow {
  return { id, name, isActive, createdAt, updatedAt };
}

/** Throws NotFoundError. */
export async function getTenant(id: string): Promise<Tenant> {
  return requireFound(await store.findTenant({ tenantId: id }), 'Tenant');
}

/** One page of the deployment's tenants. Throws PageTooLargeError. */
export async function listTenants(_: unknown, query: ListTenants) {
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

/**
 * Changes the given fields. Users and keys of a closed tenant are refused from their next request; a repeated
 * request completes an interrupted one. Throws NotFoundError, StaleError, InvalidInputError, OwnHomeError.
 */
export async function updateTenant(
  { context }: Administrator,
  { id, name, isActive, ifMatch }: UpdateTenant & Precondition,
) {
  if (name !== undefined) assertName(name);
  if (isActive === false && id === context.principal.tenantId) throw new OwnHomeError();
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
  return withRevision({ ok: true }, updated.revision);
}

/** Closes the tenant, then removes it from the list. Throws NotFoundError, StaleError, OwnHomeError. */
export async function deleteTenant({ context }: Administrator, { id, ifMatch }: Target) {
  await updateTenant({ context }, { id, isActive: false, ifMatch });
  await updateWithRetry(
    () => getTenant(id),
    undefined,
    (before) => store.removeTenant(before, context),
  );
  // Ends sessions that were started while the tenant was briefly open again.
  await refreshResidents(id);
  return { ok: true };
}
