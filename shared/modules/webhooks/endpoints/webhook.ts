/** Webhooks: pure decisions about creation, changes and responses. */

import type { ChangeContext } from '../../../kernel/audit/record.ts';
import { laterThan, toIso, toIsoOrNull } from '../../../kernel/base/times.ts';
import { type Condition, shownCondition } from '../../../kernel/conditions/stored-condition.ts';
import { maskedSecret } from '../../../kernel/secrets/masked.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import type { Item } from '../../../kernel/table/read.ts';
import { webhookLimits } from '../limits.ts';
import type {
  CreateWebhook,
  DisabledReason,
  UpdateWebhook,
  Webhook,
  WebhookRow,
} from './webhook-contract.ts';

// The integration `webhook_custom` enables and disables deliveries, retries, tests and inbound messages of an
// organization. Without a stored state it is enabled and sends no notifications.

export const webhookIntegrationId = 'webhook_custom';

export interface WebhookIntegration {
  isEnabled: boolean;
  /** Notify administrators when a delivery has used up its attempts. */
  notifyOnFailedDelivery: boolean;
}

/** Reads the stored state; only a strict `true` enables notifications. */
export function toWebhookIntegration(item: Item | undefined): WebhookIntegration {
  return {
    isEnabled: item?.isEnabled !== false,
    notifyOnFailedDelivery: item?.notifyOnFailedDelivery === true,
  };
}

/** A replaced secret, sealed, which signs until it expires. */
interface ReplacedSecret {
  secret: string;
  expiresAtMs: number;
}

/** A stored webhook. Its secrets are sealed. During the grace period `previousSecret` signs, too. */
export interface StoredWebhook extends RowScope {
  id: string;
  name: string;
  description: string | null;
  url: string;
  subscribedEvents: readonly string[];
  /** Evaluated on the body of a delivery; null delivers every subscribed event. */
  condition: Condition | null;
  httpMethod: 'POST' | 'PUT' | 'PATCH';
  /** Values are sealed. */
  customHeaders: Record<string, string> | null;
  isActive: boolean;
  disabledReason: DisabledReason | null;
  disabledAt: string | null;
  deliveryStrategy: 'http';
  strategyConfig: Record<string, unknown> | null;
  maxRetries: number;
  timeoutMs: number;
  rateLimitPerMinute: number;
  autoDisableThreshold: number;
  integrationId: string | null;
  secret: string;
  previousSecret: string | null;
  previousSecretSetAt: string | null;
  previousSecretExpiresAtMs: number;
  /** Secrets that earlier rotations replaced, newest first. */
  earlierSecrets?: readonly ReplacedSecret[];
  createdAt: string;
  updatedAt: string;
  revision: number;
}

/** The health of a webhook. Separate from its settings, because deliveries must not change their `ETag`. */
export interface WebhookHealth {
  consecutiveFailures: number;
  /** When the first of them ended; null without failures, and for those that were counted before it was stored. */
  failingSinceMs: number | null;
  lastSuccessAtMs: number | null;
  lastFailureAtMs: number | null;
}

export const freshHealth: WebhookHealth = {
  consecutiveFailures: 0,
  failingSinceMs: null,
  lastSuccessAtMs: null,
  lastFailureAtMs: null,
};

/** A new webhook. `secret` and the values of headers are already sealed. */
export function newWebhook(
  scope: RowScope,
  input: CreateWebhook,
  sealed: { id: string; secret: string },
  defaults: { autoDisableThreshold: number },
  { nowMs }: ChangeContext,
): StoredWebhook {
  const at = toIso(nowMs);
  return {
    tenantId: scope.tenantId,
    organizationId: scope.organizationId,
    ...sealed,
    name: input.name,
    description: input.description ?? null,
    url: input.url,
    subscribedEvents: [...new Set(input.subscribedEvents)],
    condition: input.condition ?? null,
    httpMethod: input.httpMethod ?? 'POST',
    customHeaders: input.customHeaders ?? null,
    isActive: true,
    disabledReason: null,
    disabledAt: null,
    deliveryStrategy: 'http',
    strategyConfig: input.strategyConfig ?? null,
    maxRetries: input.maxRetries ?? webhookLimits.maxRetries.default,
    timeoutMs: input.timeoutMs ?? webhookLimits.timeoutMs.default,
    rateLimitPerMinute: input.rateLimitPerMinute ?? 0,
    autoDisableThreshold: input.autoDisableThreshold ?? defaults.autoDisableThreshold,
    integrationId: input.integrationId ?? null,
    previousSecret: null,
    previousSecretSetAt: null,
    previousSecretExpiresAtMs: 0,
    createdAt: at,
    updatedAt: at,
    revision: 1,
  };
}

/** The webhook with the given fields changed; enabling it removes the reason for which it was disabled. */
export function changedWebhook(
  before: StoredWebhook,
  changes: UpdateWebhook,
  { nowMs }: ChangeContext,
): StoredWebhook {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  return {
    ...before,
    ...given,
    ...(changes.subscribedEvents && { subscribedEvents: [...new Set(changes.subscribedEvents)] }),
    ...(changes.isActive && { disabledReason: null, disabledAt: null }),
    updatedAt: laterThan(before.updatedAt, nowMs),
    revision: before.revision + 1,
  };
}

/** Whether failures before the change must not count: it enables the webhook, or names another receiver. */
export const restartsHealth = (before: StoredWebhook, after: StoredWebhook): boolean =>
  before.url !== after.url || (after.isActive && !before.isActive);

/** The replaced secrets that still sign, newest first. */
function replacedSecrets(
  { previousSecret, previousSecretExpiresAtMs, earlierSecrets = [] }: StoredWebhook,
  nowMs: number,
): ReplacedSecret[] {
  const previous = { secret: previousSecret, expiresAtMs: previousSecretExpiresAtMs };
  return [previous, ...earlierSecrets].filter(
    (one): one is ReplacedSecret => one.secret !== null && nowMs < one.expiresAtMs,
  );
}

/**
 * The webhook with a new secret. The current secret stays valid for the grace period, and each one before until its own
 * end; of more than five the oldest is dropped.
 */
export function rotatedWebhook(
  before: StoredWebhook,
  { secret, graceSeconds }: { secret: string; graceSeconds: number },
  { nowMs }: ChangeContext,
): StoredWebhook & { previousSecretSetAt: string } {
  const at = laterThan(before.updatedAt, nowMs);
  return {
    ...before,
    secret,
    previousSecret: graceSeconds > 0 ? before.secret : null,
    previousSecretSetAt: at,
    previousSecretExpiresAtMs: nowMs + graceSeconds * 1_000,
    earlierSecrets: replacedSecrets(before, nowMs).slice(0, webhookLimits.signingSecrets - 2),
    updatedAt: at,
    revision: before.revision + 1,
  };
}

/** The webhook after the service has disabled it. */
export function disabledWebhook(before: StoredWebhook, reason: DisabledReason, nowMs: number): StoredWebhook {
  const at = laterThan(before.updatedAt, nowMs);
  return {
    ...before,
    isActive: false,
    disabledReason: reason,
    disabledAt: at,
    updatedAt: at,
    revision: before.revision + 1,
  };
}

/** The sealed secrets that sign now: the current one, and replaced ones in their grace periods. */
export function signingSecrets(webhook: StoredWebhook, nowMs: number): string[] {
  return [webhook.secret, ...replacedSecrets(webhook, nowMs).map(({ secret }) => secret)];
}

/** A webhook as lists return it. */
export function toRow(webhook: StoredWebhook, health: WebhookHealth): WebhookRow {
  return {
    id: webhook.id,
    name: webhook.name,
    description: webhook.description,
    url: webhook.url,
    subscribedEvents: [...webhook.subscribedEvents],
    httpMethod: webhook.httpMethod,
    isActive: webhook.isActive,
    deliveryStrategy: webhook.deliveryStrategy,
    maxRetries: webhook.maxRetries,
    consecutiveFailures: health.consecutiveFailures,
    lastSuccessAt: toIsoOrNull(health.lastSuccessAtMs),
    lastFailureAt: toIsoOrNull(health.lastFailureAtMs),
    createdAt: webhook.createdAt,
    updatedAt: webhook.updatedAt,
    ...shownCondition(webhook.condition),
  };
}

const maskedSigningSecret = `whsec_${'•'.repeat(8)}`;

const maskedHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, maskedSecret]));

/** A webhook as its endpoint returns it: everything except secrets. */
export function toDetail(webhook: StoredWebhook, health: WebhookHealth, nowMs: number): Webhook {
  return {
    ...toRow(webhook, health),
    maskedSecret: maskedSigningSecret,
    previousSecretSetAt: nowMs < webhook.previousSecretExpiresAtMs ? webhook.previousSecretSetAt : null,
    customHeaders: webhook.customHeaders && maskedHeaders(webhook.customHeaders),
    strategyConfig: webhook.strategyConfig,
    timeoutMs: webhook.timeoutMs,
    rateLimitPerMinute: webhook.rateLimitPerMinute,
    autoDisableThreshold: webhook.autoDisableThreshold,
    integrationId: webhook.integrationId,
    disabledReason: webhook.disabledReason,
    disabledAt: webhook.disabledAt,
  };
}
