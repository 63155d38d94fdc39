/**
 * Decides which tenants' events leave the outbox: by default all. Tests can hold back the events of tenants that they do
 * not listen to: these events are written to the outbox but start no function.
 */
import { outboxPartition } from '../../shared/kernel/table/keys.ts';
import { isRecord } from '../local/cloudformation/intrinsics.ts';
import type { Actions } from '../local/control.ts';
import type { EventFilter } from '../local/events/event-filter.ts';
import type { StreamRecord } from '../local/lambda/stream-reader.ts';

const partitionPrefix = outboxPartition(0).slice(0, -1);

/**
 * With `followedOnly`, events are held back until their tenant is followed. Events without a tenant are always
 * delivered.
 */
export function createFanOut({ followedOnly }: { followedOnly: boolean }) {
  const chosen = new Map<string, boolean>();
  const delivers = (tenantId: unknown): boolean =>
    typeof tenantId !== 'string' || (chosen.get(tenantId) ?? !followedOnly);
  /** Delivers the tenant's events that are stored from now on. */
  const follow = (tenantId: string) => void chosen.set(tenantId, true);
  /** Holds back the tenant's events that are stored from now on. */
  const hold = (tenantId: string) => void chosen.set(tenantId, false);
  const control: Actions = {
    'POST /fan-out': ({ tenantId, isHeld }) => {
      if (typeof tenantId !== 'string') throw new Error('tenantId must be a string');
      (isHeld === true ? hold : follow)(tenantId);
      return { ok: true };
    },
  };
  return {
    ...{ follow, hold },
    /** Actions of the control server. */
    control,
    /** Whether the bus copies an event to its queues. */
    passesEvent: (detail: unknown) => delivers(isRecord(detail) ? detail.tenantId : undefined),
    /** Whether a record of the table's stream starts functions: an outbox item has its tenant in its key. */
    passesRecord({ dynamodb }: StreamRecord): boolean {
      const { pk, sk } = dynamodb.Keys;
      if (!String(pk?.S).startsWith(partitionPrefix)) return true;
      const tenantId = String(sk?.S).split('#')[1];
      return tenantId === 'platform' || delivers(tenantId);
    },
  } satisfies EventFilter & Record<string, unknown>;
}
