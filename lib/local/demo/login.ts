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

/** Too long to guess, and allowed by the password policy. */
function newPassword(): string {
  return `Demo-${randomBytes(8).toString('hex')}-1`;
}

async function findDemoUser(tenantId: string): Promise<UserRow | undefined> {
  const known = (await findByEmail(email)).find((entry) => entry.tenantId === tenantId);
  return known && findUser({ tenantId }, known.userId);
}

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
  const login = { email, password: previous?.password ?? newPassword(), tenantId };
  const existing = await findDemoUser(tenantId);
  if (existing !== undefined) {
    if (!(await verifyPassword(login.password, existing.passwordHash))) {
      await replacePasswordHash(existing, await hashPassword(login.password));
    }
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
    passwordHash: await hashPassword(login.password),
    revision: 1,
    createdAt: now,
    updatedAt: now,
  };
  await insertUser(user, [], context);
  return login;
}
