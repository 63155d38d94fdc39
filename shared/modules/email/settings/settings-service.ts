/** Settings of tenants and preferences of users, as callers see and change them. */

import type { ChangeContext } from '../../../kernel/audit/record.ts';
import { hasFeature, type Principal, type TenantScope, userIdOf } from '../../../kernel/auth/principal.ts';
import { superAdminFeature } from '../../../kernel/auth/require-feature.ts';
import { InvalidInputError, MissingFeatureError, NotFoundError } from '../../../kernel/errors/errors.ts';
import { updateWithRetry } from '../../../kernel/http/optimistic-locking.ts';
import { withRevision } from '../../../kernel/http/reply.ts';
import { toIsoOrNull } from '../../../kernel/text/times.ts';
import { findUser } from '../../identity/public.ts';
import { normalizeAddress } from '../address.ts';
import { scheduleRelease } from '../sending/deferral-store.ts';
import type { UpdateEmailPreferences, UpdateEmailSettings } from '../settings-contract.ts';
import type { EmailPreferences, EmailSettings } from './settings.ts';
import { readPreferences, readSettings, savePreferences, saveSettings } from './settings-store.ts';

function settingsReply({ domains, revision, ...settings }: EmailSettings) {
  const shown = domains.map(({ name, verifiedAtMs }) => ({ name, verifiedAt: toIsoOrNull(verifiedAtMs) }));
  return withRevision({ ...settings, domains: shown }, revision);
}

export async function showSettings(scope: TenantScope) {
  return settingsReply(await readSettings(scope));
}

/** Without the fields that were left out. */
const given = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;

/** Changes the given settings. Throws StaleError, MissingFeatureError for a limit that no super admin sets. */
export async function updateSettings(
  scope: TenantScope,
  body: UpdateEmailSettings,
  ifMatch: string | undefined,
  context: ChangeContext & { principal: Principal },
) {
  const { replyTo, mailsPerDay } = body;
  if (mailsPerDay !== undefined && !context.principal.isSuperAdmin)
    throw new MissingFeatureError([superAdminFeature]);
  const address = typeof replyTo === 'string' ? normalizeAddress(replyTo) : undefined;
  const fields = given({ ...body, ...(address !== undefined && { replyTo: address }) });
  const saved = await updateWithRetry(
    () => readSettings(scope),
    ifMatch,
    (before) => saveSettings(scope, before, { ...before, ...fields }, context),
  );
  // Mails that wait for the limit may be sent now.
  if (mailsPerDay !== undefined) await scheduleRelease({ ...scope, dueMs: context.nowMs }, context.nowMs);
  return settingsReply(saved);
}

/**
 * The user whose preferences a caller means. Throws MissingFeatureError for those of others without the feature,
 * InvalidInputError for an API key that names none, NotFoundError.
 */
async function meantUser(
  scope: TenantScope,
  principal: Principal,
  userId: string | undefined,
): Promise<string> {
  const own = userIdOf(principal.subject);
  const meant = userId ?? own;
  if (meant === null) throw new InvalidInputError({ userId: 'is required for an API key' });
  if (meant === own && principal.tenantId === scope.tenantId) return meant;
  if (!hasFeature(principal, 'email.manage')) throw new MissingFeatureError(['email.manage']);
  if ((await findUser(scope, meant)) === undefined) throw new NotFoundError('User');
  return meant;
}

function preferencesReply({ revision, mode, types }: EmailPreferences, { defaultMode }: EmailSettings) {
  return withRevision({ mode, types, effectiveMode: mode ?? defaultMode }, revision);
}

export async function showPreferences(
  scope: TenantScope,
  principal: Principal,
  { userId }: { userId?: string | undefined },
) {
  const meant = await meantUser(scope, principal, userId);
  return preferencesReply(await readPreferences(scope, meant), await readSettings(scope));
}

/** Changes the given preferences of a user. Throws StaleError, and what `meantUser` throws. */
export async function updatePreferences(
  scope: TenantScope,
  principal: Principal,
  { userId }: { userId?: string | undefined },
  body: UpdateEmailPreferences,
  { ifMatch, context }: { ifMatch: string | undefined; context: ChangeContext },
) {
  const meant = await meantUser(scope, principal, userId);
  const saved = await updateWithRetry(
    () => readPreferences(scope, meant),
    ifMatch,
    (before) => savePreferences(scope, meant, before, { ...before, ...given(body) }, context),
  );
  return preferencesReply(saved, await readSettings(scope));
}
