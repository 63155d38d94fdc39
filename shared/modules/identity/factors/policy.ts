/** What a tenant requires of log-ins: who must have a second factor, and how long sessions last. */
import { type ChangeContext, differences, recordChange } from '../../../kernel/audit/record.ts';
import type { UserRow } from '../../../kernel/auth/identity-types.ts';
import type { Session } from '../../../kernel/auth/session-store.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import type { Caller, Precondition, Reader } from '../../../kernel/http/operation.ts';
import { updateWithRetry } from '../../../kernel/http/optimistic-locking.ts';
import { withRevision } from '../../../kernel/http/reply.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import { getItem } from '../../../kernel/table/read.ts';
import { ifRevision, transact } from '../../../kernel/table/write.ts';
import { signInPolicyKey } from '../keys.ts';
import { rolesNamed } from '../roles/role-names.ts';
import type { SaveSignInPolicy } from './policy-contract.ts';

const entity = 'sign-in-policy';

export interface SignInPolicy {
  requireFactor: boolean;
  /** Roles whose users need a second factor. */
  roleIds: readonly string[];
  /** After this time a session ends, however often it is refreshed; null for the platform's own limit. */
  maxSessionHours: number | null;
  /** After this time without a request a session ends; null for no limit. */
  maxIdleMinutes: number | null;
  revision: number;
}

const none = { requireFactor: false, roleIds: [], maxSessionHours: null, maxIdleMinutes: null, revision: 0 };

/** The policy of a tenant. One request. */
export async function findPolicy({ tenantId }: TenantScope): Promise<SignInPolicy> {
  const item = await getItem(signInPolicyKey({ tenantId }));
  return item ? { ...none, ...fromItem<SignInPolicy>(item, entity) } : none;
}

const replyOf = ({ roleIds, revision, ...settings }: SignInPolicy) =>
  withRevision({ ...settings, roles: [...roleIds] }, revision);

export async function getSignInPolicy({ scope }: Reader<TenantScope>) {
  return replyOf(await findPolicy(scope));
}

async function replacePolicy(
  { tenantId }: TenantScope,
  { revision: revisionBefore, ...before }: SignInPolicy,
  { revision, ...after }: SignInPolicy,
  context: ChangeContext,
): Promise<void> {
  await transact([
    {
      put: toItem(signInPolicyKey({ tenantId }), entity, after, { revision }),
      ...ifRevision(revisionBefore),
    },
    ...recordChange(
      {
        ...{ tenantId, organizationId: null, resource: 'auth.policy', resourceId: tenantId },
        ...{ action: 'updated', version: revision, data: { requireFactor: after.requireFactor } },
        changes: differences(before, after),
      },
      context,
    ),
  ]);
}

/** Changes the policy, from the next log-in on. Throws InvalidInputError, StaleError. */
export async function saveSignInPolicy(
  { scope, context }: Caller<TenantScope>,
  { roles, ifMatch, ...settings }: SaveSignInPolicy & Precondition,
) {
  const saved = await updateWithRetry(
    () => findPolicy(scope),
    ifMatch,
    async (before) => {
      const roleIds = (await rolesNamed(scope, roles, { storedIds: before.roleIds })).map(({ id }) => id);
      const after = { ...settings, roleIds, revision: before.revision + 1 };
      await replacePolicy(scope, before, after, context);
      return after;
    },
  );
  return replyOf(saved);
}

/** Whether the user must have a second factor. Pure. */
export const needsFactor = (policy: SignInPolicy, { roleIds }: Pick<UserRow, 'roleIds'>): boolean =>
  policy.requireFactor || policy.roleIds.some((id) => roleIds.includes(id));

export type SessionLife = Pick<Session, 'createdAtMs' | 'expiresAtMs' | 'endsAtMs' | 'maxIdleMs'>;

/** The life of a new session within the limits of its tenant. Pure. */
export function limitedLife(
  { maxSessionHours, maxIdleMinutes }: SignInPolicy,
  { createdAtMs, expiresAtMs }: Pick<SessionLife, 'createdAtMs' | 'expiresAtMs'>,
): SessionLife {
  const endsAtMs = maxSessionHours === null ? undefined : createdAtMs + maxSessionHours * 3_600_000;
  return {
    createdAtMs,
    expiresAtMs: Math.min(expiresAtMs, endsAtMs ?? Number.POSITIVE_INFINITY),
    endsAtMs,
    maxIdleMs: maxIdleMinutes === null ? undefined : maxIdleMinutes * 60_000,
  };
}
