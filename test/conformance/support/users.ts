/** Users who are logged in, with features of their own. */
import type { TestCaller } from '../../support/builders/tenants.ts';
import type { Api } from '../../support/clients/api.ts';
import { aSession, aUser, type Person } from './people.ts';
import { aName, created } from './stage.ts';

export interface LoggedInUser extends Person {
  name: string;
  /** Sends the token of the user's session. */
  api: Api;
}

/** Features of a module each: only super administrators may grant all. */
const everyday = ['business_rules.*', 'events.*', 'notifications.*', 'scheduler.*', 'webhooks.*'];

/** Replaces the features of a user of the caller's organization. */
export const setFeatures = (
  { api, organizationId }: Pick<TestCaller, 'api' | 'organizationId'>,
  userId: string,
  features: readonly string[],
) => created(api.put('/api/auth/users/acl', { body: { userId, features, organizations: [organizationId] } }));

/** A user of the caller's organization who is logged in. */
export async function aLoggedInUser(
  caller: Pick<TestCaller, 'api' | 'organizationId' | 'tenantId'>,
  { features = everyday, roles = [] }: { features?: readonly string[]; roles?: readonly string[] } = {},
): Promise<LoggedInUser> {
  const name = aName('user');
  const person = await aUser(caller, { name, roles });
  await setFeatures(caller, person.id, features);
  const { api } = await aSession(person);
  return { ...person, name, api };
}
