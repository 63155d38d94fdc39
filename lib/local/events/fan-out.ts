/**
 * Which tenants' events leave the outbox. By default those of all; a runtime for tests can hold back the events of
 * tenants that no test listens to: they are written to the outbox like all others, but start no function.
 */
import { outboxPartition } from '../../../shared/kernel/table/keys.ts';
import type { StreamRecord } from '../lambda/stream-reader.ts';

export interface FanOut {
  /** Hands on the events of the tenant that are stored from now on. Without effect where nothing is held back. */
  follow(tenantId: string): void;
  /** Whether the bus copies an event to its queues. */
  deliversEvent(detail: unknown): boolean;
  /** Whether a record of the table's stream is handed to functions. */
  deliversRecord(record: StreamRecord): boolean;
}

const partitionPrefix = outboxPartition(0).slice(0, -1);

/** The tenant in the key of an outbox item; undefined for other items and for events of no tenant. */
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

/** With `followedOnly`, events are held back until their tenant is followed; those of no tenant never are. */
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
