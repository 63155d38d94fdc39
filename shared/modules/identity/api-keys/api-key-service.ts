/** Creates API keys and rotates their secrets. */

import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import { generateApiKey, hashApiKey, visiblePrefix } from '../../../kernel/auth/api-key.ts';
import { apiKeyLimits } from '../../../kernel/auth/api-key-limits.ts';
import type { ApiKeyRow, Role, Workload } from '../../../kernel/auth/identity-types.ts';
import { hasAtMost } from '../../../kernel/base/text.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { InvalidInputError } from '../../../kernel/errors/errors.ts';
import { findRoles } from '../roles/role-store.ts';
import { insertApiKey, replaceSecret } from './api-key-store.ts';
import { secretOwnerOf } from './secret-owner.ts';

export interface NewApiKeyInput {
  name: string;
  description?: string | null | undefined;
  /** Null only for super admin keys. */
  tenantId: string | null;
  organizationId?: string | null | undefined;
  roles?: readonly Role[] | undefined;
  /** Features of the key itself, in addition to those of its roles. */
  features?: readonly string[] | undefined;
  isSuperAdmin?: boolean | undefined;
  expiresAtMs?: number | null | undefined;
  perMinute?: number | null | undefined;
  perHour?: number | null | undefined;
  allowedAddresses?: readonly string[] | undefined;
  readOnly?: true | undefined;
  workloads?: readonly Workload[] | undefined;
}

/**
 * Creates a key; only the response contains its secret. Throws InvalidInputError, NotFoundError if the tenant
 * or the organization does not exist or is closed, StaleError if a role changes meanwhile, and what
 * `assertAllowed` throws.
 */
export async function createApiKey(
  input: NewApiKeyInput,
  context: ChangeContext,
  assertAllowed: (key: ApiKeyRow) => void = () => {},
): Promise<{ key: ApiKeyRow; secret: string }> {
  const { name, tenantId, organizationId = null, roles = [] } = input;
  if (name.trim() === '' || !hasAtMost(name, apiKeyLimits.name)) {
    throw new InvalidInputError({ name: `must have 1 to ${apiKeyLimits.name} characters` });
  }
  if (tenantId === null && !input.isSuperAdmin) throw new InvalidInputError({ tenantId: 'is required' });
  const { secret } = generateApiKey();
  const key: ApiKeyRow = {
    id: randomUUID(),
    name,
    description: input.description ?? null,
    prefix: visiblePrefix(secret),
    tenantId,
    organizationId,
    roleIds: roles.map(({ id }) => id),
    features: input.features ?? [],
    isSuperAdmin: input.isSuperAdmin ?? false,
    expiresAtMs: input.expiresAtMs ?? null,
    perMinute: input.perMinute ?? null,
    perHour: input.perHour ?? null,
    allowedAddresses: input.allowedAddresses,
    readOnly: input.readOnly,
    workloads: input.workloads,
    secretSha256: hashApiKey(secret),
    secretOwner: await secretOwnerOf(context.principal),
    createdBy: context.principal.subject,
    createdAt: toIso(context.nowMs),
    revision: 1,
  };
  assertAllowed(key);
  await insertApiKey(key, roles, context);
  return { key, secret };
}

/**
 * Gives a key a new secret; the old one stays valid for `graceSeconds`. Throws StaleError if the key or a
 * role has changed since it was read, NotFoundError if the key's home is closed, and what `assertAllowed`
 * throws.
 */
export async function rotateSecret(
  before: ApiKeyRow,
  graceSeconds: number,
  context: ChangeContext,
  assertAllowed: (roles: readonly Role[]) => void = () => {},
): Promise<{ key: ApiKeyRow; roles: Role[]; secret: string }> {
  const found =
    before.tenantId === null ? [] : (await findRoles({ tenantId: before.tenantId }, before.roleIds)).values();
  const roles = [...found];
  assertAllowed(roles);
  const { prefix, secret } = generateApiKey();
  const secretOwner = await secretOwnerOf(context.principal);
  const next = { prefix, secretSha256: hashApiKey(secret), secretOwner, graceSeconds };
  return { key: await replaceSecret(before, next, roles, context), roles, secret };
}
