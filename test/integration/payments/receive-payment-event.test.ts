import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { toItem } from '../../../shared/kernel/table/item.ts';
import { transact } from '../../../shared/kernel/table/write.ts';
import { paymentSessionKey } from '../../../shared/modules/payments/keys.ts';
import { aMerchant, aMessage, begin, deliver, onStripe, stored } from '../../support/builders/payments.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

describe('messages of Stripe', () => {
  it('are processed although many other tenants claim the same payment', async () => {
    const merchant = await aMerchant();
    const { transactionId, sessionId } = await begin(merchant);
    await onStripe({ intent: sessionId, drop: true });
    const claims = Array.from({ length: 20 }, (_, index) => {
      const tenantId = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
      const pointer = { tenantId, organizationId: tenantId, id: randomUUID() };
      return { put: toItem(paymentSessionKey(pointer, 'stripe', sessionId), 'payment_session', pointer) };
    });
    await transact(claims);
    const { tenantId, organizationId } = merchant;
    const registeredFor = { tenantId, organizationId };
    const intent = { id: sessionId, object: 'payment_intent', status: 'succeeded' };
    const amounts = { amount: 4_990, amount_received: 4_990, currency: 'eur' };
    const message = aMessage('payment_intent.succeeded', { ...intent, ...amounts });
    const { body } = await deliver(message, { registeredFor });
    expect(body).toEqual({ received: true, queued: true });
    await expect.poll(() => stored(merchant, transactionId)).toMatchObject({ unifiedStatus: 'captured' });
  });
});
