/**
 * Decides which tenants' events leave the outbox: by default all. A runtime for tests can hold back the events of
 * tenants that no test listens to: these events are written to the outbox but start no function.
 */
import { outboxPartition } from '../../../shared/kernel/table/keys.ts';
import { isRecord } from '../cloudformation/intrinsics.ts';
import type { StreamRecord } from '../lambda/stream-reader.ts';

const partitionPrefix = outboxPartition(0).slice(0, -1);

export type FanOut = ReturnType<typeof createFanOut>;

/**
 * With `followedOnly`, events are held back until their tenant is followed. Events without a tenant are always
 * delivered.
 */
export function createFanOut({ followedOnly }: { followedOnly: boolean }) {
  const followed = new Set<string>();
  const delivers = (tenantId: unknown): boolean =>
    !followedOnly || typeof tenantId !== 'string' || followed.has(tenantId);
  return {
    /** Delivers the tenant's events that are stored from now on. No effect where nothing is held back. */
    follow: (tenantId: string) => void followed.add(tenantId),
    /** Whether the bus copies an event to its queues. */
    deliversEvent: (detail: unknown) => delivers(isRecord(detail) ? detail.tenantId : undefined),
    /** Whether a record of the table's stream starts functions: an outbox item has its tenant in its key. */
    deliversRecord({ dynamodb }: StreamRecord): boolean {
      const { pk, sk } = dynamodb.Keys;
      if (!String(pk?.S).startsWith(partitionPrefix)) return true;
      const tenantId = String(sk?.S).split('#')[1];
      return tenantId === 'platform' || delivers(tenantId);
    },
  };
}
