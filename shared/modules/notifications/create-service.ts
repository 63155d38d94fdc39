/** Creates notifications on request. */

import { dateMs } from '../../kernel/base/dates.ts';
import type { FeatureTitles } from '../../kernel/base/features.ts';
import { reachesAll, type Scope, type TenantScope } from '../../kernel/base/principal.ts';
import { InvalidInputError, ScopeRequiredError } from '../../kernel/errors/errors.ts';
import type { Created } from '../../kernel/http/create-once.ts';
import type { Actor, Caller } from '../../kernel/http/operation.ts';
import { assertDeclared } from '../identity/public.ts';
import type { CreateFeatureNotification, CreateNotification } from './create-contract.ts';
import { insert } from './insertion-store.ts';
import type { NotificationScope } from './keys.ts';
import { notificationLimits } from './limits.ts';
import { type Audience, type Draft, defaultExpiryMs, hoursFrom, newNotification } from './notification.ts';
import { assertRecipients } from './recipients.ts';

type Content = Omit<CreateNotification, 'recipientUserId'>;
export type SenderScope = TenantScope & Partial<Scope>;

export const notificationScopeOf = ({ tenantId, organizationId }: SenderScope): NotificationScope => ({
  tenantId,
  organizationId: organizationId ?? null,
});

function expiryOf(expiresAt: Content['expiresAt'], nowMs: number): number {
  if (expiresAt === undefined || expiresAt === null) return defaultExpiryMs(nowMs);
  const expiresAtMs = dateMs(expiresAt);
  if (expiresAtMs <= nowMs) throw new InvalidInputError({ expiresAt: 'must be in the future' });
  if (expiresAtMs > hoursFrom(nowMs, notificationLimits.maxHours))
    throw new InvalidInputError({ expiresAt: `must be within ${notificationLimits.maxHours / 24} days` });
  return expiresAtMs;
}

/** Returns the content of a request. Throws InvalidInputError if the expiry is past or too far away. */
export function draftOf(content: Content, nowMs: number): Draft {
  const { type, severity, title = null, titleKey = null, actions } = content;
  return {
    ...{ type, severity, titleKey },
    // The contract requires one of the two.
    title: title ?? titleKey ?? '',
    body: content.body ?? null,
    bodyKey: content.bodyKey ?? null,
    titleVariables: content.titleVariables ?? null,
    bodyVariables: content.bodyVariables ?? null,
    icon: content.icon ?? null,
    actions: (actions ?? []).map(({ id, label, labelKey = null, icon = null, href = null }) => ({
      ...{ id, label, labelKey, icon, href },
    })),
    primaryActionId: content.primaryActionId ?? null,
    linkHref: content.linkHref ?? null,
    sourceModule: content.sourceModule ?? null,
    sourceEntityType: content.sourceEntityType ?? null,
    sourceEntityId: content.sourceEntityId ?? null,
    groupKey: content.groupKey ?? null,
    isRequested: true,
    expiresAtMs: expiryOf(content.expiresAt, nowMs),
  };
}

async function create(
  { scope, context: { nowMs, once } }: Caller<SenderScope>,
  audience: Audience,
  content: Content,
): Promise<string> {
  const notification = newNotification(draftOf(content, nowMs), notificationScopeOf(scope), audience, nowMs);
  const { id: resourceId } = notification;
  const more = once?.remember({ resource: 'notifications.notification', resourceId, version: 1 });
  await insert(scope, [notification], { nowMs, ...(more && { more }) });
  return notification.id;
}

/** Notifies a user. Throws NotFoundError if the caller may not see the user. */
export async function createNotification(
  sender: Actor<SenderScope>,
  { recipientUserId: userId, ...content }: CreateNotification,
) {
  await assertRecipients(sender.scope, [userId], sender.context.principal);
  return { ok: true as const, id: await create(sender, { userId }, content) };
}

/** Returns what `createNotification` returned for an equal request. */
export const createdNotification = async (_: unknown, { id }: Created) => ({ ok: true as const, id });

/** The response of an operation that can notify more than one user. */
export const toCreated = (ids: string[]) => ({ ok: true as const, count: ids.length, ids });

/**
 * Notifies the holders of the feature. `titles` has the features that exist. Throws InvalidInputError for a misspelled
 * feature. A notification without an organization reaches the holders of all: throws ScopeRequiredError if the caller may
 * not select all.
 */
export const createFeatureNotification =
  (titles: FeatureTitles) =>
  async (caller: Actor<SenderScope>, { requiredFeature: feature, ...content }: CreateFeatureNotification) => {
    const { scope, context } = caller;
    if (scope.organizationId === undefined && !reachesAll(context.principal))
      throw new ScopeRequiredError('organization');
    // No role can grant a misspelled feature.
    assertDeclared([feature], [], titles, 'requiredFeature');
    return toCreated([await create(caller, { feature }, content)]);
  };

/** Returns what `createFeatureNotification` returned for an equal request. */
export const createdFeatureNotification = async (_: unknown, { id }: Created) => toCreated([id]);
