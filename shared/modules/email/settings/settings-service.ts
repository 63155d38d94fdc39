/** Reads and changes mail settings of tenants and preferences of users. */

import { normalizeAddress } from '../../../kernel/base/email-address.ts';
import { superAdminFeature } from '../../../kernel/base/features.ts';
import { hasFeature, type Principal, type TenantScope, userIdOf } from '../../../kernel/base/principal.ts';
import { toIsoOrNull } from '../../../kernel/base/times.ts';
import { InvalidInputError, MissingFeatureError, NotFoundError } from '../../../kernel/errors/errors.ts';
import type { Actor, Precondition, Reader } from '../../../kernel/http/operation.ts';
import { updateWithRetry } from '../../../kernel/http/optimistic-locking.ts';
import { withRevision } from '../../../kernel/http/reply.ts';
import { findUser } from '../../identity/public.ts';
import { scheduleRelease } from '../sending/deferral-store.ts';
import type { UpdateEmailPreferences, UpdateEmailSettings } from '../settings-contract.ts';
import type { EmailPreferences, EmailSettings } from './settings.ts';
import { readPreferences, readSettings, savePreferences, saveSettings } from './settings-store.ts';

function settingsReply({ domains, revision, ...settings }: EmailSettings) {
  const shown = domains.map(({ name, verifiedAtMs }) => ({ name, verifiedAt: toIsoOrNull(verifiedAtMs) }));
  return withRevision({ ...settings, domains: shown }, revision);
}

export async function getEmailSettings({ scope }: Reader<TenantScope>) {
  return settingsReply(await readSettings(scope));
}

/** Removes undefined fields. */
const withoutUndefined = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;

/** Throws MissingFeatureError if a caller changes the limit who is no super admin; others may send it back unchanged. */
function assertMayLimit(
  before: EmailSettings,
  { mailsPerDay }: UpdateEmailSettings,
  principal: Principal,
): void {
  if (mailsPerDay !== undefined && mailsPerDay !== before.mailsPerDay && !principal.isSuperAdmin)
    throw new MissingFeatureError([superAdminFeature]);
}

/** Changes the given settings. Throws StaleError, and MissingFeatureError if the limit is not set by a super admin. */
export async function updateEmailSettings(
  { scope, context }: Actor<TenantScope>,
  { ifMatch, ...changes }: UpdateEmailSettings & Precondition,
) {
  const { replyTo, mailsPerDay } = changes;
  const address = typeof replyTo === 'string' ? normalizeAddress(replyTo) : undefined;
  const fields = withoutUndefined({ ...changes, ...(address !== undefined && { replyTo: address }) });
  const saved = await updateWithRetry(
    () => readSettings(scope),
    ifMatch,
    async (before) => {
      assertMayLimit(before, changes, context.principal);
      return saveSettings(scope, before, { ...before, ...fields }, context);
    },
  );
  // The new limit may allow deferred mails to be sent now.
  if (mailsPerDay !== undefined) await scheduleRelease({ ...scope, dueMs: context.nowMs }, context.nowMs);
  return settingsReply(saved);
}

/**
 * Returns the requested user, by default the caller. Throws NotFoundError, MissingFeatureError for other users without
 * the feature, and InvalidInputError for an API key without `userId`.
 */
async function targetUserId(
  scope: TenantScope,
  principal: Principal,
  userId: string | undefined,
): Promise<string> {
  const callerId = userIdOf(principal.subject);
  const targetId = userId ?? callerId;
  if (targetId === null) throw new InvalidInputError({ userId: 'is required for an API key' });
  if (targetId === callerId && principal.tenantId === scope.tenantId) return targetId;
  if (!hasFeature(principal, 'email.manage')) throw new MissingFeatureError(['email.manage']);
  if ((await findUser(scope, targetId)) === undefined) throw new NotFoundError('User');
  return targetId;
}

function preferencesReply({ revision, mode, types }: EmailPreferences, { defaultMode }: EmailSettings) {
  return withRevision({ mode, types, effectiveMode: mode ?? defaultMode }, revision);
}

interface ChosenUser {
  userId?: string | undefined;
}

/** Throws the errors of `targetUserId`. */
export async function getEmailPreferences({ scope, context }: Actor<TenantScope>, { userId }: ChosenUser) {
  const targetId = await targetUserId(scope, context.principal, userId);
  return preferencesReply(await readPreferences(scope, targetId), await readSettings(scope));
}

/** Changes the given preferences of a user. Throws StaleError and the errors of `targetUserId`. */
export async function updateEmailPreferences(
  { scope, context }: Actor<TenantScope>,
  { userId, ifMatch, ...changes }: UpdateEmailPreferences & ChosenUser & Precondition,
) {
  const targetId = await targetUserId(scope, context.principal, userId);
  const saved = await updateWithRetry(
    () => readPreferences(scope, targetId),
    ifMatch,
    (before) =>
      savePreferences(scope, targetId, before, { ...before, ...withoutUndefined(changes) }, context),
  );
  return preferencesReply(saved, await readSettings(scope));
}
