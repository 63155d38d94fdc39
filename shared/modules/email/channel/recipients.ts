/** Which users a notification concerns, and when each of them wants a mail of it. */
import type { UserRow } from '../../../kernel/auth/identity-types.ts';
import { hasFeature, type TenantScope } from '../../../kernel/auth/principal.ts';
import { rightsOfUser, roleIdsOfUser } from '../../../kernel/auth/rights.ts';
import { findRoles, findUsers, userHolders } from '../../identity/public.ts';
import { normalizeAddress } from '../address.ts';
import { defaultPreferences, type EmailSettings, type MailMode, modeFor } from '../settings/settings.ts';
import { readPreferencesOf, usersWithPreferences } from '../settings/settings-store.ts';

/** A user who gets a mail. */
export interface MailRecipient {
  userId: string;
  address: string;
  mode: Exclude<MailMode, 'off'>;
}

/** What a notification demands of its readers. */
export interface Audience {
  type: string;
  organizationId: string | null;
  recipientUserId: string | null;
  requiredFeature: string | null;
}

async function holdersAmong(
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
    const isHere =
      organizationId === null ||
      rights.isSuperAdmin ||
      organizations === null ||
      organizations.includes(organizationId);
    return isHere && hasFeature(principal, requiredFeature);
  });
}

/** Those of the users who want a mail of the notification, and when. Three requests per 100 users. */
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
  const wanted = userIds.filter((id) => modes.get(id) !== 'off');
  if (wanted.length === 0) return [];
  const users = [...(await findUsers(scope, wanted)).values()].filter(({ isActive }) => isActive);
  const holders = await holdersAmong(scope, users, audience);
  return holders.flatMap(({ id: userId, email }) => {
    const [address, mode] = [normalizeAddress(email), modes.get(userId)];
    return address === undefined || mode === undefined || mode === 'off' ? [] : [{ userId, address, mode }];
  });
}

/**
 * Pages of users whom a notification for the holders of a feature may concern. Where mails are off unless users ask for
 * them, only those who did are looked at.
 */
export async function* candidates(
  scope: TenantScope,
  { defaultMode }: Pick<EmailSettings, 'defaultMode'>,
): AsyncGenerator<string[]> {
  if (defaultMode === 'off') yield* usersWithPreferences(scope);
  else for await (const page of userHolders(scope)) yield page.map(({ id }) => id);
}
