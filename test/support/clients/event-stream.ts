/** Reads the event stream over HTTP as a browser does. */
import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { insertEvent } from '../../../shared/kernel/events/outbox-store.ts';
import type { TestCaller } from '../builders/tenants.ts';

export const streamPath = '/api/events/stream';

/** The JSON in a frame's `data:`. */
export interface FrameData {
  id: string;
  payload: Record<string, unknown>;
  timestamp: number;
  organizationId: string;
  eventId: string;
  version: number;
}

export interface HeardFrame {
  /** The `id:` of the frame. */
  id: string;
  data: FrameData;
}

export interface StreamOptions {
  headers?: Record<string, string>;
  /** Without the question mark. */
  query?: string;
  lastEventId?: string;
}

/** Lines end with a line feed only: other line separators of Unicode are part of the data. */
const fieldOf = (block: string, name: string): string | undefined =>
  block
    .split('\n')
    .find((line) => line.startsWith(`${name}: `))
    ?.slice(name.length + 2);

/** One request. */
async function connect(caller: Pick<TestCaller, 'key'> | undefined, options: StreamOptions) {
  const { headers = {}, query = '', lastEventId } = options;
  const abort = new AbortController();
  const response = await fetch(`${inject('baseUrl')}${streamPath}?${query}`, {
    signal: abort.signal,
    headers: {
      ...(caller && { 'x-api-key': caller.key }),
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      ...headers,
    },
  });
  return { response, abort };
}

/**
 * Connects with the caller's key, unless other headers identify the caller. Resolves when the response has begun. When
 * it ends while a test waits, reconnects with `Last-Event-ID`, as browsers do.
 */
export async function listen(caller: Pick<TestCaller, 'key'> | undefined, options: StreamOptions = {}) {
  let connection = await connect(caller, options);
  const { status, headers } = connection.response;
  let text = '';
  let heard = Promise.withResolvers<void>();
  let hasLeft = false;

  const blocks = () => text.split('\n\n').slice(0, -1);
  const lastEventId = () =>
    blocks()
      .map((block) => fieldOf(block, 'id'))
      .findLast((id) => id !== undefined);

  async function readAll({ response }: typeof connection): Promise<void> {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of response.body ?? []) {
        text += decoder.decode(chunk, { stream: true });
        heard.resolve();
        heard = Promise.withResolvers<void>();
      }
    } catch (error) {
      if (!hasLeft) throw error;
    }
  }
  let end = readAll(connection);

  async function reconnect(): Promise<void> {
    connection = await connect(caller, { ...options, lastEventId: lastEventId() ?? '' });
    const { response } = connection;
    if (!response.ok)
      throw new Error(`The stream is refused with ${response.status}: ${await response.text()}`);
    end = readAll(connection);
  }

  function frames(): HeardFrame[] {
    return blocks().flatMap((block) => {
      const [id, data] = [fieldOf(block, 'id'), fieldOf(block, 'data')];
      return id === undefined || data === undefined ? [] : [{ id, data: JSON.parse(data) as FrameData }];
    });
  }

  /** Waits until the received text is as wanted. Throws after five minutes. */
  async function until(isWanted: () => boolean): Promise<void> {
    const deadlineMs = Date.now() + 300_000;
    while (!isWanted()) {
      if (Date.now() > deadlineMs) throw new Error(`Not what was waited for within five minutes:\n${text}`);
      const isOver = await Promise.race([heard.promise.then(() => false), end.then(() => true)]);
      if (isOver && !isWanted()) await reconnect();
    }
  }

  async function leave(): Promise<void> {
    hasLeft = true;
    connection.abort.abort();
    await end;
  }

  return {
    status,
    headers,
    text: () => text,
    frames,
    eventIds: () => frames().map(({ data }) => data.eventId),
    until,
    /** Resolves with the frame of an event. */
    async hears(eventId: string): Promise<HeardFrame> {
      await until(() => frames().some(({ data }) => data.eventId === eventId));
      return frames().find(({ data }) => data.eventId === eventId) as HeardFrame;
    },
    /** The `Last-Event-ID` that a browser would send. */
    lastEventId,
    /** Resolves when the server has ended the first response. */
    end,
    leave,
    [Symbol.asyncDispose]: leave,
  };
}

export type Listening = Awaited<ReturnType<typeof listen>>;

/** Publishes an event for browsers. Returns its id. */
export async function happen(
  { tenantId, organizationId }: { tenantId: string; organizationId: string | null },
  data: Record<string, unknown> = {},
  type = 'webhooks.delivery.succeeded',
): Promise<string> {
  const id = randomUUID();
  const event = {
    ...{ id, type, tenantId, organizationId, occurredAtMs: Date.now(), version: 1 },
    data: { id: `about-${id}`, tenantId, organizationId, ...data },
  };
  await insertEvent(event, { remembersId: false });
  return id;
}
