/**
 * The feed of a tenant: the numbered events for its browsers. The head contains the last position, and until
 * when frames are needed: without connections, an event costs one read and no write.
 */

import type { TenantScope } from '../../../kernel/base/principal.ts';
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

/** Clocks of functions differ, so frames are written slightly longer than they are needed. */
const listenReserveMs = 60_000;
/**
 * Each attempt fails because another worker has appended frames, or drops an event that is already in the
 * feed.
 */
const maxTries = 50;

interface StoredHead {
  position: number;
  listenedUntilMs: number;
}

const untilMs = (nowMs: number): number => nowMs + streamLimits.retentionSeconds * 1_000;

/** Extends the time until which frames are needed. Throws ConditionFailedError if they were not needed for some time. */
function extendFeed(scope: TenantScope, nowMs: number): Promise<Item> {
  return updateItem({
    Key: feedHeadKey(scope),
    UpdateExpression: 'SET listenedUntilMs = :until',
    ConditionExpression: 'listenedUntilMs >= :now',
    ExpressionAttributeValues: { ':until': untilMs(nowMs), ':now': nowMs },
  });
}

/**
 * Continues a feed after a pause at a position that no frame has: every client with an earlier one has missed events,
 * not only the first that returns. Throws ConditionFailedError if another connection has continued it.
 */
function resumeFeed(scope: TenantScope, nowMs: number): Promise<Item> {
  return updateItem({
    Key: feedHeadKey(scope),
    UpdateExpression:
      'SET listenedUntilMs = :until, #position = if_not_exists(#position, :before) + :one,' +
      ' resumedAt = if_not_exists(#position, :before) + :one, entity = :entity, v = :v',
    ConditionExpression: 'attribute_not_exists(listenedUntilMs) OR listenedUntilMs < :now',
    ExpressionAttributeNames: { '#position': 'position' },
    ExpressionAttributeValues: {
      ...{ ':until': untilMs(nowMs), ':now': nowMs, ':before': nowMs - 1, ':one': 1 },
      ...{ ':entity': headEntity, ':v': 1 },
    },
  });
}

/**
 * Enables the feed of the tenant. One request, or two after a pause. The first position of a new feed is the time, so
 * that positions differ between tenants and those of a lost head are not reused.
 */
export async function openFeed(scope: TenantScope, nowMs: number): Promise<FeedHead> {
  for (;;) {
    for (const open of [extendFeed, resumeFeed]) {
      try {
        const { position, resumedAt = 0 } = await open(scope, nowMs);
        return { position: Number(position), resumedAt: Number(resumedAt) };
      } catch (error) {
        if (!(error instanceof ConditionFailedError)) throw error;
      }
    }
  }
}

/** Whether a frame exists and has not expired. Strongly consistent, so that every assigned position is found. */
export async function isFrameKept(scope: TenantScope, position: number, nowMs: number): Promise<boolean> {
  const item = await getItem(feedKey(scope, position));
  // DynamoDB removes expired items only some time later.
  return item !== undefined && Number(item.ttl) * 1_000 > nowMs;
}

/** The frames after a position, in order, as many as one read returns. Eventually consistent. */
export async function readFeed(scope: TenantScope, after: number): Promise<StoredFrame[]> {
  const items = await queryAll({
    pk: feedPartition(scope),
    after: feedKey(scope, after).sk,
    limit: streamLimits.framesPerRead,
    consistent: false,
  });
  return items.map((item) => fromItem<StoredFrame>(item, frameEntity));
}

/** Another worker has appended frames to the feed since the head was read. */
class FeedMovedError extends ConditionFailedError {}

/** The event is already in the feed: its message was delivered twice. */
class RepeatedEventError extends ConditionFailedError {
  readonly frame: Frame;
  constructor(frame: Frame, item: Item | undefined) {
    super(item, undefined);
    this.frame = frame;
  }
}

function toHead(item: Item | undefined): StoredHead | undefined {
  return item && fromItem<StoredHead>(item, headEntity);
}

/** Ids of events are only unique within their organization. */
const nameOf = ({ eventType, eventId, organizationId }: Frame): string =>
  [eventType, eventId, ...(organizationId === null ? [] : [organizationId])].join(' ');

/** The head and the frames are one transaction, so that each position has exactly one frame. */
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
        ...onceWrite(feedEventKey(scope, nameOf(frame)), 'feed_event', {
          forSeconds: streamLimits.rememberEventSeconds,
          nowMs,
        }),
        otherwise: (item) => new RepeatedEventError(frame, item),
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
 * Appends frames to a tenant's feed, each event once, and returns their number. Appends none if no connection
 * is open. Throws RetryableError after too many conflicts with other workers.
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
        left = left.filter((frame) => nameOf(frame) !== nameOf(error.frame));
      else throw error;
    }
  }
  throw new RetryableError('Other workers changed the feed at every attempt.');
}
