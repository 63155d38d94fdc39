/** Deliveries: pure decisions about their ids, their content, and the effect of an attempt. */

import { hash } from 'node:crypto';
import { uuidOf } from '../../../kernel/base/ids.ts';
import { parseJson, toJson } from '../../../kernel/base/json.ts';
import { toIso, toIsoOrNull } from '../../../kernel/base/times.ts';
import { currentCause, type EventCause, nodeId } from '../../../kernel/events/cause.ts';
import { currentHops } from '../../../kernel/events/hops.ts';
import { contentTagOf } from '../../../kernel/http/content-tag.ts';
import { parseRetryAfter } from '../../../kernel/outbound/retry-after.ts';
import type { Exchange } from '../../../kernel/outbound/send.ts';
import type { Message } from '../../../kernel/queues/message.ts';
import { integerSetting } from '../../../kernel/settings/settings.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import type { Delivery, DeliveryAttempt, DeliveryRow, DeliveryStatus } from './delivery-contract.ts';
import { nextWaitMs } from './retry-plan.ts';

// Classifies the exchange with a receiver.

export type Outcome =
  | { kind: 'delivered' }
  /** May succeed later. */
  | { kind: 'retry'; message: string; retryAfterSeconds?: number }
  /** The receiver refuses the event; `gone`: and every event of the webhook; `isLoop`: it was this deployment. */
  | { kind: 'expired'; message: string; disable?: 'gone'; isLoop?: true }
  /** Must not be sent. */
  | { kind: 'failed'; message: string };

/** The message for tenants. It must not reveal to which address a name resolves or which ports are open. */
function messageOf({ problem, durationMs }: Exchange): string {
  switch (problem) {
    case 'timeout':
      return `No complete response within ${durationMs} ms.`;
    case 'dns':
      return 'The host could not be resolved.';
    case 'certificate':
      return 'The certificate of the host is not valid.';
    case 'protocol':
      return 'The response was not valid HTTP.';
    case 'unsafe':
      return 'The URL does not resolve to a public address.';
    default:
      return 'The connection was refused or broken.';
  }
}

/** Statuses above 599 are invalid; RFC 9110 (15) requires clients to treat them like 500. */
const isRetryable = (status: number): boolean => status === 408 || status === 429 || status >= 500;

const loopMessage =
  'The message has returned to the platform a second time and was refused (loop_detected). Change the webhook or rule ' +
  'that sends it back.';

/** Whether the platform itself has refused the second return of a message. */
function isLoopRefusal({ responseBody }: Exchange): boolean {
  try {
    return Object(parseJson(responseBody ?? '')).code === 'loop_detected';
  } catch {
    return false;
  }
}

/** Classifies one attempt. The head of a response decides, also if its body is incomplete. */
export function judge(exchange: Exchange): Outcome {
  const { problem, status, responseHeaders, startedAtMs, durationMs } = exchange;
  if (problem === 'unsafe') return { kind: 'failed', message: messageOf(exchange) };
  if (status === null) return { kind: 'retry', message: messageOf(exchange) };
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  const message = `The receiver responded with status ${status}.`;
  if (isRetryable(status)) {
    const retryAfterSeconds = parseRetryAfter(responseHeaders?.['retry-after'], startedAtMs + durationMs);
    return { kind: 'retry', message, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
  }
  if (status === 410) return { kind: 'expired', message, disable: 'gone' };
  if (status === 409 && isLoopRefusal(exchange))
    return { kind: 'expired', message: loopMessage, isLoop: true };
  if (status < 400) return { kind: 'expired', message: `${message} Redirects are not followed.` };
  return { kind: 'expired', message };
}

/** A stored delivery. It is small, because each step writes it; payload and attempts are separate items. */
export interface StoredDelivery extends RowScope {
  id: string;
  /** Null for a request to a URL without a webhook. */
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
  /** Time of the event; part of the key. */
  madeAtMs: number;
  enqueuedAtMs: number;
  lastAttemptAtMs: number | null;
  deliveredAtMs: number | null;
  updatedAtMs: number;
  /** The worker of the current attempt, until its lease expires. */
  leaseToken?: string;
  leaseUntilMs?: number;
  /** Workers that were stopped during the current attempt. */
  lostWorkers?: number;
  /** The hops that its requests carry, if it is the effect of another delivery. */
  hops?: number;
  /** The root of its story (shared/kernel/events/cause.ts); absent if no event led to it. */
  story?: string;
  /** The replay that has requested the last attempt. */
  replayId?: string;
  /** It failed because its attempt could not be prepared; a redriven message makes the attempt. */
  deadLettered?: true;
}

/** The key of a delivery, which every message to the workers contains. */
export type DeliveryRef = RowScope & Pick<StoredDelivery, 'id' | 'webhookId' | 'madeAtMs' | 'payloadId'>;

/** How a request to a URL without a webhook is sent. */
export interface OwnRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers: Readonly<Record<string, string>>;
  /** Null without a body. */
  contentType: string | null;
}

/** The body of every attempt, byte by byte; with `request` if there is no webhook that defines it. */
export interface Payload {
  text: string;
  request?: OwnRequest;
}

/** A stored attempt. */
export interface StoredAttempt extends Omit<DeliveryAttempt, 'startedAt' | 'requestHeaders'> {
  startedAtMs: number;
  /** Absent from attempts of earlier versions. */
  requestHeaders?: Record<string, string>;
}

/** Retention of deliveries, attempts and payloads. */
export function retentionSeconds(): number {
  return integerSetting('WEBHOOK_DELIVERY_RETENTION_DAYS') * 86_400;
}

/**
 * Id and message id of an event's delivery to a webhook. They are derived from event and webhook, so that an
 * event that is dispatched twice creates one delivery.
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

/** The kind of deliveries in stories. */
export const deliveryKind = 'delivery';

/** The cause of the events of a delivery; undefined if it is in no story. */
export const causeOfDelivery = ({ story, id }: StoredDelivery): EventCause | undefined =>
  story === undefined ? undefined : { story, by: nodeId({ kind: deliveryKind, id }) };

/** The body for receivers, as JSON text. */
export function payloadOf({
  type,
  occurredAt,
  data,
}: Pick<Message<object>, 'type' | 'occurredAt' | 'data'>): string {
  return toJson({ type, timestamp: occurredAt, data });
}

/** A new delivery, which waits for its first attempt. */
export function newDelivery(
  input: RowScope &
    Pick<
      StoredDelivery,
      'id' | 'messageId' | 'webhookId' | 'eventType' | 'payloadId' | 'targetUrl' | 'maxAttempts' | 'madeAtMs'
    >,
  nowMs: number,
): StoredDelivery {
  const hops = currentHops();
  const story = currentCause()?.story;
  return {
    ...input,
    ...(hops !== undefined && { hops }),
    ...(story !== undefined && { story }),
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

/** Whether the attempt that a message requests may be made. */
export type AttemptEligibility =
  | 'now'
  /** The attempt was made, or the delivery is decided. */
  | 'over'
  /**
   * Another worker makes it, or the previous attempt is not recorded yet. If that worker has died, the
   * message must be redelivered.
   */
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

/** Why a delivery gets no attempt; undefined if it gets one. `webhook` is null for a request without a webhook. */
export function blockedReasonOf(
  webhook: { isActive: boolean } | undefined | null,
  integration: { isEnabled: boolean },
): { status: 'failed' | 'expired'; errorMessage: string } | undefined {
  if (webhook === undefined) return { status: 'failed', errorMessage: 'The webhook was deleted' };
  if (!integration.isEnabled)
    return { status: 'expired', errorMessage: 'Custom Webhooks integration is disabled' };
  return webhook?.isActive !== false ? undefined : { status: 'expired', errorMessage: 'Webhook is inactive' };
}

/** Workers that were stopped during the next attempt of a due delivery. */
export function lostWorkersOf({ status, lostWorkers = 0 }: StoredDelivery): number {
  return status === 'sending' ? lostWorkers + 1 : 0;
}

export interface RetryPlan {
  offsetsSeconds: readonly number[];
  random: () => number;
}

/** The effect of an attempt on its delivery. */
export interface AttemptResult {
  attempt: StoredAttempt;
  changes: Partial<StoredDelivery> & Pick<StoredDelivery, 'status'>;
  /** When the next attempt is due; undefined if the delivery is decided. */
  nextAtMs: number | undefined;
  /** The platform has refused the second return of the message. */
  isLoop: boolean;
}

/** The delivery after an attempt: delivered, decided otherwise, or waiting for the next attempt. */
export function completeAttempt(
  delivery: StoredDelivery,
  {
    exchange,
    outcome,
    url,
    requestHeaders,
  }: { exchange: Exchange; outcome: Outcome; url: string; requestHeaders: Record<string, string> },
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
          retryAfter:
            outcome.retryAfterSeconds === undefined
              ? undefined
              : { seconds: outcome.retryAfterSeconds, elapsedMs: nowMs - delivery.enqueuedAtMs },
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
      requestHeaders,
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
    isLoop: outcome.kind === 'expired' && outcome.isLoop === true,
  };
}

/** The fields that a manual retry changes, in any status of the delivery. */
export function retried(delivery: StoredDelivery, nowMs: number) {
  return {
    status: 'pending',
    errorMessage: null,
    nextRetryAtMs: null,
    maxAttempts: Math.max(delivery.maxAttempts, delivery.attemptNumber + 1),
    updatedAtMs: nowMs,
  } as const;
}

/** A delivery as lists return it. */
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

/** The payload for responses: a request to a URL may have a body that is not JSON, or none. */
function shownPayload({ text, request }: Payload): unknown {
  if (request === undefined) return parseJson(text);
  if (text === '') return null;
  try {
    return parseJson(text);
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
    attempts: attempts.map(({ startedAtMs, requestHeaders = null, ...attempt }) => ({
      ...{ ...attempt, startedAt: toIso(startedAtMs), requestHeaders },
    })),
    updatedAt: toIso(delivery.updatedAtMs),
  };
}
