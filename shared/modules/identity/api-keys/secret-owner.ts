/**
 * Ends the API keys that a person knows when the person becomes inactive. The owner of a key is the user who has seen
 * its secret: who created it, or rotated it last, also with another key of the user.
 */
import type { KeyOwner, UserRow } from '../../../kernel/auth/identity-types.ts';
import { type Principal, userIdOf } from '../../../kernel/base/principal.ts';
import { callerKey, ownedKeysPrefix, userKey } from '../../../kernel/table/keys.ts';
import { queryAll } from '../../../kernel/table/read.ts';
import { deleteItem } from '../../../kernel/table/write.ts';
import { refreshHolders } from '../roles/rights-service.ts';
import { findApiKeys, keyScopeOf } from './api-key-store.ts';

const keySubject = 'api_key:';

/** The owner of a secret that the principal gets; undefined for programs whose key no user knows. At most one request. */
export async function secretOwnerOf({
  subject,
  tenantId,
}: Pick<Principal, 'subject'> & Partial<Pick<Principal, 'tenantId'>>): Promise<KeyOwner | undefined> {
  if (tenantId === undefined) return undefined;
  const userId = userIdOf(subject);
  if (userId !== null) return tenantId === null ? undefined : { tenantId, userId };
  if (!subject.startsWith(keySubject)) return undefined;
  const id = subject.slice(keySubject.length);
  return (await findApiKeys(tenantId, [id])).get(id)?.secretOwner;
}

/**
 * Refuses the keys whose secret a user knows while the user is inactive, and accepts them again afterwards. A former
 * secret in its grace period ends at once if this user knows it and another one owns the key. Idempotent.
 */
export async function followOwner(user: Pick<UserRow, 'id' | 'tenantId'>): Promise<void> {
  const { pk } = userKey(user, user.id);
  const entries = await queryAll({ pk, skPrefix: ownedKeysPrefix, consistent: true });
  const byTenant = Map.groupBy(entries, ({ tenantId }) => (tenantId === null ? null : String(tenantId)));
  for (const [tenantId, owned] of byTenant) {
    const keys = await findApiKeys(
      tenantId,
      owned.map(({ id }) => String(id)),
    );
    const holders = [...keys.values()]
      .filter(({ secretOwner }) => secretOwner?.userId === user.id)
      .map(({ id }) => ({ kind: 'KEY' as const, id }));
    await refreshHolders(keyScopeOf({ tenantId }), [holders]);
    for (const { secretOwner, previous } of keys.values()) {
      if (previous?.owner?.userId === user.id && secretOwner?.userId !== user.id)
        await deleteItem(callerKey(previous.secretSha256));
    }
  }
}
