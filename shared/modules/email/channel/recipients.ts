/** Selects the users who receive a notification by mail, and when. */
import type { UserRow } from '../../../kernel/auth/identity-types.ts';
import { rightsOfUser, roleIdsOfUser } from '../../../kernel/auth/rights.ts';
import { normalizeAddress } from '../../../kernel/base/email-address.ts';
import { hasFeature, type TenantScope } from '../../../kernel/base/principal.ts';
import { findRoles, findUsers, userHolders } from '../../identity/public.ts';
import { defaultPreferences, type EmailSettings, type MailMode, modeFor } from '../settings/settings.ts';
import { readPreferencesOf, usersWithPreferences } from '../settings/settings-store.ts';

/** A user who receives a mail. */
export interface MailRecipient {
  userId: string;
  address: string;
  mode: Exclude<MailMode, 'off'>;
}

/** The recipients of a notification. */
export interface Audience {
  type: string;
  organizationId: string | null;
  recipientUserId: string | null;
  requiredFeature: string | null;
}

async function filterHolders(
  scope: TenantScope,
  users: readonly UserRow[],
  { requiredFeature, organizationId }: Audience,
): Promise<UserRow[]> {
  if (requiredFeature === null) return [...users];
  const roles = await findRoles(scope, [...new Set(users.flatMap(roleIdsOfUser))]);
  return users.filter((user) => {
    const { organizations, organizationId: home, ...rights } = rightsOfUser(user, roles);
    const principal = {
      ...rights,
      subject: `user:${user.id}`,
      organizationId: home,
      organizationIds: organizations,
    };
    const isInScope =
      organizationId === null ||
      rights.isSuperAdmin ||
      organizations === null ||
      organizations.includes(organizationId);
    return isInScope && hasFeature(principal, requiredFeature);
  });
}

/** Returns the users who want mails of this notification, with their modes. Sends three requests per 100 users. */
export async function mailRecipients(
  scope: TenantScope,
  userIds: readonly string[],
  audience: Audience,
  settings: EmailSettings,
): Promise<MailRecipient[]> {
  const preferences = await readPreferencesOf(scope, userIds);
  const modes = new Map(
    userIds.map((id) => [id, modeFor(audience.type, preferences.get(id) ?? defaultPreferences, settings)]),
  );
  const recipientIds = userIds.filter((id) => modes.get(id) !== 'off');
  if (recipientIds.length === 0) return [];
  const users = [...(await findUsers(scope, recipientIds)).values()].filter(({ isActive }) => isActive);
  const holders = await filterHolders(scope, users, audience);
  return holders.flatMap(({ id: userId, email }) => {
    const [address, mode] = [normalizeAddress(email), modes.get(userId)];
    return address === undefined || mode === undefined || mode === 'off' ? [] : [{ userId, address, mode }];
  });
}

/**
 * Yields pages of users who may receive a notification to the holders of a feature. If mails are off by default, only users
 * with preferences are returned.
 */
export async function* candidates(
  scope: TenantScope,
  { defaultMode }: Pick<EmailSettings, 'defaultMode'>,
): AsyncGenerator<string[]> {
  if (defaultMode === 'off') yield* usersWithPreferences(scope);
  else for await (const page of userHolders(scope)) yield page.map(({ id }) => id);
}
