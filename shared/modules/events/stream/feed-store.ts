/**
 * The feed of a tenant: the events for its browsers, numbered. The head says how far it is, and until when frames are
 * wanted: without connections, events cost one read and no write.
 */

import type { TenantScope } from '../../../kernel/auth/principal.ts';
import { RetryableError } from '../../../kernel/queues/errors.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import { onceWrite } from '../../../kernel/table/once.ts';
import { getItem, type Item, queryAll } from '../../../kernel/table/read.ts';
import { transact, updateItem, type Write } from '../../../kernel/table/write.ts';
import { feedEventKey, feedHeadKey, feedKey, feedPartition } from '../keys.ts';
import type { FeedHead } from './cursor.ts';
import type { Frame, StoredFrame } from './frame.ts';
import { streamLimits } from './limits.ts';

const frameEntity = 'feed_frame';
const headEntity = 'feed_head';

/** Clocks of functions differ: frames are written for a little longer than anybody may rely on. */
const listenReserveMs = 60_000;
/** Each of them lets another worker's frames in first, or drops an event that is in the feed already. */
const maxTries = 50;

interface StoredHead {
  position: number;
  listenedUntilMs: number;
}

/**
 * Has the tenant's events put into its feed from now on. One request. A new feed begins at the time, so that the
 * positions of tenants differ and those of a lost head do not come back.
 */
export async function openFeed(scope: TenantScope, nowMs: number): Promise<FeedHead> {
  const item = await updateItem({
    Key: feedHeadKey(scope),
    UpdateExpression:
      'SET listenedBeforeMs = if_not_exists(listenedUntilMs, :never), listenedUntilMs = :until,' +
      ' #position = if_not_exists(#position, :start), entity = :entity, v = :v',
    ExpressionAttributeNames: { '#position': 'position' },
    ExpressionAttributeValues: {
      ':never': 0,
      ':until': nowMs + streamLimits.retentionSeconds * 1_000,
      ':start': nowMs,
      ':entity': headEntity,
      ':v': 1,
    },
  });
  return { position: Number(item.position), hasPaused: Number(item.listenedBeforeMs) < nowMs };
}

/** Whether a frame is there and not about to be removed. Strongly consistent: what the head counts is found. */
export async function isFrameKept(scope: TenantScope, position: number, nowMs: number): Promise<boolean> {
  const item = await getItem(feedKey(scope, position));
  // DynamoDB removes what has expired when it likes.
  return item !== undefined && Number(item.ttl) * 1_000 > nowMs;
}

/** The frames after a position, in order, as far as one read goes. Eventually consistent. */
export async function readFeed(scope: TenantScope, after: number): Promise<StoredFrame[]> {
  const items = await queryAll({
    pk: feedPartition(scope),
    after: feedKey(scope, after).sk,
    limit: streamLimits.framesPerRead,
    consistent: false,
  });
  return items.map((item) => fromItem<StoredFrame>(item, frameEntity));
}

/** Another worker has put frames into the feed since the head was read. */
class FeedMovedError extends ConditionFailedError {}

/** The event is in the feed: its message came twice. */
class RepeatedEventError extends ConditionFailedError {
  readonly eventId: string;
  constructor(eventId: string, item: Item | undefined) {
    super(item, undefined);
    this.eventId = eventId;
  }
}

function toHead(item: Item | undefined): StoredHead | undefined {
  return item && fromItem<StoredHead>(item, headEntity);
}

/** The head and the frames in one transaction: no position is ever without its frame, and none is taken twice. */
function appendWrites(
  scope: TenantScope,
  position: number,
  frames: readonly Frame[],
  nowMs: number,
): Write[] {
  const nowSeconds = Math.ceil(nowMs / 1_000);
  const stored = frames.map((frame, index): StoredFrame => {
    return { ...frame, position: position + 1 + index, writtenAtMs: nowMs };
  });
  return [
    {
      set: feedHeadKey(scope),
      values: { position: position + frames.length },
      when: {
        expression: '#position = :expectedPosition',
        names: { '#position': 'position' },
        values: { ':expectedPosition': position },
      },
      otherwise: (item) => new FeedMovedError(item, undefined),
    },
    ...stored.flatMap((frame): Write[] => [
      {
        ...onceWrite(feedEventKey(scope, `${frame.eventType} ${frame.eventId}`), 'feed_event', {
          forSeconds: streamLimits.rememberEventSeconds,
          nowMs,
        }),
        otherwise: (item) => new RepeatedEventError(frame.eventId, item),
      },
      {
        put: {
          ...toItem(feedKey(scope, frame.position), frameEntity, frame),
          ttl: nowSeconds + streamLimits.retentionSeconds,
        },
      },
    ]),
  ];
}

/**
 * Puts frames of a tenant into its feed, each event once however often it comes; returns how many. Where no one
 * listens it is none. Throws RetryableError when other workers were always faster.
 */
export async function appendToFeed(
  scope: TenantScope,
  frames: readonly Frame[],
  clock: () => number = Date.now,
): Promise<number> {
  let head = toHead(await getItem(feedHeadKey(scope)));
  let left = [...frames];
  for (let tries = 0; tries < maxTries; tries += 1) {
    const nowMs = clock();
    if (head === undefined || head.listenedUntilMs + listenReserveMs < nowMs || left.length === 0) return 0;
    try {
      await transact(appendWrites(scope, head.position, left, nowMs));
      return left.length;
    } catch (error) {
      if (error instanceof FeedMovedError) head = toHead(error.item);
      else if (error instanceof RepeatedEventError)
        left = left.filter(({ eventId }) => eventId !== error.eventId);
      else throw error;
    }
  }
  throw new RetryableError('Other workers were always faster.');
}
