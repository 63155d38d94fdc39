/** One standard SQS queue: its messages and its waiting receivers. */
import { hash, randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { propertiesOf } from '../cloudformation/properties.ts';
import { AwsError } from '../gateway/aws-service.ts';
import type { Resource } from '../types.ts';
import { createFairQueue } from './fair-queue.ts';
import type { Message, MessageAttributes, MessageStore } from './message-store.ts';

/** The supported properties of `AWS::SQS::Queue`, with their defaults. */
const queueProperties = z.object({
  FifoQueue: z.optional(z.literal(false, 'FIFO queues do not run locally.')),
  DelaySeconds: z._default(z.number(), 0),
  MaximumMessageSize: z._default(z.number(), 1_048_576),
  MessageRetentionPeriod: z._default(z.number(), 345_600),
  ReceiveMessageWaitTimeSeconds: z._default(z.number(), 0),
  VisibilityTimeout: z._default(z.number(), 30),
  RedrivePolicy: z.optional(z.object({ deadLetterTargetArn: z.string(), maxReceiveCount: z.number() })),
});

export interface NewMessage {
  body: string;
  attributes?: MessageAttributes | undefined;
  messageGroupId?: string | undefined;
  delaySeconds?: number | undefined;
}

export type ReceivedMessage = ReturnType<typeof asReceived>;

/**
 * Characters that SQS refuses.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html
 */
const refusedCharacters = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;
const maxPerReceive = 10;

/** Bytes counted against the limits of a message. */
export function messageBytes({ body, attributes = {} }: NewMessage): number {
  const ofAttributes = Object.entries(attributes).map(
    ([name, { DataType, StringValue = '', BinaryValue = '' }]) =>
      Buffer.byteLength(name + DataType + StringValue) + Buffer.byteLength(BinaryValue, 'base64'),
  );
  return ofAttributes.reduce((sum, bytes) => sum + bytes, Buffer.byteLength(body));
}

/** The handle of a message's last receive; earlier handles are not valid any more. */
const handleOf = ({ id, receiveCount }: Message): string => `${id}:${receiveCount}`;

/** Returns a message in the form of SQS's API. */
function asReceived(message: Message) {
  const { id, body, attributes, messageGroupId } = message;
  const systemAttributes: Record<string, string> = {
    SenderId: 'AIDALOCAL',
    SentTimestamp: String(message.sentAtMs),
    ApproximateReceiveCount: String(message.receiveCount),
    ApproximateFirstReceiveTimestamp: String(message.firstReceivedAtMs),
    ...(messageGroupId !== null && { MessageGroupId: messageGroupId }),
  };
  return {
    MessageId: id,
    ReceiptHandle: handleOf(message),
    Body: body,
    MD5OfBody: hash('md5', body),
    Attributes: systemAttributes,
    ...(Object.keys(attributes).length > 0 && { MessageAttributes: attributes }),
  };
}

export type QueueDepth = ReturnType<LocalQueue['depth']>;

export class LocalQueue {
  readonly arn: string;
  readonly url: string;
  readonly properties: z.infer<typeof queueProperties>;
  /** Queue for messages that were received too often. */
  deadLetters: LocalQueue | undefined;
  readonly #store: MessageStore;
  readonly #fair = createFairQueue();
  #visible: Message[] = [];
  /** Delayed messages, and messages in flight, which were received; by id. */
  readonly #hidden = new Map<string, Message>();
  readonly #waiters = new Set<(value?: unknown) => void>();
  #isStopped = false;

  /** Throws for properties that do not run locally. */
  constructor(resource: Resource, store: MessageStore) {
    this.arn = resource.arn;
    this.url = resource.physicalId;
    this.properties = propertiesOf(resource, queueProperties);
    this.#store = store;
  }

  /** Returns the id of the message. Throws AwsError for messages that SQS refuses. */
  send(given: NewMessage): string {
    const { DelaySeconds, MaximumMessageSize } = this.properties;
    const { body, attributes = {}, messageGroupId = null, delaySeconds = DelaySeconds } = given;
    if (body === '')
      throw new AwsError('MissingParameter', 'The request must contain the parameter MessageBody.');
    if (refusedCharacters.test(body)) {
      const allowed = '#x9 | #xA | #xD | #x20 to #xD7FF | #xE000 to #xFFFD | #x10000 to #x10FFFF';
      const message = `Invalid characters found. Valid unicode characters are ${allowed}.`;
      throw new AwsError('InvalidMessageContents', message);
    }
    if (messageBytes(given) > MaximumMessageSize) {
      const reason = `Message must be shorter than ${MaximumMessageSize} bytes.`;
      const message = `One or more parameters are invalid. Reason: ${reason}`;
      throw new AwsError('InvalidParameterValue', message);
    }
    const [id, sentAtMs] = [randomUUID(), Date.now()];
    const visibleAtMs = sentAtMs + delaySeconds * 1_000;
    const content = { body, attributes, messageGroupId };
    this.#put({ id, ...content, sentAtMs, receiveCount: 0, firstReceivedAtMs: null, visibleAtMs });
    return id;
  }

  /** Like `send`, but returns the reason of a refusal; undefined when the message was accepted. */
  trySend(given: NewMessage): AwsError | undefined {
    try {
      this.send(given);
      return undefined;
    } catch (error) {
      if (error instanceof AwsError) return error;
      throw error;
    }
  }

  #put(message: Omit<Message, 'queue'>): void {
    const own = { ...message, queue: this.arn };
    this.#store.put(own);
    this.add(own);
  }

  /** Adds a stored message. A received one becomes visible again, because its receiver ended with an earlier run. */
  add(message: Message): void {
    const isDelayed = message.receiveCount === 0 && message.visibleAtMs > Date.now();
    if (isDelayed) this.#hidden.set(message.id, message);
    else this.#visible.push(message);
    this.#wake();
  }

  /** Receives up to ten messages, waiting for a first one. Empty when the time is over or the queue stops. */
  async receive({
    count,
    signal,
    ...options
  }: {
    count: number;
    waitSeconds?: number | undefined;
    visibilitySeconds?: number | undefined;
    /** Aborts the wait. */
    signal?: AbortSignal | undefined;
  }): Promise<ReceivedMessage[]> {
    const { VisibilityTimeout, ReceiveMessageWaitTimeSeconds } = this.properties;
    const { waitSeconds = ReceiveMessageWaitTimeSeconds, visibilitySeconds = VisibilityTimeout } = options;
    const deadlineMs = Date.now() + waitSeconds * 1_000;
    for (;;) {
      const received = this.#receiveNow(Math.min(count, maxPerReceive), visibilitySeconds);
      const isOver = this.#isStopped || signal?.aborted || Date.now() >= deadlineMs;
      if (received.length > 0 || isOver) return received;
      await this.#change(deadlineMs, signal);
    }
  }

  #receiveNow(count: number, visibilitySeconds: number): ReceivedMessage[] {
    const nowMs = Date.now();
    const { MessageRetentionPeriod, RedrivePolicy } = this.properties;
    this.#returnDue(nowMs);
    if (this.#visible.length === 0) return [];
    this.#fair.update(this.#inFlight(), nowMs);
    if (this.#visible.length > count) this.#visible = this.#fair.order(this.#visible, count);
    const received: ReceivedMessage[] = [];
    const maxReceiveCount = RedrivePolicy?.maxReceiveCount ?? Number.POSITIVE_INFINITY;
    while (received.length < count) {
      const message = this.#visible.shift();
      if (message === undefined) break;
      if (message.sentAtMs + MessageRetentionPeriod * 1_000 < nowMs) this.#store.remove(message.id);
      else if (this.deadLetters !== undefined && message.receiveCount >= maxReceiveCount)
        this.deadLetters.#put({ ...message, receiveCount: 0, firstReceivedAtMs: null, visibleAtMs: 0 });
      else received.push(this.#lease(message, nowMs, visibilitySeconds));
    }
    return received;
  }

  #lease(message: Message, nowMs: number, visibilitySeconds: number): ReceivedMessage {
    message.receiveCount += 1;
    message.firstReceivedAtMs ??= nowMs;
    message.visibleAtMs = nowMs + visibilitySeconds * 1_000;
    this.#store.received(message);
    this.#hidden.set(message.id, message);
    return asReceived(message);
  }

  /** Deletes the message received with the handle; an unknown handle is not an error. */
  delete(handle: string): void {
    const [id = ''] = handle.split(':');
    const message = this.#hidden.get(id) ?? this.#visible.find((one) => one.id === id);
    if (message === undefined || handleOf(message) !== handle) return;
    if (!this.#hidden.delete(id)) this.#visible.splice(this.#visible.indexOf(message), 1);
    this.#store.remove(id);
  }

  /** Hides a received message for this time from now. Throws AwsError when it is not in flight. */
  changeVisibility(handle: string, seconds: number): void {
    const message = this.#inFlight().find((one) => handleOf(one) === handle);
    if (message === undefined)
      throw new AwsError('MessageNotInflight', 'The specified message is not in flight.');
    message.visibleAtMs = Date.now() + seconds * 1_000;
    this.#wake();
  }

  /** Makes received messages visible, except those with these handles. Returns their number. */
  release(except: ReadonlySet<string> = new Set()): number {
    const messages = this.#inFlight().filter((message) => !except.has(handleOf(message)));
    for (const message of messages) message.visibleAtMs = 0;
    this.#wake();
    return messages.length;
  }

  /** Returns the numbers of messages that are visible, in flight and delayed. */
  depth() {
    this.#returnDue(Date.now());
    const inFlight = this.#inFlight().length;
    return { visible: this.#visible.length, inFlight, delayed: this.#hidden.size - inFlight };
  }

  /** Removes every message. */
  purge(): void {
    for (const { id } of [...this.#visible, ...this.#hidden.values()]) this.#store.remove(id);
    this.#visible = [];
    this.#hidden.clear();
  }

  /** Moves the visible messages to another queue as new messages. Returns their number. */
  async moveTo(queue: LocalQueue, max = Number.POSITIVE_INFINITY): Promise<number> {
    for (let moved = 0; ; ) {
      const received = await this.receive({ count: Math.min(maxPerReceive, max - moved), waitSeconds: 0 });
      if (received.length === 0) return moved;
      for (const { Body: body, MessageAttributes, Attributes, ReceiptHandle } of received) {
        queue.send({ body, attributes: MessageAttributes, messageGroupId: Attributes.MessageGroupId });
        this.delete(ReceiptHandle);
        moved += 1;
      }
      if (moved === max) return moved;
    }
  }

  #inFlight(): Message[] {
    return [...this.#hidden.values()].filter(({ receiveCount }) => receiveCount > 0);
  }

  #returnDue(nowMs: number): void {
    for (const [id, message] of this.#hidden) {
      if (message.visibleAtMs > nowMs) continue;
      this.#hidden.delete(id);
      this.#visible.push(message);
    }
  }

  #wake(): void {
    for (const wake of this.#waiters) wake();
  }

  /** Resolves when a message may be available, at the latest at the deadline. */
  async #change(deadlineMs: number, signal: AbortSignal | undefined): Promise<void> {
    let untilMs = deadlineMs;
    for (const { visibleAtMs } of this.#hidden.values()) untilMs = Math.min(untilMs, visibleAtMs);
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const timer = setTimeout(resolve, Math.max(untilMs - Date.now(), 1));
    this.#waiters.add(resolve);
    signal?.addEventListener('abort', resolve);
    await promise;
    clearTimeout(timer);
    this.#waiters.delete(resolve);
    signal?.removeEventListener('abort', resolve);
  }

  /** Ends every waiting receive. */
  stop(): void {
    this.#isStopped = true;
    this.#wake();
  }
}
