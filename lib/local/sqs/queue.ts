/** One standard SQS queue: its messages and its waiting receivers. */
import { createHash, randomUUID } from 'node:crypto';
import { AwsError } from '../gateway/aws-service.ts';
import { FairQueue } from './fair-queue.ts';

export interface MessageAttribute {
  DataType: string;
  StringValue?: string;
  BinaryValue?: string;
}

export interface NewMessage {
  body: string;
  attributes?: Readonly<Record<string, MessageAttribute>> | undefined;
  messageGroupId?: string | undefined;
  delaySeconds?: number | undefined;
}

/** A stored message of the queue. */
export interface Message {
  id: string;
  body: string;
  attributes: Readonly<Record<string, MessageAttribute>>;
  messageGroupId: string | undefined;
  sentAtMs: number;
  receiveCount: number;
  firstReceivedAtMs: number | undefined;
  /** Hidden until this time. */
  visibleAtMs: number;
}

/** A message in the form of SQS's API. */
export interface ReceivedMessage {
  MessageId: string;
  ReceiptHandle: string;
  Body: string;
  MD5OfBody: string;
  Attributes: Record<string, string>;
  MessageAttributes?: Readonly<Record<string, MessageAttribute>>;
}

export interface QueueSetting {
  name: string;
  url: string;
  arn: string;
  delaySeconds: number;
  maxMessageBytes: number;
  retentionSeconds: number;
  visibilitySeconds: number;
  waitSeconds: number;
  maxReceiveCount: number;
}

/** Stores messages across restarts. */
export interface MessageStore {
  put(queueArn: string, message: Message): void;
  /** Records that a message was received again. */
  received(message: Message): void;
  remove(id: string): void;
}

export interface QueueDepth {
  visible: number;
  inFlight: number;
  delayed: number;
}

/**
 * Characters that SQS refuses.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html
 */
const refusedCharacters = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;
const maxPerReceive = 10;

export const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** Bytes counted against the limits of a message. */
export function messageBytes({ body, attributes = {} }: NewMessage): number {
  const ofAttributes = Object.entries(attributes).map(
    ([name, { DataType, StringValue = '', BinaryValue = '' }]) =>
      Buffer.byteLength(name + DataType + StringValue) + Buffer.byteLength(BinaryValue, 'base64'),
  );
  return ofAttributes.reduce((sum, bytes) => sum + bytes, Buffer.byteLength(body));
}

export class LocalQueue {
  readonly setting: QueueSetting;
  #store: MessageStore;
  /** Queue for messages that were received too often. */
  #deadLetters: () => LocalQueue | undefined;
  #fair = new FairQueue();
  #visible: Message[] = [];
  #delayed = new Set<Message>();
  /** By receipt handle. */
  #inFlight = new Map<string, { message: Message }>();
  /** The handle of the last receive, kept after a message is visible again. */
  #handles = new WeakMap<Message, string>();
  #waiters = new Set<() => void>();
  #stopping = new AbortController();

  constructor(setting: QueueSetting, store: MessageStore, deadLetters: () => LocalQueue | undefined) {
    this.setting = setting;
    this.#store = store;
    this.#deadLetters = deadLetters;
  }

  /** Adds a message of an earlier run. A received one becomes visible again, because its receiver has ended. */
  restore(message: Message): void {
    if (message.receiveCount === 0 && message.visibleAtMs > Date.now()) this.#delayed.add(message);
    else this.#visible.push(message);
  }

  /** Returns the id of the message. Throws AwsError for messages that SQS refuses. */
  send(given: NewMessage): string {
    const { body, attributes = {}, messageGroupId, delaySeconds = this.setting.delaySeconds } = given;
    if (body === '')
      throw new AwsError('MissingParameter', 'The request must contain the parameter MessageBody.');
    if (refusedCharacters.test(body)) {
      const allowed = '#x9 | #xA | #xD | #x20 to #xD7FF | #xE000 to #xFFFD | #x10000 to #x10FFFF';
      const message = `Invalid characters found. Valid unicode characters are ${allowed}.`;
      throw new AwsError('InvalidMessageContents', message);
    }
    if (messageBytes(given) > this.setting.maxMessageBytes) {
      const reason = `Message must be shorter than ${this.setting.maxMessageBytes} bytes.`;
      const message = `One or more parameters are invalid. Reason: ${reason}`;
      throw new AwsError('InvalidParameterValue', message);
    }
    const sentAtMs = Date.now();
    const message: Message = {
      ...{ id: randomUUID(), body, attributes, messageGroupId, sentAtMs },
      receiveCount: 0,
      firstReceivedAtMs: undefined,
      visibleAtMs: sentAtMs + delaySeconds * 1_000,
    };
    this.#take(message);
    return message.id;
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

  #take(message: Message): void {
    this.#store.put(this.setting.arn, message);
    if (message.visibleAtMs > Date.now()) this.#delayed.add(message);
    else this.#visible.push(message);
    this.#wake();
  }

  /** Receives up to ten messages, waiting for a first one. Empty when the time is over or the queue stops. */
  async receive(options: {
    count: number;
    waitSeconds?: number | undefined;
    visibilitySeconds?: number | undefined;
    /** Aborts the wait. */
    signal?: AbortSignal | undefined;
  }): Promise<ReceivedMessage[]> {
    const { waitSeconds = this.setting.waitSeconds } = options;
    const { visibilitySeconds = this.setting.visibilitySeconds } = options;
    const deadlineMs = Date.now() + waitSeconds * 1_000;
    for (;;) {
      const received = this.#receiveNow(Math.min(options.count, maxPerReceive), visibilitySeconds);
      const isOver = this.#stopping.signal.aborted || options.signal?.aborted || Date.now() >= deadlineMs;
      if (received.length > 0 || isOver) return received;
      await this.#change(deadlineMs, options.signal);
    }
  }

  #receiveNow(count: number, visibilitySeconds: number): ReceivedMessage[] {
    const nowMs = Date.now();
    this.#returnDue(nowMs);
    if (this.#visible.length === 0) return [];
    this.#fair.update(this.#inFlight.values(), nowMs);
    if (this.#visible.length > count) this.#visible = this.#fair.order(this.#visible, count);
    const received: ReceivedMessage[] = [];
    while (received.length < count) {
      const message = this.#visible.shift();
      if (message === undefined) break;
      if (message.sentAtMs + this.setting.retentionSeconds * 1_000 < nowMs) this.#store.remove(message.id);
      else if (message.receiveCount >= this.setting.maxReceiveCount) this.#moveToDeadLetters(message);
      else received.push(this.#lease(message, nowMs, visibilitySeconds));
    }
    return received;
  }

  #moveToDeadLetters(message: Message): void {
    const receivedBefore = { receiveCount: 0, firstReceivedAtMs: undefined, visibleAtMs: 0 };
    const deadLetters = this.#deadLetters();
    if (deadLetters !== undefined) deadLetters.#take({ ...message, ...receivedBefore });
  }

  #lease(message: Message, nowMs: number, visibilitySeconds: number): ReceivedMessage {
    message.receiveCount += 1;
    message.firstReceivedAtMs ??= nowMs;
    message.visibleAtMs = nowMs + visibilitySeconds * 1_000;
    this.#store.received(message);
    const handle = randomUUID();
    this.#inFlight.set(handle, { message });
    this.#handles.set(message, handle);
    const { id, body, attributes, messageGroupId } = message;
    return {
      MessageId: id,
      ReceiptHandle: handle,
      Body: body,
      MD5OfBody: md5(body),
      Attributes: {
        SenderId: 'AIDALOCAL',
        SentTimestamp: String(message.sentAtMs),
        ApproximateReceiveCount: String(message.receiveCount),
        ApproximateFirstReceiveTimestamp: String(message.firstReceivedAtMs),
        ...(messageGroupId !== undefined && { MessageGroupId: messageGroupId }),
      },
      ...(Object.keys(attributes).length > 0 && { MessageAttributes: attributes }),
    };
  }

  /** Deletes the message received with the handle; an unknown handle is not an error. */
  delete(handle: string): void {
    const leased = this.#inFlight.get(handle)?.message;
    const message = leased ?? this.#visible.find((one) => this.#handles.get(one) === handle);
    if (message === undefined) return;
    this.#inFlight.delete(handle);
    if (leased === undefined) this.#visible.splice(this.#visible.indexOf(message), 1);
    this.#store.remove(message.id);
  }

  /** Hides a received message for this time from now. Throws AwsError when it is not in flight. */
  changeVisibility(handle: string, seconds: number): void {
    const message = this.#inFlight.get(handle)?.message;
    if (message === undefined)
      throw new AwsError('MessageNotInflight', 'The specified message is not in flight.');
    message.visibleAtMs = Date.now() + seconds * 1_000;
    this.#wake();
  }

  /** Makes received messages visible, except those with these handles. Returns their number. */
  release(except: ReadonlySet<string> = new Set()): number {
    const handles = [...this.#inFlight.keys()].filter((handle) => !except.has(handle));
    for (const handle of handles) this.changeVisibility(handle, 0);
    return handles.length;
  }

  depth(): QueueDepth {
    this.#returnDue(Date.now());
    return { visible: this.#visible.length, inFlight: this.#inFlight.size, delayed: this.#delayed.size };
  }

  /** Removes every message. */
  purge(): void {
    const leased = [...this.#inFlight.values()].map(({ message }) => message);
    for (const { id } of [...this.#visible, ...this.#delayed, ...leased]) this.#store.remove(id);
    this.#visible = [];
    this.#delayed.clear();
    this.#inFlight.clear();
  }

  #returnDue(nowMs: number): void {
    for (const message of this.#delayed) {
      if (message.visibleAtMs > nowMs) continue;
      this.#delayed.delete(message);
      this.#visible.push(message);
    }
    for (const [handle, { message }] of this.#inFlight) {
      if (message.visibleAtMs > nowMs) continue;
      this.#inFlight.delete(handle);
      this.#visible.push(message);
    }
  }

  #wake(): void {
    for (const wake of [...this.#waiters]) wake();
  }

  /** Resolves when a message may be available, at the latest at the deadline. */
  #change(deadlineMs: number, signal: AbortSignal | undefined): Promise<void> {
    const hidden = [...this.#delayed, ...[...this.#inFlight.values()].map(({ message }) => message)];
    const untilMs = hidden.reduce((least, { visibleAtMs }) => Math.min(least, visibleAtMs), deadlineMs);
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#waiters.delete(wake);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, Math.max(untilMs - Date.now(), 1));
      this.#waiters.add(wake);
      signal?.addEventListener('abort', wake);
    });
  }

  /** Ends every waiting receive. */
  stop(): void {
    this.#stopping.abort();
    this.#wake();
  }
}
