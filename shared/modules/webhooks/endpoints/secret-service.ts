/** Creates and rotates signing secrets. Separate from the other services, whose functions need no KMS client. */

import { randomUUID } from 'node:crypto';
import { type ChangeContext, changeOf } from '../../../kernel/audit/record.ts';
import type { Scope } from '../../../kernel/base/principal.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { assertConditionExpressions } from '../../../kernel/conditions/condition-expressions.ts';
import { type Created, refuseReplay } from '../../../kernel/http/create-once.ts';
import { updateWithRetry } from '../../../kernel/http/optimistic-locking.ts';
import { writerOf } from '../../../kernel/resources/writer.ts';
import { integerSetting } from '../../../kernel/settings/settings.ts';
import { newSecret } from '../deliveries/sign.ts';
import { freshHealth, newWebhook, rotatedWebhook } from './webhook.ts';
import type { CreateWebhook, RotateSecret } from './webhook-fields-contract.ts';
import type { FoundWebhook } from './webhook-reader.ts';
import { webhookRows } from './webhook-rows.ts';
import { openSigningSecret, sealHeaders, sealSigningSecret } from './webhook-secrets.ts';
import { getWebhook } from './webhook-service.ts';

const rows = writerOf(webhookRows);

/** Creates a webhook and returns it with its secret, which cannot be read later. Throws InvalidInputError. */
export async function createWebhook(
  scope: Scope,
  input: CreateWebhook,
  context: ChangeContext,
): Promise<FoundWebhook & { secret: string }> {
  await assertConditionExpressions({ condition: input.condition });
  const secret = newSecret();
  const sealed = { id: randomUUID(), secret: await sealSigningSecret(scope, secret) };
  const autoDisableThreshold = integerSetting('WEBHOOK_AUTO_DISABLE_THRESHOLD');
  const customHeaders = await sealHeaders(scope, input.customHeaders ?? null);
  const webhook = newWebhook(scope, { ...input, customHeaders }, sealed, { autoDisableThreshold }, context);
  await rows.insert(webhook, context);
  return { webhook, health: freshHealth, revision: webhook.revision, secret };
}

/**
 * Returns what `createWebhook` returned for an equal request. Throws NotFoundError, and AlreadyCreatedError if the webhook
 * was changed since: its secret may be a newer one.
 */
export async function createdWebhook(
  scope: Scope,
  created: Created,
): Promise<FoundWebhook & { secret: string }> {
  const found = await getWebhook(scope, created.id);
  if (found.revision !== created.version) return refuseReplay(scope, created);
  return { ...found, secret: await openSigningSecret(found.webhook) };
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
  const webhook = await updateWithRetry(
    () => getWebhook(scope, id),
    ifMatch,
    async ({ webhook: before }) => {
      const sealed = await sealSigningSecret(scope, secret);
      const after = rotatedWebhook(before, { secret: sealed, graceSeconds }, context);
      const change = {
        ...changeOf(webhookRows, 'rotated', before, after),
        resource: 'webhooks.secret',
        changes: {},
      };
      await rows.replace(before, after, context, change);
      return after;
    },
  );
  return {
    secret,
    previousSecretSetAt: webhook.previousSecretSetAt,
    previousSecretExpiresAt: toIso(webhook.previousSecretExpiresAtMs),
    revision: webhook.revision,
  };
}
