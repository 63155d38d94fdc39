/** The list of all deliveries of an organization: each has a listing item. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { putItems } from '../../../shared/kernel/table/batch-write.ts';
import { toItem } from '../../../shared/kernel/table/item.ts';
import type { StoredAttempt } from '../../../shared/modules/webhooks/deliveries/delivery.ts';
import { entities, insertDeliveries } from '../../../shared/modules/webhooks/deliveries/delivery-store.ts';
import { attemptKey } from '../../../shared/modules/webhooks/keys.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { aWebhook, deliveriesPath } from '../../support/builders/webhooks.ts';
import { startSink } from '../../support/clients/sink.ts';
import { during } from '../../support/fault-injection/faults.ts';
import { aStoredDelivery } from '../../support/runtime/deliveries.ts';

interface Row {
  id: string;
  status: string;
  webhookName: string | null;
}
const list = async ({ api }: TestCaller, query = '') =>
  (await api.get<{ items: Row[]; total: number; totalIsExact: boolean }>(`${deliveriesPath}${query}`)).body;

function aDelivery({ tenantId, organizationId }: TestCaller, madeAtMs: number) {
  const id = randomUUID();
  return aStoredDelivery(Date.now(), {
    tenantId,
    organizationId,
    id,
    payloadId: id,
    webhookId: null,
    madeAtMs,
  });
}

describe('the list of all deliveries', () => {
  it('counts all deliveries, whichever way they are found', async () => {
    const caller = await aTenant();
    const nowMs = Date.now();
    const made = Array.from({ length: 250 }, (_, index) => aDelivery(caller, nowMs - index));
    await insertDeliveries(made, '{}');
    for (const query of ['', '?pageSize=100&page=3', '?search=sales&pageSize=200&page=2'])
      expect(await list(caller, query)).toMatchObject({ total: 250, totalIsExact: true });
    expect(await list(caller, `?id=${made[0]?.id}`)).toMatchObject({ total: 1, totalIsExact: true });
  });

  it('shows a test delivery and its retry at once, even if eventually consistent reads lag', async () => {
    const caller = await aTenant();
    await using sink = await startSink();
    sink.respond(() => ({ status: 500 }));
    const { id } = await aWebhook(caller, {}, sink);
    await during({ effect: 'stale', bodyContains: caller.tenantId }, async () => {
      await caller.api.post(`/api/webhooks/${id}/test`);
      const tested = await list(caller);
      expect(tested.items).toHaveLength(1);
      expect(tested.items[0]?.status).toBe('expired');
      const retried = await caller.api.post(`${deliveriesPath}/${tested.items[0]?.id}/retry`);
      expect(retried.status).toBeLessThan(300);
      expect((await list(caller)).items[0]?.status).toBe('pending');
    });
  });
});

describe('a delivery', () => {
  it('shows its last fifty attempts after any number of retries', async () => {
    const caller = await aTenant();
    const one = aDelivery(caller, Date.now());
    await insertDeliveries([one], '{}');
    const about = { url: one.targetUrl, startedAtMs: Date.now(), durationMs: 1, outcome: 'retry' } as const;
    const response = { responseStatus: 500, responseHeaders: {}, responseBody: '\u0001'.repeat(4_096) };
    const attempts = Array.from({ length: 60 }, (_, index) => {
      const attemptNumber = index + 1;
      const attempt: StoredAttempt = { ...about, ...response, attemptNumber, errorMessage: null };
      return toItem(attemptKey(one, one.id, attemptNumber), entities.attempt, attempt);
    });
    await putItems(attempts);
    const { status, body } = await caller.api.get<{ attempts: { attemptNumber: number }[] }>(
      `${deliveriesPath}/${one.id}`,
    );
    expect(status).toBe(200);
    const numbers = body.attempts.map(({ attemptNumber }) => attemptNumber);
    expect(numbers).toEqual(Array.from({ length: 50 }, (_, index) => index + 11));
  });
});
