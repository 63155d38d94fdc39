/** Deliveries: pure decisions. Their ids, what one looks like, and what an attempt makes of it. */

import { hash } from 'node:crypto';
import { contentTagOf } from '../../../kernel/http/content-tag.ts';
import { toJson } from '../../../kernel/http/json.ts';
import { uuidOf } from '../../../kernel/ids/ids.ts';
import { parseRetryAfter } from '../../../kernel/outbound/retry-after.ts';
import type { Exchange } from '../../../kernel/outbound/send.ts';
import type { Message } from '../../../kernel/queues/message.ts';
import { integerSetting } from '../../../kernel/settings/settings.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { toIso, toIsoOrNull } from '../../../kernel/text/times.ts';
import type { Delivery, DeliveryAttempt, DeliveryRow, DeliveryStatus } from './delivery-contract.ts';
import { nextWaitMs } from './retry-plan.ts';

// What an exchange with a receiver means for its delivery.

export type Outcome =
  | { kind: 'delivered' }
  /** May succeed later. */
  | { kind: 'retry'; message: string; retryAfterSeconds?: number }
  /** The receiver does not want it. `gone`: nor anything else that the webhook would send. */
  | { kind: 'expired'; message: string; disable?: 'gone' }
  /** Must not be sent. */
  | { kind: 'failed'; message: string };

/** What tenants read. Nothing here tells what a name resolves to, or what listens where. */
function messageOf({ problem, durationMs }: Exchange): string {
  switch (problem) {
    case 'timeout':
      return `No complete answer within ${durationMs} ms.`;
    case 'dns':
      return 'The host could not be resolved.';
    case 'protocol':
      return 'The answer was not valid HTTP.';
    case 'unsafe':
      return 'The URL does not lead to a public address.';
    default:
      return 'The connection was refused or broken.';
  }
}

/** Statuses above 599 do not exist; RFC 9110 (15) has clients treat them like 500. */
const isRetryable = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/** Judges one attempt. An incomplete response counts as none, with any status. */
export function judge(exchange: Exchange): Outcome {
  const { problem, status, responseHeaders, startedAtMs, durationMs } = exchange;
  if (problem === 'unsafe') return { kind: 'failed', message: messageOf(exchange) };
  if (problem !== null || status === null) return { kind: 'retry', message: messageOf(exchange) };
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  const message = `The receiver answered ${status}.`;
  if (isRetryable(status)) {
    const retryAfterSeconds = parseRetryAfter(responseHeaders?.['retry-after'], startedAtMs + durationMs);
    return { kind: 'retry', message, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
  }
  if (status === 410) return { kind: 'expired', message, disable: 'gone' };
  if (status < 400) return { kind: 'expired', message: `${message} Redirects are not followed.` };
  return { kind: 'expired', message };
}

/** A delivery as it is stored: small, because it is written with each step. Payload and attempts lie elsewhere. */
export interface StoredDelivery extends RowScope {
  id: string;
  /** Null when it goes to a URL of its own. */
  webhookId: string | null;
  eventType: string;
  messageId: string;
  payloadId: string;
  status: DeliveryStatus;
  responseStatus: number | null;
  errorMessage: string | null;
  /** Attempts made so far. */
  attemptNumber: number;
  maxAttempts: number;
  nextRetryAtMs: number | null;
  durationMs: number | null;
  targetUrl: string;
  /** When the event happened; part of the key. */
  madeAtMs: number;
  enqueuedAtMs: number;
  lastAttemptAtMs: number | null;
  deliveredAtMs: number | null;
  updatedAtMs: number;
  /** The worker of the attempt in progress, and until when no other may make it. */
  leaseToken?: string;
  leaseUntilMs?: number;
  /** Workers that were stopped during the attempt that is under way. */
  lostWorkers?: number;
  /** It failed because its attempt could not be prepared: a message that is brought back makes the attempt. */
  deadLettered?: true;
}

/** What names a delivery in the table; every message to the workers carries it. */
export type DeliveryRef = RowScope & Pick<StoredDelivery, 'id' | 'webhookId' | 'madeAtMs' | 'payloadId'>;

/** How a request is made that goes to a URL of its own. */
export interface OwnRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers: Readonly<Record<string, string>>;
  /** Null without a body. */
  contentType: string | null;
}

/** The body of every attempt, byte by byte; `request` beside it where no webhook says how it is sent. */
export interface Payload {
  text: string;
  request?: OwnRequest;
}

/** One attempt as it is stored. */
export type StoredAttempt = Omit<DeliveryAttempt, 'startedAt'> & { startedAtMs: number };

/** How long deliveries, attempts and payloads are kept. */
export function retentionSeconds(): number {
  return integerSetting('WEBHOOK_DELIVERY_RETENTION_DAYS') * 86_400;
}

/** Deliveries of events before it have expired. */
export const oldestKeptMs = (nowMs: number): number => nowMs - retentionSeconds() * 1_000;

/**
 * Id and message id of the one delivery of an event to a webhook. They follow from event and webhook, so that an
 * event which is dispatched twice finds its delivery instead of making another.
 */
export function deliveryIds(
  event: { idempotencyKey: string; occurredAtMs: number },
  webhookId: string,
): { id: string; messageId: string } {
  const text = `${event.idempotencyKey} ${event.occurredAtMs} ${webhookId}`;
  return {
    id: uuidOf(`delivery ${text}`),
    messageId: `msg_${hash('sha256', `message ${text}`, 'hex').slice(0, 32)}`,
  };
}

/** The body that receivers get, as JSON text. */
export function payloadOf({
  type,
  occurredAt,
  data,
}: Pick<Message<object>, 'type' | 'occurredAt' | 'data'>): string {
  return toJson({ type, timestamp: occurredAt, data });
}

/** A delivery that waits for its first attempt. */
export function newDelivery(
  made: RowScope &
    Pick<
      StoredDelivery,
      'id' | 'messageId' | 'webhookId' | 'eventType' | 'payloadId' | 'targetUrl' | 'maxAttempts' | 'madeAtMs'
    >,
  nowMs: number,
): StoredDelivery {
  return {
    ...made,
    status: 'pending',
    responseStatus: null,
    errorMessage: null,
    attemptNumber: 0,
    nextRetryAtMs: null,
    durationMs: null,
    enqueuedAtMs: nowMs,
    lastAttemptAtMs: null,
    deliveredAtMs: null,
    updatedAtMs: nowMs,
  };
}

/** Whether a message that asks for an attempt is to be obeyed. */
export type AttemptEligibility =
  | 'now'
  /** The attempt was made before, or the delivery is decided. */
  | 'over'
  /** Another worker is at it, or the attempt before is not recorded yet. If that worker died, the message must come again. */
  | 'not yet';

export function eligibilityOf(
  delivery: StoredDelivery | undefined,
  attempt: number,
  nowMs: number,
): AttemptEligibility {
  if (delivery === undefined || delivery.attemptNumber >= attempt) return 'over';
  const { status, attemptNumber, leaseUntilMs = 0 } = delivery;
  if (delivery.deadLettered && attemptNumber === attempt - 1) return 'now';
  if (status !== 'pending' && status !== 'sending') return 'over';
  if (attemptNumber < attempt - 1) return 'not yet';
  return status === 'pending' || leaseUntilMs <= nowMs ? 'now' : 'not yet';
}

/** Why a delivery gets no attempt at all; undefined when it gets one. `webhook` is null for one that belongs to none. */
export function blockedReasonOf(
  webhook: { isActive: boolean } | undefined | null,
  integration: { isEnabled: boolean },
): { status: 'failed' | 'expired'; errorMessage: string } | undefined {
  if (webhook === undefined) return { status: 'failed', errorMessage: 'The webhook was deleted' };
  if (!integration.isEnabled)
    return { status: 'expired', errorMessage: 'Custom Webhooks integration is disabled' };
  return webhook?.isActive !== false ? undefined : { status: 'expired', errorMessage: 'Webhook is inactive' };
}

/** Workers that were stopped during the next attempt of a delivery whose turn it is. */
export function lostWorkersOf({ status, lostWorkers = 0 }: StoredDelivery): number {
  return status === 'sending' ? lostWorkers + 1 : 0;
}

export interface RetryPlan {
  offsetsSeconds: readonly number[];
  random: () => number;
}

/** What an attempt makes of a delivery. */
export interface AttemptResult {
  attempt: StoredAttempt;
  changes: Partial<StoredDelivery> & Pick<StoredDelivery, 'status'>;
  /** When the next attempt is due; undefined when the delivery is decided. */
  nextAtMs: number | undefined;
}

/** The delivery after an attempt: delivered, decided otherwise, or waiting for the next one. */
export function completeAttempt(
  delivery: StoredDelivery,
  { exchange, outcome, url }: { exchange: Exchange; outcome: Outcome; url: string },
  plan: RetryPlan,
  nowMs: number,
): AttemptResult {
  const attemptNumber = delivery.attemptNumber + 1;
  const errorMessage = outcome.kind === 'delivered' ? null : outcome.message;
  const { status: responseStatus, durationMs, startedAtMs, responseHeaders, responseBody } = exchange;
  const isRetried = outcome.kind === 'retry' && attemptNumber < delivery.maxAttempts;
  const waitMs =
    outcome.kind === 'retry'
      ? nextWaitMs({
          attemptsMade: attemptNumber,
          offsets: plan.offsetsSeconds,
          random: plan.random,
          retryAfterSeconds: outcome.retryAfterSeconds,
        })
      : 0;
  const nextAtMs = isRetried ? nowMs + waitMs : undefined;
  const decided = outcome.kind === 'retry' ? 'expired' : outcome.kind;
  return {
    attempt: {
      attemptNumber,
      startedAtMs,
      durationMs,
      url,
      outcome: outcome.kind,
      responseStatus,
      responseHeaders,
      responseBody,
      errorMessage,
    },
    changes: {
      status: isRetried ? 'pending' : decided,
      attemptNumber,
      responseStatus,
      errorMessage,
      durationMs,
      targetUrl: url,
      nextRetryAtMs: nextAtMs ?? null,
      lastAttemptAtMs: startedAtMs,
      deliveredAtMs: outcome.kind === 'delivered' ? nowMs : null,
      updatedAtMs: nowMs,
    },
    nextAtMs,
  };
}

/** What a request for another attempt changes, in any status of the delivery. */
export function retried(delivery: StoredDelivery, nowMs: number) {
  return {
    status: 'pending',
    errorMessage: null,
    nextRetryAtMs: null,
    maxAttempts: Math.max(delivery.maxAttempts, delivery.attemptNumber + 1),
    updatedAtMs: nowMs,
  } as const;
}

/** A delivery as lists show it. */
export function toDeliveryRow(delivery: StoredDelivery, webhookName: string | null): DeliveryRow {
  return {
    id: delivery.id,
    webhookId: delivery.webhookId,
    webhookName,
    eventType: delivery.eventType,
    messageId: delivery.messageId,
    status: delivery.status,
    responseStatus: delivery.responseStatus,
    errorMessage: delivery.errorMessage,
    attemptNumber: delivery.attemptNumber,
    maxAttempts: delivery.maxAttempts,
    nextRetryAt: toIsoOrNull(delivery.nextRetryAtMs),
    durationMs: delivery.durationMs,
    targetUrl: delivery.targetUrl,
    enqueuedAt: toIso(delivery.enqueuedAtMs),
    lastAttemptAt: toIsoOrNull(delivery.lastAttemptAtMs),
    deliveredAt: toIsoOrNull(delivery.deliveredAtMs),
    createdAt: toIso(delivery.madeAtMs),
  };
}

/** The `ETag` of a delivery: every attempt and every change of its status changes its row. */
export const deliveryTag = (delivery: StoredDelivery): string =>
  contentTagOf(toJson([toDeliveryRow(delivery, null), delivery.updatedAtMs]));

/** What was sent, to be looked at: requests to URLs of their own may have a body that is no JSON, or none. */
function shownPayload({ text, request }: Payload): unknown {
  if (request === undefined) return JSON.parse(text);
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A delivery with its payload and its attempts. */
export function toDelivery(
  delivery: StoredDelivery,
  {
    webhookName,
    payload,
    attempts,
  }: { webhookName: string | null; payload: Payload | null; attempts: readonly StoredAttempt[] },
): Delivery {
  const last = attempts.at(-1);
  return {
    ...toDeliveryRow(delivery, webhookName),
    payload: payload && shownPayload(payload),
    responseBody: last?.responseBody ?? null,
    responseHeaders: last?.responseHeaders ?? null,
    attempts: attempts.map(({ startedAtMs, ...attempt }) => ({ ...attempt, startedAt: toIso(startedAtMs) })),
    updatedAt: toIso(delivery.updatedAtMs),
  };
}
