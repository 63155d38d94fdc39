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
import { runSchedule } from '../../support/runtime/sweep.ts';

callOverHttp();
fanOutEvents();

const stopWorker = (name: string) => {
  const body = JSON.stringify({ functionName: functionName('local', 'payments', name) });
  return fetch(`${inject('controlUrl')}/stop-worker`, { method: 'POST', body });
};
const runSweep = () => runSchedule('payments', 'sweepPayments');

async function anAuthorizedPayment() {
  const merchant = await aMerchant();
  return { merchant, session: await anAuthorized(merchant) };
}
async function aCapturedPayment() {
  const merchant = await aMerchant();
  return { merchant, session: await aCaptured(merchant) };
}

const untilRefunded = (merchant: TestCaller, id: string, amountRefunded: string) =>
  expect.poll(() => stored(merchant, id)).toMatchObject({ amountRefunded });
/** Waits until the sweep has planned a later check. */
const untilPostponed = (merchant: TestCaller, id: string) =>
  expect
    .poll(async () => Number((await getItem(paymentKey(merchant, id)))?.dueAtMs))
    .toBeGreaterThan(Date.now());

/** Expires the lease of an operation, or the time without messages about a payment. */
async function makeDue({ tenantId }: TestCaller, transactionId: string): Promise<void> {
  const key = paymentKey({ tenantId }, transactionId);
  const row = await getItem(key);
  const active = row?.active as { untilMs: number } | undefined;
  const [before, dueAtMs] = [Number(row?.dueAtMs), Date.now() - 1_000];
  const due = { tenantId, id: transactionId };
  await transact([
    { delete: paymentDueKey(due, before) },
    { put: { ...paymentDueKey(due, dueAtMs), ...due, entity: 'payment_due', v: 1, dueAtMs } },
    { set: key, values: { dueAtMs, ...(active && { active: { ...active, untilMs: dueAtMs } }) } },
  ]);
}

describe('fifty identical requests at once', () => {
  it('capture once; each returns the same result or Retry-After', async () => {
    const { merchant, session } = await anAuthorizedPayment();
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
});

describe('different requests at once', () => {
  it('either capture or cancel', async () => {
    const { merchant, session } = await anAuthorizedPayment();
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
      const { merchant, session } = await anAuthorizedPayment();
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
      const { merchant, session } = await aCapturedPayment();
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
    const { merchant, session } = await aCapturedPayment();
    const fail = { kind: 'error500', path: 'refunds', times: 2, afterExecution: true };
    await onStripe({ intent: session.sessionId, fail });
    const lost = { amount: 30, operationId: 'lost' };
    expect((await operate(merchant, 'refund', session, lost)).status).toBe(502);
    const next = await operate(merchant, 'refund', session, { amount: 30, operationId: 'next' });
    expect([next.status, next.body.code]).toEqual([409, 'payment_state']);
    expect(await stored(merchant, session.transactionId)).toMatchObject({ amountRefunded: '30.00' });
    expect(await refund(merchant, session, lost)).toMatchObject({ refundedAmount: 30 });
    expect(await executed(session, 'refunds')).toHaveLength(1);
  });

  it('refuses because its state differs: the provider’s state is stored', async () => {
    const { merchant, session } = await anAuthorizedPayment();
    await stripeControl('POST', '/lapse', { intent: session.sessionId });
    const answer = await operate(merchant, 'capture', session);
    expect([answer.status, answer.body]).toMatchObject([409, { code: 'payment_state', status: 'cancelled' }]);
    expect(await stored(merchant, session.transactionId)).toMatchObject({ unifiedStatus: 'cancelled' });
  });
});

describe('a worker that crashes between the provider’s response and the local record', () => {
  it('leaves a payment that a read reconciles as captured, and a request that can be repeated', async () => {
    const { merchant, session } = await anAuthorizedPayment();
    await onStripe({ intent: session.sessionId, answerDelayMs: 4_000 });
    const crashing = operate(merchant, 'capture', session).catch(() => undefined);
    await eventually('the capture at Stripe', async () =>
      (await executed(session, 'capture')).length > 0 ? true : undefined,
    );
    expect((await stopWorker('capturePayment')).status).toBe(200);
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
    const { merchant, session } = await aCapturedPayment();
    const { transactionId } = session;
    await onStripe({ intent: session.sessionId, answerDelayMs: 4_000 });
    const crashing = operate(merchant, 'refund', session, { amount: 15 }).catch(() => undefined);
    await eventually('the refund at Stripe', async () =>
      (await executed(session, 'refunds')).length > 0 ? true : undefined,
    );
    await stopWorker('refundPayment');
    await crashing;
    await stripeControl('DELETE', `?intent=${session.sessionId}`);
    expect(await stored(merchant, transactionId)).toMatchObject({ amountRefunded: '0.00' });
    await makeDue(merchant, transactionId);
    await runSweep();
    await untilRefunded(merchant, transactionId, '15.00');
    expect(await refund(merchant, session, { amount: 15 })).toMatchObject({ refundedAmount: 15 });
    expect(await executed(session, 'refunds')).toHaveLength(1);
  });
});

describe('the sweep', () => {
  it('reconciles a refund although the provider could not be queried at first', async () => {
    const { merchant, session } = await aCapturedPayment();
    const { transactionId, sessionId: intent } = session;
    await onStripe({ intent, fail: { kind: 'disconnect', path: 'refunds', afterExecution: true, times: 2 } });
    expect((await operate(merchant, 'refund', session, { amount: 15 })).status).toBe(502);
    await turn(merchant, 'gateway_stripe', { isEnabled: false });
    await makeDue(merchant, transactionId);
    await runSweep();
    await untilPostponed(merchant, transactionId);
    await turn(merchant, 'gateway_stripe', { isEnabled: true });
    await makeDue(merchant, transactionId);
    await runSweep();
    await untilRefunded(merchant, transactionId, '15.00');
    expect(await executed(session, 'refunds')).toHaveLength(1);
  });

  it('queries payments without messages', async () => {
    const merchant = await aMerchant();
    const session = await begin(merchant, { captureMethod: 'automatic' });
    await onStripe({ intent: session.sessionId, drop: true });
    await confirm(session);
    await makeDue(merchant, session.transactionId);
    await runSweep();
    const captured = { unifiedStatus: 'captured' };
    await expect.poll(() => stored(merchant, session.transactionId)).toMatchObject(captured);
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
      await untilPostponed(merchant, session.transactionId);
      expect(await queries()).toEqual([]);
      const row = await getItem(paymentKey(merchant, session.transactionId));
      expect(row).toMatchObject({ status: 'pending' });
    },
  );

  it('retries later if Stripe does not respond or has no news', async () => {
    const merchant = await aMerchant();
    const session = await begin(merchant);
    await onStripe({ intent: session.sessionId, drop: true, fail: { kind: 'error500', times: 2 } });
    for (let round = 0; round < 2; round += 1) {
      await makeDue(merchant, session.transactionId);
      await runSweep();
      await untilPostponed(merchant, session.transactionId);
    }
    expect(await stored(merchant, session.transactionId)).toMatchObject({ unifiedStatus: 'pending' });
  });
});
