/** DynamoDB faults during a test's action. */
import { expect, inject } from 'vitest';
import type { Fault } from '../../../lib/local/gateway/faults.ts';

/** Runs `act` while the fault affects DynamoDB requests; `bodyContains` excludes other tests. */
export async function during<T>(fault: Fault & { bodyContains: string }, act: () => Promise<T>): Promise<T> {
  const url = `${inject('controlUrl')}/faults`;
  const body = JSON.stringify({ service: 'dynamodb', ...fault });
  const { id } = (await (await fetch(url, { method: 'POST', body })).json()) as { id: string };
  try {
    return await act();
  } finally {
    await fetch(`${url}?id=${id}`, { method: 'DELETE' });
  }
}

/** Resolves once a fault with this text is used up. */
export async function untilUsed(bodyContains: string): Promise<void> {
  const isLeft = async () => {
    const { faults } = (await (await fetch(`${inject('controlUrl')}/faults`)).json()) as { faults: Fault[] };
    return faults.some((fault) => fault.bodyContains === bodyContains);
  };
  await expect.poll(isLeft).toBe(false);
}
