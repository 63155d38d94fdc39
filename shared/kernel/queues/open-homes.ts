/**
 * Whether the tenants and organizations of messages are open: workers skip those that were closed or deleted after a
 * message was sent. An open home is cached for some seconds, so that a busy queue reads rarely.
 */

import { LRUCache } from 'lru-cache';
import { type Home, openHomesOf } from '../auth/directory-reader.ts';
import { toJson } from '../base/json.ts';
import { forEachParallel } from '../base/parallel.ts';
import { log } from '../observability/log.ts';
import { loggedFields, type Message } from './message.ts';

const cacheSeconds = 10;
/** Concurrency when each home is read alone. */
const parallelHomes = 10;

/** When the homes that were last found open must be read again. */
const openUntilMs = new LRUCache<string, number>({ max: 2_000 });

const nameOf = ({ tenantId, organizationId }: Home): string => toJson([tenantId, organizationId]);

function remember(homes: Iterable<Home>, nowMs: number): void {
  for (const home of homes) openUntilMs.set(nameOf(home), nowMs + cacheSeconds * 1_000);
}

async function readClosed(homes: readonly Home[], nowMs: number): Promise<Home[]> {
  const open = await openHomesOf(homes);
  remember(open, nowMs);
  return homes.filter((home) => !open.has(home));
}

/**
 * The closed homes, in one request; when it fails, one by one. A home that cannot be read counts as open: its messages
 * then fail by themselves, and others are not delayed.
 */
async function closedAmong(homes: readonly Home[], nowMs: number): Promise<Home[]> {
  try {
    return await readClosed(homes, nowMs);
  } catch {
    const closed: Home[] = [];
    await forEachParallel(homes, parallelHomes, async (home) => {
      closed.push(...(await readClosed([home], nowMs).catch(() => [])));
    });
    return closed;
  }
}

/** The messages whose tenant and organization are open, or that belong to the platform. At most one request per 100 items. */
export async function messagesOfOpenHomes<One extends Pick<Message, 'tenantId' | 'organizationId'>>(
  messages: readonly One[],
  nowMs: number,
): Promise<Set<One>> {
  const homes = new Map(messages.map((message) => [nameOf(message), message]));
  const unknown = [...homes]
    .filter(([name]) => (openUntilMs.get(name) ?? 0) <= nowMs)
    .map(([, home]) => home);
  const closed = new Set((await closedAmong(unknown, nowMs)).map(nameOf));
  return new Set(messages.filter((message) => !closed.has(nameOf(message))));
}

/** The deliveries whose messages are of open homes; the others are logged, and are to be dropped. */
export async function dropClosed<One extends { message: Message<unknown>; delivery: { messageId: string } }>(
  deliveries: readonly One[],
): Promise<One[]> {
  const open = await messagesOfOpenHomes(
    deliveries.map(({ message }) => message),
    Date.now(),
  );
  return deliveries.filter(({ message, delivery: { messageId } }) => {
    if (open.has(message)) return true;
    const reason = 'its tenant or organization is closed';
    log('info', 'message dropped', { messageId, ...loggedFields(message), reason });
    return false;
  });
}
