/** A manual retry of a delivery whose worker has stopped, while another worker takes the delivery over. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { ConditionFailedError } from '../../../shared/kernel/table/errors.ts';
import { retried } from '../../../shared/modules/webhooks/deliveries/delivery.ts';
import { findForWork } from '../../../shared/modules/webhooks/deliveries/delivery-reader.ts';
import {
  claim,
  insertDeliveries,
  resetDelivery,
} from '../../../shared/modules/webhooks/deliveries/delivery-store.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { aStoredDelivery } from '../../support/runtime/deliveries.ts';

it('does not take the delivery from the worker that has taken it over', async () => {
  const { tenantId, organizationId } = await aTenant();
  const nowMs = Date.now();
  const id = randomUUID();
  const made = aStoredDelivery(nowMs, { tenantId, organizationId, id, payloadId: id, webhookId: null });
  const stored = async () => (await findForWork([made])).deliveries.get(id) ?? made;
  await insertDeliveries([made], '{}');
  await claim([{ delivery: made, lease: { token: 'stopped', untilMs: nowMs - 1 } }], nowMs);
  const seen = await stored();
  await claim([{ delivery: seen, lease: { token: 'next', untilMs: nowMs + 30_000 } }], nowMs);

  await expect(resetDelivery(seen, retried(seen, nowMs), [])).rejects.toThrow(ConditionFailedError);
  expect(await stored()).toMatchObject({ status: 'sending', leaseToken: 'next' });
  const current = await stored();
  await resetDelivery(current, retried(current, nowMs), []);
  expect(await stored()).toMatchObject({ status: 'pending' });
});
