/** Listens to the event stream over HTTP as a browser would, but for coming back by itself. */
import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { insertEvent } from '../../shared/events/outbox-store.ts';
import type { TestCaller } from './builders.ts';

export const streamPath = '/api/events/stream';

/** The JSON in the `data:` of a frame. */
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

/** The blocks of a stream's text that have ended. */
const blocksOf = (text: string): string[] => text.split('\n\n').slice(0, -1);
const fieldOf = (block: string, name: string): string | undefined =>
  new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];

/** Connects, with the caller's key unless other headers say who listens. Resolves once the answer has begun. */
export async function listen(caller: Pick<TestCaller, 'key'> | undefined, options: StreamOptions = {}) {
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
  let text = '';
  let isOver = false;
  let heard = Promise.withResolvers<void>();
  const decoder = new TextDecoder();
  const end = (async () => {
    try {
      for await (const chunk of response.body ?? []) {
        text += decoder.decode(chunk, { stream: true });
        heard.resolve();
        heard = Promise.withResolvers<void>();
      }
    } catch (error) {
      if (!abort.signal.aborted) throw error;
    } finally {
      isOver = true;
      heard.resolve();
    }
  })();

  function frames(): HeardFrame[] {
    return blocksOf(text).flatMap((block) => {
      const [id, data] = [fieldOf(block, 'id'), fieldOf(block, 'data')];
      return id === undefined || data === undefined ? [] : [{ id, data: JSON.parse(data) as FrameData }];
    });
  }

  /** Resolves when the answer's text is as wanted. Throws when the stream ends before. */
  async function until(isWanted: () => boolean): Promise<void> {
    while (!isWanted()) {
      if (isOver) throw new Error(`The stream ended before what was waited for. It said:\n${text}`);
      await heard.promise;
    }
  }

  return {
    status: response.status,
    headers: response.headers,
    text: () => text,
    frames,
    eventIds: () => frames().map(({ data }) => data.eventId),
    until,
    /** Resolves with the frame of an event. */
    async hears(eventId: string): Promise<HeardFrame> {
      await until(() => frames().some(({ data }) => data.eventId === eventId));
      return frames().find(({ data }) => data.eventId === eventId) as HeardFrame;
    },
    /** What a browser would send as `Last-Event-ID`. */
    lastEventId: () =>
      blocksOf(text)
        .map((block) => fieldOf(block, 'id'))
        .findLast((id) => id !== undefined),
    /** Resolves when the server has ended the answer. */
    end,
    async leave(): Promise<void> {
      abort.abort();
      await end;
    },
    [Symbol.asyncDispose]: async () => {
      abort.abort();
      await end.catch(() => undefined);
    },
  };
}

export type Listening = Awaited<ReturnType<typeof listen>>;

/** Lets an event happen that browsers are told of. Answers its id. */
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
