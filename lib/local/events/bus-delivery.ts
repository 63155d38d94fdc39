/**
 * Delivers events to the targets of rules as EventBridge does: temporary failures are retried with growing delays,
 * undeliverable events go to the target's dead-letter queue, and each failure is logged.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-rule-retry-policy.html
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { toJson } from '../../../shared/kernel/http/json.ts';
import { toQueueText } from '../../../shared/kernel/queues/queue-text.ts';
import { isRecord } from '../cloudformation/intrinsics.ts';
import type { AwsError } from '../gateway/aws-service.ts';
import { authorizeService } from '../gateway/resource-policy.ts';
import { policiesOf, type Queues } from '../sqs/queues.ts';
import type { ResolvedApp, Resource } from '../types.ts';

type Json = Record<string, unknown>;

export interface RuleTarget {
  queue: Resource;
  /** `$.detail` sends only the detail; undefined sends the whole event. */
  inputPath: '$.detail' | undefined;
  /** `$.detail.<name>`: the member of the detail that names the message group; undefined sends no group. */
  groupPath: string | undefined;
  deadLetters: Resource | undefined;
  /** The target's `RetryPolicy`. */
  maxRetries: number;
  maxAgeMs: number;
}

export const detailPath = '$.detail.';

/** Returns the message group of an event; undefined for targets without one, empty when the path leads to no text. */
function groupOf({ groupPath }: RuleTarget, { detail }: Json): string | undefined {
  if (groupPath === undefined) return undefined;
  const value = isRecord(detail) ? detail[groupPath.slice(detailPath.length)] : undefined;
  return typeof value === 'string' ? value : '';
}

export interface BusDelivery {
  /** Delivers an event; resolves after the first attempt. */
  deliver(rule: Resource, target: RuleTarget, event: Json): Promise<void>;
  /** Stops the retries: waiting events go to their dead-letter queues. */
  stop(): void;
}

export interface BusDeliveryOptions {
  app: ResolvedApp;
  queues: Pick<Queues, 'of'>;
  account: string;
  log: (line: string) => void;
  /** Waits before a retry; rejects when the runtime stops. */
  wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

interface Problem {
  code: string;
  message: string;
  mayPass: boolean;
}

const day = 86_400_000;
const defaultMaxRetries = 185;
const firstWaitMs = 200;
const maxWaitMs = 60_000;

const waitMs = (retries: number): number =>
  Math.min(maxWaitMs, firstWaitMs * 2 ** retries) * (0.5 + Math.random() / 2);

/** The retry policy of a target in the template. */
export function retryPolicyOf(target: Json): Pick<RuleTarget, 'maxRetries' | 'maxAgeMs'> {
  const policy = isRecord(target.RetryPolicy) ? target.RetryPolicy : {};
  const { MaximumRetryAttempts = defaultMaxRetries, MaximumEventAgeInSeconds = day / 1_000 } = policy;
  return { maxRetries: Number(MaximumRetryAttempts), maxAgeMs: Number(MaximumEventAgeInSeconds) * 1_000 };
}

function problemOf({ status, message }: AwsError): Problem {
  return { code: `SQS_${status}`, message, mayPass: status >= 500 || status === 429 };
}

const stringAttributes = (facts: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(facts).map(([name, StringValue]) => [name, { DataType: 'String', StringValue }]),
  );

export function createBusDelivery({
  app,
  queues,
  account,
  log,
  wait = (ms, signal) => sleep(ms, undefined, { signal, ref: false }),
}: BusDeliveryOptions): BusDelivery {
  const stopping = new AbortController();

  function send(
    rule: Resource,
    queue: Resource,
    body: string,
    { facts = {}, group }: { facts?: Readonly<Record<string, string>>; group?: string | undefined } = {},
  ): Problem | undefined {
    const { allowed, reason } = authorizeService(policiesOf(app, queue), 'events.amazonaws.com', {
      action: 'sqs:SendMessage',
      resource: queue.arn,
      context: { 'aws:SourceArn': rule.arn, 'aws:SourceAccount': account },
    });
    if (!allowed) {
      const message = `events.amazonaws.com may not sqs:SendMessage on ${queue.arn} ${reason}`;
      return { code: 'NO_PERMISSIONS', message, mayPass: false };
    }
    if (group === '') {
      const message = "the target's message group is not a text in the event";
      return { code: 'INVALID_PARAMETER', message, mayPass: false };
    }
    try {
      const attributes = stringAttributes(facts);
      const refused = queues.of(queue.arn).trySend({ body, attributes, messageGroupId: group });
      return refused && problemOf(refused);
    } catch (error) {
      return { code: 'SDK_CLIENT_ERROR', message: String(error), mayPass: true };
    }
  }

  async function sendToDeadLetters(
    rule: Resource,
    target: RuleTarget,
    about: { eventId: string; body: string; problem: Problem; retries: number },
  ): Promise<void> {
    const { eventId, body, problem, retries } = about;
    log(`The rule ${rule.arn} could not deliver the event ${eventId}: ${problem.message}`);
    if (target.deadLetters === undefined) return log(`The event ${eventId} is lost: no dead-letter queue.`);
    const facts = {
      RULE_ARN: rule.arn,
      TARGET_ARN: target.queue.arn,
      ERROR_CODE: problem.code,
      ERROR_MESSAGE: problem.message,
      RETRY_ATTEMPTS: String(retries),
    };
    const second = send(rule, target.deadLetters, body, { facts });
    if (second !== undefined)
      log(`The event ${eventId} is lost: its dead-letter queue refuses it too: ${second.message}`);
  }

  async function deliver(rule: Resource, target: RuleTarget, event: Json): Promise<void> {
    const eventId = String(event.id);
    const body = toQueueText(toJson(target.inputPath === undefined ? event : event.detail));
    const group = groupOf(target, event);
    const untilMs = Date.now() + target.maxAgeMs;
    const retry = async (first: Problem): Promise<void> => {
      let problem = first;
      let retries = 0;
      while (problem.mayPass && retries < target.maxRetries && Date.now() < untilMs) {
        const isStopped = await wait(waitMs(retries), stopping.signal).then(
          () => false,
          () => true,
        );
        if (isStopped) break;
        retries += 1;
        const next = send(rule, target.queue, body, { group });
        if (next === undefined) return;
        problem = next;
      }
      await sendToDeadLetters(rule, target, { eventId, body, problem, retries });
    };
    const problem = send(rule, target.queue, body, { group });
    if (problem === undefined) return;
    const ended = retry(problem);
    if (!problem.mayPass) return ended;
    log(`The rule ${rule.arn} tries to deliver the event ${eventId} again: ${problem.message}`);
    // The publisher does not wait: EventBridge has accepted the event.
    ended.catch((error: unknown) => log(`The event ${eventId} is lost: ${String(error)}`));
  }

  return { deliver, stop: () => stopping.abort() };
}
