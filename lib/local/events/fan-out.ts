/**
 * Decides which tenants' events leave the outbox: by default all. A runtime for tests can hold back the events of
 * tenants that no test listens to: these events are written to the outbox but start no function.
 */
import { outboxPartition } from '../../../shared/kernel/table/keys.ts';
import { isRecord } from '../cloudformation/intrinsics.ts';
import type { StreamRecord } from '../lambda/stream-reader.ts';

const partitionPrefix = outboxPartition(0).slice(0, -1);

export class FanOut {
  readonly #followedOnly: boolean;
  readonly #followed = new Set<string>();

  /**
   * With `followedOnly`, events are held back until their tenant is followed. Events without a tenant are always
   * delivered.
   */
  constructor({ followedOnly }: { followedOnly: boolean }) {
    this.#followedOnly = followedOnly;
  }

  /** Delivers the tenant's events that are stored from now on. No effect where nothing is held back. */
  follow(tenantId: string): void {
    this.#followed.add(tenantId);
  }

  /** Whether the bus copies an event to its queues. */
  deliversEvent(detail: unknown): boolean {
    return this.#delivers(isRecord(detail) ? detail.tenantId : undefined);
  }

  /** Whether a record of the table's stream starts functions: an outbox item has its tenant in its key. */
  deliversRecord({ dynamodb }: StreamRecord): boolean {
    const { pk, sk } = dynamodb.Keys;
    if (!String(pk?.S).startsWith(partitionPrefix)) return true;
    const tenantId = String(sk?.S).split('#')[1];
    return tenantId === 'platform' || this.#delivers(tenantId);
  }

  #delivers(tenantId: unknown): boolean {
    return !this.#followedOnly || typeof tenantId !== 'string' || this.#followed.has(tenantId);
  }
}
