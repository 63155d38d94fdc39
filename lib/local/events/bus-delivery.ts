/**
 * Delivers events to the targets of rules as EventBridge does: temporary failures are retried with growing delays,
 * undeliverable events go to the target's dead-letter queue, and each failure is logged.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-rule-retry-policy.html
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isRecord } from '../cloudformation/intrinsics.ts';
import type { NewMessage } from '../sqs/queue.ts';
import type { Queues } from '../sqs/queues.ts';
import type { ResolvedApp, Resource } from '../types.ts';
import { sendDenial, stringAttributes } from './queue-target.ts';

export interface RuleTarget {
  queue: Resource;
  /** `$.detail.<name>`: the member of the detail that names the message group; undefined sends no group. */
  groupPath: string | undefined;
  deadLetters: Resource | undefined;
}

/** An event that a rule matches. */
export interface BusEvent {
  id: string;
  /** The parsed text. */
  detail: unknown;
  /** JSON as the publisher sent it, so that numbers keep all digits. */
  text: string;
}

/** Escapes the two characters that SQS refuses, which preserves the value. */
const toQueueText = (json: string): string =>
  json.replaceAll(/[\uFFFE\uFFFF]/g, (character) => `\\u${character.charCodeAt(0).toString(16)}`);

export const detailPath = '$.detail.';

export interface BusDeliveryOptions {
  app: ResolvedApp;
  queues: Pick<Queues, 'of'>;
  log: (line: string) => void;
  /** Waits before a retry; rejects when the runtime stops. */
  wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

interface Problem {
  code: string;
  message: string;
  mayPass: boolean;
}

const maxRetries = 185;
const maxAgeMs = 86_400_000;
const firstWaitMs = 200;
const maxWaitMs = 60_000;

const waitMs = (retries: number): number =>
  Math.min(maxWaitMs, firstWaitMs * 2 ** retries) * (0.5 + Math.random() / 2);

const waitToRetry = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal, ref: false });

/** Returns the message group of an event; undefined for targets without one, empty when the path leads to no text. */
function groupOf({ groupPath }: RuleTarget, detail: unknown): string | undefined {
  if (groupPath === undefined) return undefined;
  const value = isRecord(detail) ? detail[groupPath.slice(detailPath.length)] : undefined;
  return typeof value === 'string' ? value : '';
}

export function createBusDelivery({ app, queues, log, wait = waitToRetry }: BusDeliveryOptions) {
  const stopping = new AbortController();

  function send(rule: Resource, queue: Resource, message: NewMessage): Problem | undefined {
    const denial = sendDenial(app, queue, 'events.amazonaws.com', rule.arn);
    if (denial !== undefined) return { code: 'NO_PERMISSIONS', message: denial, mayPass: false };
    if (message.messageGroupId === '') {
      const problem = "the target's message group is not a text in the event";
      return { code: 'INVALID_PARAMETER', message: problem, mayPass: false };
    }
    try {
      const refusal = queues.of(queue.arn).trySend(message);
      if (refusal === undefined) return undefined;
      const { status, message: problem } = refusal;
      return { code: `SQS_${status}`, message: problem, mayPass: status >= 500 || status === 429 };
    } catch (error) {
      return { code: 'SDK_CLIENT_ERROR', message: String(error), mayPass: true };
    }
  }

  /** Retries until the event is delivered, or goes to the dead-letter queue. */
  async function retry(
    rule: Resource,
    target: RuleTarget,
    eventId: string,
    message: NewMessage,
    first: Problem,
  ): Promise<void> {
    const untilMs = Date.now() + maxAgeMs;
    let problem = first;
    let retries = 0;
    while (problem.mayPass && retries < maxRetries && Date.now() < untilMs) {
      const isStopped = await wait(waitMs(retries), stopping.signal).then(
        () => false,
        () => true,
      );
      if (isStopped) break;
      retries += 1;
      const next = send(rule, target.queue, message);
      if (next === undefined) return;
      problem = next;
    }
    log(`The rule ${rule.arn} could not deliver the event ${eventId}: ${problem.message}`);
    if (target.deadLetters === undefined) return log(`The event ${eventId} is lost: no dead-letter queue.`);
    const attributes = stringAttributes({
      RULE_ARN: rule.arn,
      TARGET_ARN: target.queue.arn,
      ERROR_CODE: problem.code,
      ERROR_MESSAGE: problem.message,
      RETRY_ATTEMPTS: String(retries),
    });
    const second = send(rule, target.deadLetters, { body: message.body, attributes });
    if (second !== undefined)
      log(`The event ${eventId} is lost: its dead-letter queue refuses it too: ${second.message}`);
  }

  return {
    /** Delivers the detail of an event; resolves after the first attempt. */
    async deliver(rule: Resource, target: RuleTarget, event: BusEvent): Promise<void> {
      const body = toQueueText(event.text);
      const message = { body, messageGroupId: groupOf(target, event.detail) };
      const problem = send(rule, target.queue, message);
      if (problem === undefined) return;
      const ended = retry(rule, target, event.id, message, problem);
      if (!problem.mayPass) return ended;
      log(`The rule ${rule.arn} tries to deliver the event ${event.id} again: ${problem.message}`);
      // The publisher does not wait: EventBridge has accepted the event.
      ended.catch((error: unknown) => log(`The event ${event.id} is lost: ${String(error)}`));
    },
    /** Stops the retries: waiting events go to their dead-letter queues. */
    stop: () => stopping.abort(),
  };
}
