/** After crashes and repeated requests, money moves once, and the state is correct. */

import { describe, expect, inject, it } from 'vitest';
import { functionName } from '../../../lib/aws/names.ts';
import { getItem } from '../../../shared/kernel/table/read.ts';
import { transact } from '../../../shared/kernel/table/write.ts';
import { paymentDueKey, paymentKey } from '../../../shared/modules/payments/keys.ts';
import { turn } from '../../support/builders/integrations.ts';
import {
  aCaptured,
  aMerchant,
  anAuthorized,
  begin,
  capture,
  confirm,
  executed,
  onStripe,
  operate,
  refreshed,
  refund,
  stored,
  stripeControl,
} from '../../support/builders/payments.ts';
import { close, type TestCaller } from '../../support/builders/tenants.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { callOverHttp } from '../../support/clients/in-process.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

callOverHttp();
fanOutEvents();

const post = (path: string, body: object) =>
  fetch(`${inject('controlUrl')}${path}`, { method: 'POST', body: JSON.stringify(body) });

async function runSweep(): Promise<void> {
  const { schedules } = (await (await fetch(`${inject('controlUrl')}/schedules`)).json()) as {
    schedules: { name: string; functionName: string }[];
  };
  const name = functionName('local', 'payments', 'sweepPayments');
  const schedule = schedules.find((one) => one.functionName === name);
  expect((await post('/schedules/run', { name: schedule?.name })).status).toBe(200);
}

/** Expires the lease of an operation, or the time without messages about a payment. */
async function makeDue({ tenantId }: TestCaller, transactionId: string): Promise<void> {
  const key = paymentKey({ tenantId }, transactionId);
  const row = await getItem(key);
  const active = row?.active as { untilMs: number } | undefined;
  const [before, dueAtMs] = [Number(row?.dueAtMs), Date.now() - 1_000];
  await transact([
    { delete: paymentDueKey({ tenantId, id: transactionId }, before) },
    {
      put: {
        ...paymentDueKey({ tenantId, id: transactionId }, dueAtMs),
        entity: 'payment_due',
        v: 1,
        tenantId,
        id: transactionId,
        dueAtMs,
      },
    },
    {
      set: key,
      values: { dueAtMs, ...(active && { active: { ...active, untilMs: Date.now() - 1_000 } }) },
    },
  ]);
}

describe('fifty identical requests at once', () => {
  it('capture once; each returns the same result or Retry-After', async () => {
    const merchant = await aMerchant();
    const session = await anAuthorized(merchant);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => operate(merchant, 'capture', session)),
    );
    expect(await executed(session, 'capture')).toHaveLength(1);
    const done = answers.filter(({ status }) => status === 200);
    expect(done.length).toBeGreaterThan(0);
    for (const { body } of done) expect(body).toMatchObject({ status: 'captured', capturedAmount: 49.9 });
    const others = answers.filter(({ status }) => status !== 200);
    for (const { status, body } of others) expect([409, 503]).toContain(status || body);
  });

  it('refund once', async () => {
    const merchant = await aMerchant();
    const session = await aCaptured(merchant);
    const ask = () => operate(merchant, 'refund', session, { amount: 10, operationId: 'refund-1' });
    const answers = await Promise.all(Array.from({ length: 12 }, ask));
    expect(await executed(session, 'refunds')).toHaveLength(1);
    const ids = answers.filter(({ status }) => status === 200).map(({ body }) => body.refundId);
    expect(new Set(ids).size).toBe(1);
    expect(await stored(merchant, session.transactionId)).toMatchObject({ amountRefunded: '10.00' });
  });
});

describe('different requests at once', () => {
  it('never refund more than was captured', async () => {
    const merchant = await aMerchant();
    const session = await aCaptured(merchant);
    const ask = (operationId: string) => operate(merchant, 'refund', session, { amount: 20, operationId });
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map(ask));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(2);
    const { amountRefunded } = await stored(merchant, session.transactionId);
    expect(await executed(session, 'refunds')).toHaveLength(Number(amountRefunded) / 20);
    expect(Number(amountRefunded)).toBeLessThanOrEqual(40);
  });

  it('either capture or cancel', async () => {
    const merchant = await aMerchant();
    const session = await anAuthorized(merchant);
    const answers = await Promise.all([
      operate(merchant, 'capture', session),
      operate(merchant, 'cancel', session),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { status } = await refreshed(merchant, session.transactionId);
    expect(answers.find((answer) => answer.status === 200)?.body.status).toBe(status);
  });
});

/** Stripe's package retries temporary errors once. */
const triesOf = (kind: string): number => (kind === 'rate429' || kind === 'malformed' ? 1 : 2);

describe('a provider that fails', () => {
  it.each(['error500', 'conflict409', 'rate429', 'malformed', 'disconnect'] as const)(
    '%s before the capture: nothing is captured, and the repeated request captures',
    async (kind) => {
      const merchant = await aMerchant();
      const session = await anAuthorized(merchant);
      await onStripe({ intent: session.sessionId, fail: { kind, path: 'capture', times: triesOf(kind) } });
      const failed = await operate(merchant, 'capture', session);
      expect([failed.status, failed.body.code]).toEqual([502, 'payment_provider_failed']);
      expect(JSON.stringify(failed.body)).not.toMatch(/An error occurred|Locked|Slow down/);
      expect(await stored(merchant, session.transactionId)).toMatchObject({ unifiedStatus: 'authorized' });
      expect(await capture(merchant, session)).toMatchObject({ status: 'captured', capturedAmount: 49.9 });
    },
  );

  it.each(['error500', 'malformed', 'disconnect'] as const)(
    '%s after the capture: the repeated request finds the capture',
    async (kind) => {
      const merchant = await aMerchant();
      const session = await aCaptured(merchant);
      await onStripe({
        intent: session.sessionId,
        fail: { kind, path: 'refunds', times: triesOf(kind), afterExecution: true },
      });
      expect((await operate(merchant, 'refund', session, { amount: 10 })).status).toBe(502);
      expect(await refund(merchant, session, { amount: 10 })).toMatchObject({ refundedAmount: 10 });
      expect(await executed(session, 'refunds')).toHaveLength(1);
      expect(await stored(merchant, session.transactionId)).toMatchObject({ amountRefunded: '10.00' });
    },
  );

  it('before another request reconciles the interrupted one', async () => {
    const merchant = await aMerchant();
    const session = await aCaptured(merchant);
    const fail = { kind: 'error500', path: 'refunds', times: 2, afterExecution: true };
    await onStripe({ intent: session.sessionId, fail });
    expect((await operate(merchant, 'refund', session, { amount: 30, operationId: 'lost' })).status).toBe(
      502,
    );
    const next = await operate(merchant, 'refund', session, { amount: 30, operationId: 'next' });
    expect([next.status, next.body.code]).toEqual([409, 'payment_state']);
    expect(await stored(merchant, session.transactionId)).toMatchObject({ amountRefunded: '30.00' });
    expect(await refund(merchant, session, { amount: 30, operationId: 'lost' })).toMatchObject({
      refundedAmount: 30,
    });
    expect(await executed(session, 'refunds')).toHaveLength(1);
  });

  it('refuses because its state differs: the provider’s state is stored', async () => {
    const merchant = await aMerchant();
    const session = await anAuthorized(merchant);
    await stripeControl('POST', '/lapse', { intent: session.sessionId });
    const answer = await operate(merchant, 'capture', session);
    expect([answer.status, answer.body]).toMatchObject([409, { code: 'payment_state', status: 'cancelled' }]);
    expect(await stored(merchant, session.transactionId)).toMatchObject({ unifiedStatus: 'cancelled' });
  });
});

describe('a worker that crashes between the provider’s response and the local record', () => {
  it('leaves a payment that a read reconciles as captured, and a request that can be repeated', async () => {
    const merchant = await aMerchant();
    const session = await anAuthorized(merchant);
    await onStripe({ intent: session.sessionId, answerDelayMs: 4_000 });
    const crashing = operate(merchant, 'capture', session).catch(() => undefined);
    await eventually('the capture at Stripe', async () =>
      (await executed(session, 'capture')).length > 0 ? true : undefined,
    );
    const name = functionName('local', 'payments', 'capturePayment');
    expect((await post('/stop-worker', { functionName: name })).status).toBe(200);
    expect((await crashing)?.status).not.toBe(200);
    await stripeControl('DELETE', `?intent=${session.sessionId}`);
    expect(await refreshed(merchant, session.transactionId)).toMatchObject({
      status: 'captured',
      amountReceived: 49.9,
    });
    expect(await capture(merchant, session)).toMatchObject({ status: 'captured', capturedAmount: 49.9 });
    expect(await executed(session, 'capture')).toHaveLength(1);
  });

  it('leaves a refund that the sweep reconciles, and that is made once', async () => {
    const merchant = await aMerchant();
    const session = await aCaptured(merchant);
    const { transactionId } = session;
    await onStripe({ intent: session.sessionId, answerDelayMs: 4_000 });
    const crashing = operate(merchant, 'refund', session, { amount: 15 }).catch(() => undefined);
    await eventually('the refund at Stripe', async () =>
      (await executed(session, 'refunds')).length > 0 ? true : undefined,
    );
    await post('/stop-worker', { functionName: functionName('local', 'payments', 'refundPayment') });
    await crashing;
    await stripeControl('DELETE', `?intent=${session.sessionId}`);
    expect(await stored(merchant, transactionId)).toMatchObject({ amountRefunded: '0.00' });
    await makeDue(merchant, transactionId);
    await runSweep();
    await eventually('the refund in our record', async () =>
      (await stored(merchant, transactionId)).amountRefunded === '15.00' ? true : undefined,
    );
    expect(await refund(merchant, session, { amount: 15 })).toMatchObject({ refundedAmount: 15 });
    expect(await executed(session, 'refunds')).toHaveLength(1);
  });
});

describe('the sweep', () => {
  it('reconciles a refund although the provider could not be queried at first', async () => {
    const merchant = await aMerchant();
    const session = await aCaptured(merchant);
    const { transactionId, sessionId: intent } = session;
    await onStripe({ intent, fail: { kind: 'disconnect', path: 'refunds', afterExecution: true, times: 2 } });
    expect((await operate(merchant, 'refund', session, { amount: 15 })).status).toBe(502);
    await turn(merchant, 'gateway_stripe', { isEnabled: false });
    await makeDue(merchant, transactionId);
    await runSweep();
    const isPostponed = async () =>
      Number((await getItem(paymentKey(merchant, transactionId)))?.dueAtMs) > Date.now() ? true : undefined;
    await eventually('a later check', isPostponed);
    await turn(merchant, 'gateway_stripe', { isEnabled: true });
    await makeDue(merchant, transactionId);
    await runSweep();
    await eventually('the refund in our record', async () =>
      (await stored(merchant, transactionId)).amountRefunded === '15.00' ? true : undefined,
    );
    expect(await executed(session, 'refunds')).toHaveLength(1);
  });

  it('queries payments without messages', async () => {
    const merchant = await aMerchant();
    const session = await begin(merchant, { captureMethod: 'automatic' });
    await onStripe({ intent: session.sessionId, drop: true });
    await confirm(session);
    await makeDue(merchant, session.transactionId);
    await runSweep();
    await eventually('the capture', async () =>
      (await stored(merchant, session.transactionId)).unifiedStatus === 'captured' ? true : undefined,
    );
    const row = await getItem(paymentKey(merchant, session.transactionId));
    expect(row?.dueAtMs).toBeUndefined();
  });

  it.each(['its organization is closed', 'its tenant is closed'] as const)(
    'queries no payment if %s',
    async (how) => {
      const merchant = await aMerchant();
      const session = await begin(merchant, { captureMethod: 'automatic' });
      await onStripe({ intent: session.sessionId, drop: true });
      await confirm(session);
      const queries = async () => {
        const { calls } = await stripeControl<{ calls: { method: string }[] }>(
          'GET',
          `/calls?intent=${session.sessionId}`,
        );
        return calls.filter(({ method }) => method === 'GET');
      };
      await close(merchant, how);
      await makeDue(merchant, session.transactionId);
      await runSweep();
      const row = () => getItem(paymentKey(merchant, session.transactionId));
      await eventually('another time', async () =>
        Number((await row())?.dueAtMs) > Date.now() ? true : undefined,
      );
      expect(await queries()).toEqual([]);
      expect(await row()).toMatchObject({ status: 'pending' });
    },
  );

  it('retries later if Stripe does not respond or has no news', async () => {
    const merchant = await aMerchant();
    const session = await begin(merchant);
    await onStripe({ intent: session.sessionId, drop: true, fail: { kind: 'error500', times: 2 } });
    for (let round = 0; round < 2; round += 1) {
      await makeDue(merchant, session.transactionId);
      await runSweep();
      await eventually('another time', async () => {
        const row = await getItem(paymentKey(merchant, session.transactionId));
        return Number(row?.dueAtMs) > Date.now() ? true : undefined;
      });
    }
    expect(await stored(merchant, session.transactionId)).toMatchObject({ unifiedStatus: 'pending' });
  });
});
