/**
 * The message envelope of every queue: `{v, id, type, tenantId, organizationId, idempotencyKey, data}`, for the
 * platform's own workers and for teams that read the queues. Messages of the bus carry `occurredAt`, `version` and
 * perhaps `depth` beside (shared/kernel/events/envelope.ts). Queues deliver at least once and in any order: consumers
 * deduplicate by `idempotencyKey`.
 */
import { eventSource } from '../events/envelope.ts';

export interface Message<Data = Record<string, unknown>> {
  /** Version of the envelope; one that is higher may hold fields that a consumer must not ignore. */
  v: 1;
  id: string;
  type: string;
  tenantId: string | null;
  organizationId: string | null;
  idempotencyKey: string;
  data: Data;
  /** Messages of the bus: when the event happened; of jobs: when they were due. ISO 8601 with milliseconds. */
  occurredAt?: string;
  /** Messages of the bus only: revision of the changed resource. */
  version?: number;
  /** Messages of the bus only: how many rules in a row set the event off; absent for what no rule did. */
  depth?: number;
  /** Messages of scheduled jobs only: which job is due, and whether its schedule or a person started it. */
  job?: { id: string; name: string; triggerType: 'scheduled' | 'manual' };
  /** Messages that waited for their tenant's share of a worker only: how often. */
  waits?: number;
}

/** A message that is none. It is delivered until the dead-letter queue takes it, for people to look at. */
export class MalformedMessageError extends Error {
  override name = 'MalformedMessageError';
}

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isTextOrNull = (value: unknown): boolean => typeof value === 'string' || value === null;

function parseObject(body: string): Json {
  try {
    const value: unknown = JSON.parse(body);
    if (isObject(value)) return value;
  } catch (error) {
    throw new MalformedMessageError('The message is not JSON.', { cause: error });
  }
  throw new MalformedMessageError('The message is not a JSON object.');
}

/** What a rule of a team's own delivers when it does not unwrap events. */
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
  if (v !== 1) return `has version ${JSON.stringify(v)} of the envelope, not 1`;
  if (typeof id !== 'string' || typeof type !== 'string' || typeof idempotencyKey !== 'string')
    return 'lacks id, type or idempotencyKey';
  if (!isTextOrNull(tenantId) || !isTextOrNull(organizationId)) return 'lacks tenantId or organizationId';
  return isObject(data) ? undefined : 'lacks data';
}

/** The message in the body of a queue's record, also as an event that the bus has wrapped. Throws MalformedMessageError. */
export function parseMessage<Data = Record<string, unknown>>(body: string): Message<Data> {
  const value = unwrapped(parseObject(body));
  const problem = problemOf(value);
  if (problem !== undefined) throw new MalformedMessageError(`The message ${problem}.`);
  return value as unknown as Message<Data>;
}

// https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html
const groupShape = /^[!-~]{1,128}$/;

/**
 * The message group in which a message is sent: its tenant. Undefined for messages of the platform as a whole, which
 * SQS takes for groups of their own, and for names that SQS would refuse.
 */
export function messageGroupOf({ tenantId }: Pick<Message<unknown>, 'tenantId'>): string | undefined {
  return tenantId !== null && groupShape.test(tenantId) ? tenantId : undefined;
}
