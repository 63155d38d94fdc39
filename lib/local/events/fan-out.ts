/**
 * Decides which tenants' events leave the outbox: by default all. A runtime for tests can hold back the events of
 * tenants that no test listens to: these events are written to the outbox but start no function.
 */
import { outboxPartition } from '../../../shared/kernel/table/keys.ts';
import type { StreamRecord } from '../lambda/stream-reader.ts';

export interface FanOut {
  /** Delivers the tenant's events that are stored from now on. No effect where nothing is held back. */
  follow(tenantId: string): void;
  /** Whether the bus copies an event to its queues. */
  deliversEvent(detail: unknown): boolean;
  /** Whether a record of the table's stream starts functions. */
  deliversRecord(record: StreamRecord): boolean;
}

const partitionPrefix = outboxPartition(0).slice(0, -1);

/** The tenant in the key of an outbox item; undefined for other items and for events without a tenant. */
function tenantOfRecord({ dynamodb }: StreamRecord): string | undefined {
  const { pk, sk } = dynamodb.Keys;
  if (!String(pk?.S).startsWith(partitionPrefix)) return undefined;
  const tenantId = String(sk?.S).split('#')[1];
  return tenantId === 'platform' ? undefined : tenantId;
}

function tenantOfEvent(detail: unknown): string | undefined {
  if (typeof detail !== 'object' || detail === null || !('tenantId' in detail)) return undefined;
  return typeof detail.tenantId === 'string' ? detail.tenantId : undefined;
}

/**
 * With `followedOnly`, events are held back until their tenant is followed. Events without a tenant are always
 * delivered.
 */
export function createFanOut({ followedOnly }: { followedOnly: boolean }): FanOut {
  const followed = new Set<string>();
  const delivers = (tenantId: string | undefined): boolean =>
    !followedOnly || tenantId === undefined || followed.has(tenantId);
  return {
    follow: (tenantId) => void followed.add(tenantId),
    deliversEvent: (detail) => delivers(tenantOfEvent(detail)),
    deliversRecord: (record) => delivers(tenantOfRecord(record)),
  };
}
