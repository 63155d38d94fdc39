/**
 * The worker of the queue `event-erasure`: erases the data of log entries about deleted persons and records. Only ids stay.
 * A pass reads the whole log of a tenant, so deletions of some minutes share one: after a pass, the next waits.
 */
import { randomUUID } from 'node:crypto';
import { chunksOf } from '../../../kernel/base/parallel.ts';
import type { BatchHandler } from '../../../kernel/queues/batch-worker.ts';
import type { Message } from '../../../kernel/queues/message.ts';
import { maxDelaySeconds, sendMessages } from '../../../kernel/queues/send.ts';
import { type ErasedEntity, erasedBy } from './erasure.ts';
import { claimErasurePass, eraseEntries } from './erasure-store.ts';

const erasureType = 'events.log.erasure';
/** Events that were published before a deletion are in the log by then. */
const settledMs = 5 * 60_000;
/** Deletions of a message, which must not be longer than the queue allows. */
const maxEntities = 400;

/** The data of a message that continues or repeats an erasure. */
interface ErasureData {
  entities: readonly ErasedEntity[];
  /** The sort key after which a pass continues; absent for a new pass. */
  after?: string;
}

interface Request extends ErasureData {
  tenantId: string;
}

type Data = Record<string, unknown>;

function requestOf(message: Message<Data>): Request[] {
  const { tenantId, type, data } = message;
  if (tenantId === null) return [];
  if (type === erasureType) return [{ tenantId, ...(data as unknown as ErasureData) }];
  const entity = erasedBy(message);
  return entity === undefined ? [] : [{ tenantId, entities: [entity] }];
}

async function send({ tenantId, entities, after }: Request, delaySeconds: number): Promise<void> {
  const messages = chunksOf(entities, maxEntities).map((part) => {
    const id = randomUUID();
    const data: ErasureData = { entities: part, ...(after !== undefined && { after }) };
    const message = { v: 1 as const, id, type: erasureType, tenantId, organizationId: null };
    return { message: { ...message, idempotencyKey: `${tenantId}:${id}`, data }, delaySeconds };
  });
  await sendMessages('event-erasure', messages);
}

/** Erases some pages, and sends the message for what is left. */
async function work(request: Request, nowMs: number): Promise<void> {
  const { tenantId, entities, after } = request;
  if (after === undefined) {
    const waitSeconds = await claimErasurePass({ tenantId }, nowMs);
    if (waitSeconds > 0) return send(request, Math.min(waitSeconds, maxDelaySeconds));
  }
  const next = await eraseEntries({ tenantId }, entities, after);
  if (next !== undefined) return send({ ...request, after: next }, 0);
  const unsettled = entities.filter(({ atMs }) => atMs > nowMs - settledMs);
  if (unsettled.length > 0) await send({ tenantId, entities: unsettled }, maxDelaySeconds);
}

/** Handles deletions, and the messages that continue their erasure. The deletions of a tenant share a pass. */
export const eraseInLog: BatchHandler<Data> = async (batch) => {
  const requests = batch.flatMap(({ message }) => requestOf(message));
  const isContinued = ({ after }: Request) => after !== undefined;
  const begun = Map.groupBy(
    requests.filter((request) => !isContinued(request)),
    ({ tenantId }) => tenantId,
  );
  const shared = [...begun].map(([tenantId, ofTenant]) => ({
    tenantId,
    entities: ofTenant.flatMap(({ entities }) => entities),
  }));
  for (const request of [...requests.filter(isContinued), ...shared]) await work(request, Date.now());
};
