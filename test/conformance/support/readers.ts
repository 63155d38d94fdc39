/** Users who read notifications and mails. */
import type { TestCaller } from '../../support/builders/tenants.ts';
import type { Api } from '../../support/clients/api.ts';
import { aSession, aUser, type Person } from './people.ts';
import { created } from './stage.ts';

export interface Reader {
  user: Person;
  /** Of the session. */
  token: string;
  api: Api;
}

/** A user with a session who may read notifications, by default of the caller's organization only. */
export async function aReader(
  caller: TestCaller,
  features: readonly string[] = [],
  organizations: readonly string[] | null = [caller.organizationId],
): Promise<Reader> {
  const user = await aUser(caller);
  const acl = { features: ['notifications.view', ...features], isSuperAdmin: false, organizations };
  await created(caller.api.put('/api/auth/users/acl', { body: { userId: user.id, ...acl } }));
  const { token, api } = await aSession(user);
  return { user, token, api };
}
