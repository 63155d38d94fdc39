import { describe, expect, it } from 'vitest';
import {
  aCaptured,
  aMerchant,
  anAccount,
  begin,
  cancel,
  connectToStripe,
  listed,
  operate,
  paymentsPath,
  refreshed,
  sessionBody,
  statusOf,
  stored,
} from '../../support/builders/payments.ts';
import { aKey, aSibling } from '../../support/builders/tenants.ts';

const sessions = `${paymentsPath}/sessions`;

describe('who may', () => {
  it.each([
    ['payment_gateways.view', ['status', 'transactions']],
    ['payment_gateways.manage', ['sessions', 'cancel', 'refresh']],
    ['payment_gateways.capture', ['capture']],
    ['payment_gateways.refund', ['refund']],
  ])('%s may %s', async (feature, allowed) => {
    const merchant = await aMerchant();
    const { transactionId } = await begin(merchant);
    const { api } = await aKey({ ...merchant, features: [feature] });
    const body = { transactionId };
    const answers = {
      status: await api.get(`${paymentsPath}/status?transactionId=${transactionId}`),
      transactions: await api.get(`${paymentsPath}/transactions`),
      sessions: await api.post(sessions, { body: sessionBody() }),
      cancel: await api.post(`${paymentsPath}/cancel`, { body }),
      refresh: await api.post(`${paymentsPath}/status`, { body }),
      capture: await api.post(`${paymentsPath}/capture`, { body }),
      refund: await api.post(`${paymentsPath}/refund`, { body }),
    };
    for (const [name, answer] of Object.entries(answers))
      expect([name, answer.status === 403]).toEqual([name, !allowed.includes(name)]);
  });

  it('is limited to one tenant: others can neither read nor move money', async () => {
    const [owner, stranger] = [await aMerchant(), await aMerchant()];
    const sibling = await aSibling(owner);
    const session = await aCaptured(owner);
    const { transactionId } = session;
    const of = (id: string) => `${paymentsPath}/status?transactionId=${id}`;
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect((await stranger.api.get(of(transactionId))).status).toBe(403);
    expect((await sibling.api.get(of(transactionId))).status).toBe(404);
    const refresh = { body: { transactionId } };
    for (const { api } of [stranger, sibling])
      expect((await api.post(`${paymentsPath}/status`, refresh)).status).toBe(404);
    expect((await stranger.api.get(of(unknown))).status).toBe(404);
    expect((await stranger.api.get(of('none'))).status).toBe(400);
    expect((await stranger.api.get(`${paymentsPath}/status`)).status).toBe(400);
    for (const other of [stranger, sibling]) {
      expect((await other.api.get(`${paymentsPath}/transactions/${transactionId}`)).status).toBe(404);
      expect((await listed(other)).total).toBe(0);
      for (const operation of ['capture', 'refund', 'cancel'] as const) {
        const foreign = await operate(other, operation, session);
        const none = await operate(other, operation, { transactionId: unknown });
        expect([foreign.status, foreign.body]).toEqual([404, none.body]);
      }
    }
    expect(await stored(owner, transactionId)).toMatchObject({
      unifiedStatus: 'captured',
      amountRefunded: '0.00',
    });
  });

  it('selects all organizations uses the account of the paid one', async () => {
    const owner = await aMerchant();
    const sibling = await aSibling(owner);
    await connectToStripe(sibling, await anAccount());
    const all = await aKey({
      tenantId: owner.tenantId,
      organizationId: owner.organizationId,
      isSuperAdmin: true,
    });
    const headers = { cookie: 'svc_selected_org=__all__' };
    const wide = { ...all, api: { ...all.api } };
    wide.api.post = (path, options = {}) =>
      all.api.post(path, { ...options, headers: { ...headers, ...options.headers } });
    wide.api.get = (path, options = {}) => all.api.get(path, { ...options, headers });
    const session = await begin(sibling);
    expect(await refreshed(wide, session.transactionId)).toMatchObject({ status: 'pending' });
    expect(await statusOf(wide, session.transactionId)).toMatchObject({ status: 'pending' });
    expect((await operate(wide, 'capture', session)).status).toBe(409);
    expect((await operate(wide, 'refund', session)).status).toBe(409);
    expect(await cancel(wide, session)).toMatchObject({ status: 'cancelled' });
    expect((await listed(wide)).total).toBe(1);
  });
});
