/**
 * Which tests have their events delivered. The tests' runtime holds back the events of tenants that it does not follow
 * (`lib/demo/fan-out.ts`): they are in the outbox but start neither publisher nor queues nor workers, which
 * cost more than the request itself.
 */
import { inject } from 'vitest';

let shouldFollow = false;

/**
 * Delivers the events of all tenants that the test file creates to queues and workers. Call it at the top of the file.
 */
export function fanOutEvents(): void {
  shouldFollow = true;
}

/** The default of every test file: events are not delivered. */
export function holdEventsBack(): void {
  shouldFollow = false;
}

/** Delivers the events of a tenant that are stored from now on, or holds them back. */
export async function followTenant(tenantId: string, { isHeld = false } = {}): Promise<void> {
  const response = await fetch(`${inject('controlUrl')}/fan-out`, {
    method: 'POST',
    body: JSON.stringify({ tenantId, isHeld }),
  });
  if (!response.ok) throw new Error(`POST /fan-out: ${await response.text()}`);
}

/** For builders of tenants. */
export async function followIfEnabled(tenantId: string): Promise<void> {
  if (shouldFollow) await followTenant(tenantId);
}
