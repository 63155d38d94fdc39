/**
 * Which tests want their events handed on. The runtime of the tests holds back the events of tenants that it is not asked
 * to follow (`lib/local/events/fan-out.ts`): they are in the outbox, but set off neither publisher nor queues nor workers, which
 * cost more than the request that they are of.
 */
import { inject } from 'vitest';

let isAsked = false;

/** The events of all tenants that the test file makes reach queues and workers. Called at the top of the file. */
export function fanOutEvents(): void {
  isAsked = true;
}

/** How every test file begins: no events are handed on. */
export function holdEventsBack(): void {
  isAsked = false;
}

/** Has the events of a tenant handed on that are stored from now on. */
export async function followTenant(tenantId: string): Promise<void> {
  const response = await fetch(`${inject('controlUrl')}/fan-out`, {
    method: 'POST',
    body: JSON.stringify({ tenantId }),
  });
  if (!response.ok) throw new Error(`POST /fan-out: ${await response.text()}`);
}

/** For builders of tenants. */
export async function followIfAsked(tenantId: string): Promise<void> {
  if (isAsked) await followTenant(tenantId);
}
