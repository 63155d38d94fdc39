/** Payments among dying workers, lost answers, throttled tables and messages that come twice and turned round. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { functionName } from '../../lib/aws/names.ts';
import { byRunLength } from '../../lib/lab/faults/run-length.ts';
import { eventually } from '../support/clients/eventually.ts';
import { amidKills } from '../support/fault-injection/killing.ts';
import { type OwnRuntime, stage, startOwnRuntime } from '../support/runtime/own-runtime.ts';

const payments = byRunLength({ long: 40, short: 8 });
const killEveryMs = 150;
const withinMs = 1_800_000;

interface Session {
  transactionId: string;
  sessionId: string;
}
interface Calls {
  calls: { method: string; path: string; status: number; isReplay: boolean }[];
}

let runtime: OwnRuntime;
const functions = ['capturePayment', 'refundPayment', 'processPaymentEvents'].map((name) =>
  functionName(stage, 'payments', name),
);

/** Sends a request until it is answered as it should be: customers try again. */
async function retryUntilAccepted(path: string, body: object): Promise<Record<string, unknown>> {
  return eventually(
    `an answer of ${path}`,
    () => runtime.request('POST', `/api/payment_gateways/${path}`, body).catch(() => undefined),
    withinMs,
  );
}

const payAll = (): Promise<Session[]> =>
  Promise.all(
    Array.from({ length: payments }, async (_, index) => {
      const input = { providerKey: 'stripe', amount: 30, currencyCode: 'EUR', captureMethod: 'manual' };
      const session = (await retryUntilAccepted('sessions', input)) as unknown as Session;
      const { transactionId, sessionId } = session;
      const kind = index % 2 ? 'error500' : 'disconnect';
      const fail = { kind, path: 'capture', times: 3, afterExecution: true };
      if (index % 3 === 0) await runtime.control('POST', '/stripe', { intent: sessionId, fail });
      await runtime.confirm(sessionId);
      await retryUntilAccepted('capture', { transactionId });
      await retryUntilAccepted('refund', { transactionId, amount: 10, operationId: `${transactionId} 1` });
      await retryUntilAccepted('refund', { transactionId, amount: 10, operationId: `${transactionId} 2` });
      return session;
    }),
  );

let sessions: Session[] = [];
beforeAll(async () => {
  runtime = await startOwnRuntime();
  await runtime.control('POST', '/stripe', { duplicate: 2, reorder: true });
  await runtime.addFault({ effect: 'throttle', service: 'dynamodb', rate: 0.03 });
  const kills = await amidKills(runtime, { everyMs: killEveryMs, only: functions }, async () => {
    sessions = await payAll();
  });
  await runtime.clearFaults();
  expect(kills).toBeGreaterThan(payments / 4);
}, 2 * withinMs);
afterAll(() => runtime.stop());

describe('payments under injected faults', () => {
  it(
    'captures each once, and gives back what was asked for',
    async () => {
      for (const { sessionId } of sessions) {
        const { calls } = await runtime.control<Calls>('GET', `/stripe/calls?intent=${sessionId}`);
        const intents = await runtime.stripe<{ amount_received: number }>(`/v1/payment_intents/${sessionId}`);
        const refunds = await runtime.stripe(`/v1/refunds?payment_intent=${sessionId}`);
        expect(intents.amount_received).toBe(3_000);
        expect(refunds).toMatchObject({ data: [{ amount: 1_000 }, { amount: 1_000 }] });
        const captures = calls.filter(({ path, status }) => path.endsWith('/capture') && status === 200);
        expect(captures.filter(({ isReplay }) => !isReplay).length).toBeLessThanOrEqual(1);
      }
    },
    withinMs,
  );

  it(
    'leaves a true state of each',
    async () => {
      for (const { transactionId } of sessions) {
        const body = await eventually(
          'the state',
          async () => {
            const state = await runtime.request('POST', '/api/payment_gateways/status', { transactionId });
            return state.status === 'partially_refunded' ? state : undefined;
          },
          withinMs,
        );
        expect(body).toMatchObject({ amountReceived: 30, amountRefunded: 20 });
      }
    },
    withinMs,
  );
});
