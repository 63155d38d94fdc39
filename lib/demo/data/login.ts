/** The user who can log in to the demo. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { ChangeContext } from '../../../shared/kernel/audit/record.ts';
import type { UserRow } from '../../../shared/kernel/auth/identity-types.ts';
import { hashPassword, verifyPassword } from '../../../shared/modules/identity/users/password.ts';
import {
  findByEmail,
  findUser,
  insertUser,
  replacePasswordHash,
} from '../../../shared/modules/identity/users/user-store.ts';

export interface DemoLogin {
  email: string;
  password: string;
  tenantId: string;
}

const email = 'admin@acme.example';

/**
 * Creates the demo user with every feature in its one organization, or restores the password of the earlier start
 * (`previous`).
 */
export async function ensureLogin(
  home: { tenantId: string; organizationId: string },
  previous: DemoLogin | undefined,
  context: ChangeContext,
): Promise<DemoLogin> {
  const { tenantId, organizationId } = home;
  // Too long to guess, and allowed by the password policy.
  const password = previous?.password ?? `Demo-${randomBytes(8).toString('hex')}-1`;
  const login = { email, password, tenantId };
  const known = (await findByEmail(email)).find((entry) => entry.tenantId === tenantId);
  const existing = known && (await findUser({ tenantId }, known.userId));
  if (existing !== undefined) {
    if (!(await verifyPassword(password, existing.passwordHash)))
      await replacePasswordHash(existing, await hashPassword(password));
    return login;
  }
  const now = new Date(context.nowMs).toISOString();
  const user: UserRow = {
    id: randomUUID(),
    tenantId,
    organizationId,
    email,
    name: 'Demo admin',
    roleIds: [],
    acl: { features: ['*'], isSuperAdmin: false, organizations: [organizationId] },
    isActive: true,
    passwordHash: await hashPassword(password),
    revision: 1,
    createdAt: now,
    updatedAt: now,
  };
  await insertUser(user, [], context);
  return login;
}
