/** What can be done with API keys. */
import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '../audit/record.ts';
import { InvalidInputError, NotFoundError } from '../http/errors.ts';
import { generateApiKey, hashApiKey, visiblePrefix } from './api-key.ts';
import { insertApiKey } from './api-key-store.ts';
import { directoryLimits } from './directory.ts';
import { isLiveOrganization } from './directory-reader.ts';
import type { ApiKeyRow, Role } from './identity-types.ts';

export interface NewApiKeyInput {
  name: string;
  description?: string | null | undefined;
  /** Null only for super admin keys. */
  tenantId: string | null;
  organizationId?: string | null | undefined;
  roles?: readonly Role[] | undefined;
  /** Features of the key's own, beside those of its roles. */
  features?: readonly string[] | undefined;
  isSuperAdmin?: boolean | undefined;
  expiresAtMs?: number | null | undefined;
  perMinute?: number | null | undefined;
  perHour?: number | null | undefined;
}

/**
 * Creates a key; the secret is in the answer and nowhere else. Throws InvalidInputError, NotFoundError when the
 * organization does not exist, StaleError when a role changes meanwhile.
 */
export async function createApiKey(
  input: NewApiKeyInput,
  context: ChangeContext,
): Promise<{ key: ApiKeyRow; secret: string }> {
  const { name, tenantId, organizationId = null, roles = [] } = input;
  if (name.trim() === '' || name.length > directoryLimits.keyName) {
    throw new InvalidInputError({ name: `must have 1 to ${directoryLimits.keyName} characters` });
  }
  if (tenantId === null && !input.isSuperAdmin) throw new InvalidInputError({ tenantId: 'is required' });
  if (
    tenantId !== null &&
    organizationId !== null &&
    !(await isLiveOrganization({ tenantId }, organizationId))
  ) {
    throw new NotFoundError('Organization');
  }
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
    secretSha256: hashApiKey(secret),
    createdBy: context.principal.subject,
    createdAt: new Date(context.nowMs).toISOString(),
    revision: 1,
  };
  await insertApiKey(key, roles, context);
  return { key, secret };
}
