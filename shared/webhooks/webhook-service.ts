/** What can be done with webhooks: read, decide, write, and what happens when somebody else writes meanwhile. */
import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '../audit/record.ts';
import { NotFoundError } from '../http/errors.ts';
import { toList, toListRequest } from '../http/list.ts';
import { onCurrent } from '../http/on-current.ts';
import type { Scope } from '../identity/principal.ts';
import { integerSetting } from '../settings.ts';
import type { CreateWebhook, ListWebhooks, RotateSecret, UpdateWebhook } from './contract.ts';
import { newSecret } from './sign.ts';
import { sealSigningSecret } from './signing-secrets.ts';
import { changedWebhook, freshHealth, newWebhook, rotatedWebhook, toRow } from './webhook.ts';
import * as store from './webhook-store.ts';

/** Throws NotFoundError. */
export async function getWebhook(scope: Scope, id: string): Promise<store.FoundWebhook> {
  const found = await store.findWebhook(scope, id);
  if (found === undefined) throw new NotFoundError('Webhook');
  return found;
}

/** One page of the visible webhooks. */
export async function listWebhooks(scope: Scope, query: ListWebhooks) {
  const { id, isActive } = query;
  const request = {
    ...toListRequest<store.WebhookListField>(query, { isActive }),
    ids: id === undefined ? undefined : new Set([id]),
  };
  const { items, total } = await store.listWebhooks(scope, request);
  return toList(query, { items: items.map(({ webhook, health }) => toRow(webhook, health)), total });
}

/** The new webhook and its secret, which nobody can read later. */
export async function createWebhook(
  scope: Scope,
  input: CreateWebhook,
  context: ChangeContext,
): Promise<store.FoundWebhook & { secret: string }> {
  const secret = newSecret();
  const made = { id: randomUUID(), secret: await sealSigningSecret(scope, secret) };
  const autoDisableThreshold = integerSetting('WEBHOOK_AUTO_DISABLE_THRESHOLD');
  const webhook = newWebhook(scope, input, made, { autoDisableThreshold }, context);
  await store.insertWebhook(webhook, context);
  return { webhook, health: freshHealth, revision: webhook.revision, secret };
}

/** Changes the given fields. Throws NotFoundError, StaleError. */
export async function updateWebhook(
  scope: Scope,
  id: string,
  changes: UpdateWebhook,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<store.FoundWebhook> {
  return onCurrent(
    () => getWebhook(scope, id),
    ifMatch,
    async ({ webhook: before, health }) => {
      const webhook = changedWebhook(before, changes, context);
      await store.replaceWebhook(before, webhook, store.changeOf('updated', before, webhook), context);
      const isSwitchedOn = webhook.isActive && !before.isActive;
      return {
        webhook,
        health: isSwitchedOn ? { ...health, consecutiveFailures: 0 } : health,
        revision: webhook.revision,
      };
    },
  );
}

/** Throws NotFoundError, StaleError. */
export async function deleteWebhook(
  scope: Scope,
  id: string,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<void> {
  await onCurrent(
    () => getWebhook(scope, id),
    ifMatch,
    ({ webhook }) => store.removeWebhook(webhook, context),
  );
}

/** Issues a new secret. Throws NotFoundError, StaleError. */
export async function rotateSecret(
  scope: Scope,
  id: string,
  { gracePeriodSeconds }: RotateSecret,
  ifMatch: string | undefined,
  context: ChangeContext,
) {
  const graceSeconds = gracePeriodSeconds ?? integerSetting('WEBHOOK_ROTATION_SECONDS', process.env, 0);
  const secret = newSecret();
  const webhook = await onCurrent(
    () => getWebhook(scope, id),
    ifMatch,
    async ({ webhook: before }) => {
      const sealed = await sealSigningSecret(scope, secret);
      const after = rotatedWebhook(before, { secret: sealed, graceSeconds }, context);
      const change = {
        ...store.changeOf('rotated', before, after),
        resource: 'webhooks.secret',
        changes: {},
      };
      await store.replaceWebhook(before, after, change, context);
      return after;
    },
  );
  return {
    secret,
    previousSecretSetAt: webhook.previousSecretSetAt,
    previousSecretExpiresAt: new Date(webhook.previousSecretExpiresAtMs).toISOString(),
    revision: webhook.revision,
  };
}
