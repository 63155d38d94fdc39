/** Users for tests: accounts and sessions. */
import { randomUUID } from 'node:crypto';
import type { UserRow } from '../../../shared/kernel/auth/identity-types.ts';
import { startSession } from '../../../shared/modules/identity/sessions/session-service.ts';
import { hashPassword } from '../../../shared/modules/identity/users/password.ts';
import { silently } from '../clients/silence.ts';
import { aMember } from './roles.ts';

export const password = 'Analytical-1';
/** Hashing is deliberately slow; once per test file is enough. */
let passwordHash: Promise<string> | undefined;

export const anEmail = (): string => `ada-${randomUUID()}@example.com`;

/** A user of the organization with all rights in it and the password `password`. */
export async function aUser(
  home: { tenantId: string; organizationId: string },
  overrides: Partial<UserRow> = {},
): Promise<UserRow> {
  passwordHash ??= hashPassword(password);
  const acl = { features: ['*'], isSuperAdmin: false, organizations: [home.organizationId] };
  const fields = { email: anEmail(), acl, passwordHash: await passwordHash, ...overrides };
  return silently(() => aMember(home, [], fields));
}

/** The tokens of a new session of the user. */
export function aSession(user: UserRow, { remember = false } = {}) {
  return startSession(user, { remember, nowMs: Date.now() });
}

/** What a user of `aUser` fills in to log in. */
export const formOf = ({ email, tenantId }: Pick<UserRow, 'email' | 'tenantId'>) => ({
  ...{ email, password, tenantId },
});
