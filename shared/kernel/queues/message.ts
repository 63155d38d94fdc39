/**
 * The message envelope of every queue: `{v, id, type, tenantId, organizationId, idempotencyKey, data}`, for the
 * platform's own workers and for teams that read the queues. Messages of the bus also have `occurredAt`, `version` and
 * sometimes `depth`, `hops` and `cause` (shared/kernel/events/envelope.ts). Queues deliver at least once and in any order: consumers
 * deduplicate by `idempotencyKey`.
 */

import { parseJson, toJson } from '../base/json.ts';
import type { EventCause } from '../events/cause.ts';
import { eventSource } from '../events/envelope.ts';

export interface Message<Data = Record<string, unknown>> {
  /** Version of the envelope; a higher one may have fields that a consumer must not ignore. */
  v: 1;
  id: string;
  type: string;
  tenantId: string | null;
  organizationId: string | null;
  idempotencyKey: string;
  data: Data;
  /** Messages of the bus: the time of the event; of jobs: the due time. ISO 8601 with milliseconds. */
  occurredAt?: string;
  /** Messages of the bus only: revision of the changed resource. */
  version?: number;
  /** Messages of the bus only: the number of rules in the chain that led to the event; absent without one. */
  depth?: number;
  /** Messages of the bus only: the hops of what the event causes; absent if no delivery led to it. */
  hops?: number;
  /** What led to the event, or to the work that another message requests; absent if it is the first of its story. */
  cause?: EventCause;
  /** Messages of scheduled jobs only: the due job, and whether its schedule or a person started it. */
  job?: { id: string; name: string; triggerType: 'scheduled' | 'manual' };
  /** Only messages that waited for their tenant's share of a worker: how often. */
  waits?: number;
}

/**
 * A message that is not in the platform's format. It is delivered until the dead-letter queue stores it for
 * inspection.
 */
export class MalformedMessageError extends Error {
  override name = 'MalformedMessageError';
}

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isTextOrNull = (value: unknown): boolean => typeof value === 'string' || value === null;

function parseObject(body: string): Json {
  try {
    const value: unknown = parseJson(body);
    if (isObject(value)) return value;
  } catch (error) {
    throw new MalformedMessageError('The message is not JSON.', { cause: error });
  }
  throw new MalformedMessageError('The message is not a JSON object.');
}

/** A team's own rule delivers this when it does not unwrap events. */
function unwrapped(value: Json): Json {
  return value.source === eventSource && isObject(value.detail) ? value.detail : value;
}

function problemOf({
  v,
  id,
  type,
  tenantId,
  organizationId,
  idempotencyKey,
  data,
}: Json): string | undefined {
  if (v !== 1) return `has version ${toJson(v)} of the envelope, not 1`;
  if (typeof id !== 'string' || typeof type !== 'string' || typeof idempotencyKey !== 'string')
    return 'lacks id, type or idempotencyKey';
  if (!isTextOrNull(tenantId) || !isTextOrNull(organizationId)) return 'lacks tenantId or organizationId';
  return isObject(data) ? undefined : 'lacks data';
}

/** The message in the body of a queue's record, also within an event of the bus. Throws MalformedMessageError. */
export function parseMessage<Data = Record<string, unknown>>(body: string): Message<Data> {
  const value = unwrapped(parseObject(body));
  const problem = problemOf(value);
  if (problem !== undefined) throw new MalformedMessageError(`The message ${problem}.`);
  return value as unknown as Message<Data>;
}

/** The fields of a message that may be logged: never its data. */
export function loggedFields({ id, type, tenantId, organizationId }: Message<unknown>) {
  return { eventId: id, eventType: type, tenantId, organizationId };
}

// https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html
const groupShape = /^[!-~]{1,128}$/;

/**
 * The message group of a message: its tenant. Undefined for messages of the platform, which SQS treats as separate
 * groups, and for names that SQS refuses.
 */
export function messageGroupOf({ tenantId }: Pick<Message<unknown>, 'tenantId'>): string | undefined {
  return tenantId !== null && groupShape.test(tenantId) ? tenantId : undefined;
}
