import { describe, expect, it } from 'vitest';
import type { PaymentSession } from '../../../shared/modules/payments/sessions/session-contract.ts';
import type { PaymentState } from '../../../shared/modules/payments/state-contract.ts';
import { logsOf } from '../../support/builders/integrations.ts';
import {
  aCaptured,
  aMerchant,
  begin,
  cancel,
  capture,
  confirm,
  listed,
  onStripe,
  paymentsPath,
  refreshed,
  statusOf,
} from '../../support/builders/payments.ts';
import { aTenant } from '../../support/builders/tenants.ts';

describe('the list of payments', () => {
  it('is filtered, searched, sorted and exported', async () => {
    const merchant = await aTenant();
    const made = [];
    for (const amount of [10, 20, 30]) made.push(await begin(merchant, { providerKey: 'manual', amount }));
    const [first, second] = made;
    await capture(merchant, first as PaymentSession);
    await cancel(merchant, second as PaymentSession);
    const amounts = async (query: string) =>
      (await listed(merchant, query)).items.map(({ amount }) => amount);
    expect(await amounts('')).toEqual(['30.00', '20.00', '10.00']);
    expect(await amounts('sortField=createdAt&sortDir=asc')).toEqual(['10.00', '20.00', '30.00']);
    expect(await amounts('status=captured')).toEqual(['10.00']);
    expect(await amounts('providerKey=stripe')).toEqual([]);
    expect(await amounts(`id=${second?.transactionId}`)).toEqual(['20.00']);
    expect(await amounts(`id=${second?.paymentId}`)).toEqual([]);
    expect(await amounts(`search=${second?.paymentId.toUpperCase()}`)).toEqual(['20.00']);
    expect(await amounts(`search=${first?.sessionId}`)).toEqual(['10.00']);
    expect(await amounts('pageSize=1&page=2')).toEqual(['20.00']);
    expect(await amounts('page=9')).toEqual([]);
    for (const query of ['status=lost', 'pageSize=201', 'page=0'])
      expect((await merchant.api.get(`${paymentsPath}/transactions?${query}`)).status).toBe(400);
    const file = await merchant.api.get<string>(`${paymentsPath}/transactions?format=csv&status=cancelled`);
    expect(String(file.body).trim().split('\n')).toHaveLength(2);
  });

  it('shows a payment with its history and the log of its integration, without secrets', async () => {
    const merchant = await aMerchant();
    const session = await aCaptured(merchant);
    const { body } = await merchant.api.get<{
      transaction: { webhookLog: { eventType: string }[] };
      logs: { message: string }[];
    }>(`${paymentsPath}/transactions/${session.transactionId}`);
    expect(body.transaction.webhookLog.map(({ eventType }) => eventType)).toEqual([
      'capture',
      'refresh',
      'session',
    ]);
    expect(body.logs.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Captured by api_key:/),
      expect.stringContaining('from pending to authorized'),
      'Session created',
    ]);
    expect(JSON.stringify(body)).not.toContain(session.clientSecret);
    const about = { entityType: 'payment_transaction', entityId: session.transactionId };
    const scoped = { scopeEntityType: about.entityType, scopeEntityId: about.entityId };
    const logs = await logsOf(merchant, `entityId=${session.transactionId}`);
    expect(logs).toMatchObject(Array.from({ length: 3 }, () => ({ ...about, ...scoped })));
  });
});

describe('the state of a payment', () => {
  it('is queried from the provider while it is open, at a limited rate', async () => {
    const merchant = await aMerchant();
    const session = await begin(merchant, { captureMethod: 'automatic' });
    await onStripe({ intent: session.sessionId, drop: true });
    expect(await statusOf(merchant, session.transactionId)).toMatchObject({ status: 'pending' });
    await confirm(session);
    // Queried a moment ago.
    expect(await statusOf(merchant, session.transactionId)).toMatchObject({ status: 'pending' });
    expect(await refreshed(merchant, session.transactionId)).toMatchObject({ status: 'captured' });
  });

  it('is returned as stored while the provider fails', async () => {
    const merchant = await aMerchant();
    const session = await begin(merchant);
    await onStripe({ intent: session.sessionId, fail: { kind: 'error500', times: 4 } });
    expect(await statusOf(merchant, session.transactionId)).toMatchObject({ status: 'pending' });
    const answer = await merchant.api.post<PaymentState>(`${paymentsPath}/status`, {
      body: { transactionId: session.transactionId },
    });
    expect([answer.status, answer.body]).toMatchObject([502, { code: 'payment_provider_failed' }]);
    const [entry] = await logsOf(merchant, `entityId=${session.transactionId}&level=error`);
    expect(entry?.message).toMatch(/^refresh failed/);
  });
});
