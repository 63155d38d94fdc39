/** Creates and rotates signing secrets. Separate from the other services, whose functions need no KMS client. */

import { randomUUID } from 'node:crypto';
import { changeOf } from '../../../kernel/audit/record.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { assertConditionExpressions } from '../../../kernel/conditions/condition-expressions.ts';
import { type Created, refuseReplay } from '../../../kernel/http/create-once.ts';
import type { Caller, Target } from '../../../kernel/http/operation.ts';
import { updateWithRetry } from '../../../kernel/http/optimistic-locking.ts';
import { withRevision } from '../../../kernel/http/reply.ts';
import { writerOf } from '../../../kernel/resources/writer.ts';
import { integerSetting } from '../../../kernel/settings/settings.ts';
import { newSecret } from '../deliveries/sign.ts';
import { freshHealth, newWebhook, rotatedWebhook, toDetail } from './webhook.ts';
import type { CreateWebhook, RotateSecret } from './webhook-fields-contract.ts';
import { type FoundWebhook, requireWebhook } from './webhook-reader.ts';
import { webhookRows } from './webhook-rows.ts';
import { openSigningSecret, sealHeaders, sealSigningSecret } from './webhook-secrets.ts';

const rows = writerOf(webhookRows);

const withSecret = ({ webhook, health, revision }: FoundWebhook, secret: string, nowMs: number) =>
  withRevision({ ...toDetail(webhook, health, nowMs), secret }, revision);

/** Creates a webhook and returns it with its secret, which cannot be read later. Throws InvalidInputError. */
export async function createWebhook({ scope, context }: Caller, input: CreateWebhook) {
  await assertConditionExpressions({ condition: input.condition });
  const secret = newSecret();
  const sealed = { id: randomUUID(), secret: await sealSigningSecret(scope, secret) };
  const autoDisableThreshold = integerSetting('WEBHOOK_AUTO_DISABLE_THRESHOLD');
  const customHeaders = await sealHeaders(scope, input.customHeaders ?? null);
  const webhook = newWebhook(scope, { ...input, customHeaders }, sealed, { autoDisableThreshold }, context);
  await rows.insert(webhook, context);
  return withSecret({ webhook, health: freshHealth, revision: webhook.revision }, secret, context.nowMs);
}

/**
 * Returns what `createWebhook` returned for an equal request. Throws NotFoundError, and AlreadyCreatedError if the webhook
 * was changed since: its secret may be a newer one.
 */
export async function createdWebhook({ scope, context }: Caller, created: Created) {
  const found = await requireWebhook(scope, created.id);
  if (found.revision !== created.version) return refuseReplay(scope, created);
  return withSecret(found, await openSigningSecret(found.webhook), context.nowMs);
}

/** Issues a new secret. Throws NotFoundError, StaleError. */
export async function rotateWebhookSecret(
  { scope, context }: Caller,
  { id, gracePeriodSeconds, ifMatch }: RotateSecret & Target,
) {
  const graceSeconds = gracePeriodSeconds ?? integerSetting('WEBHOOK_ROTATION_SECONDS', process.env, 0);
  const secret = newSecret();
  const webhook = await updateWithRetry(
    () => requireWebhook(scope, id),
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
  const rotated = {
    success: true as const,
    secret,
    previousSecretSetAt: webhook.previousSecretSetAt,
    previousSecretExpiresAt: toIso(webhook.previousSecretExpiresAtMs),
  };
  return withRevision(rotated, webhook.revision);
}
