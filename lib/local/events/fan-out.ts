/**
 * Decides which tenants' events leave the outbox: by default all. Tests can hold back the events of tenants that they do
 * not listen to: these events are written to the outbox but start no function.
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
  const chosen = new Map<string, boolean>();
  const delivers = (tenantId: unknown): boolean =>
    typeof tenantId !== 'string' || (chosen.get(tenantId) ?? !followedOnly);
  return {
    /** Delivers the tenant's events that are stored from now on. */
    follow: (tenantId: string) => void chosen.set(tenantId, true),
    /** Holds back the tenant's events that are stored from now on. */
    hold: (tenantId: string) => void chosen.set(tenantId, false),
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
