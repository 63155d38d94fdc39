import Stripe from 'stripe';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startStripe } from '../../../lib/demo/stripe/server.ts';
import { stripeSync } from '../../../shared/modules/sync/adapters/stripe-sync.ts';
import { startSink } from '../../support/clients/sink.ts';
import { folderOfTests } from '../../support/folders.ts';
import { aContext, importAll } from '../../support/runtime/sync-adapters.ts';

const keys = { secretKey: 'sk_test_sync', publishableKey: 'pk_test_sync', webhookSecret: 'whsec_sync' };
const dataDir = folderOfTests();
const server = await startStripe({ port: 0, dataDir, log: () => undefined });
server.ensureAccount(keys);
const { hostname: host, port } = new URL(server.url);
const stripe = new Stripe(keys.secretKey, { protocol: 'http', host, port, telemetry: false });
beforeAll(() => vi.stubEnv('STRIPE_API_BASE', server.url));
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.stop();
});

const context = (entityType: string, secretKey = keys.secretKey) =>
  aContext({ entityType, credentials: { secretKey }, apiVersion: '2025-02-24.acacia' });

async function aPayment(amount: number): Promise<string> {
  const card = { confirm: true, payment_method: 'pm_card_visa', payment_method_types: ['card'] };
  return (await stripe.paymentIntents.create({ amount, currency: 'eur', ...card })).id;
}

it('payments and refunds are read page by page, and the next run starts where this one ended', async () => {
  const made: string[] = [];
  for (const amount of [100, 200, 300, 400, 500]) made.push(await aPayment(amount));
  const payments = await importAll(stripeSync, context('stripe.payment_intent'), 2);
  expect(payments.items.map(({ externalId }) => externalId)).toEqual(made.toReversed());
  expect(payments.batches.map(({ items }) => items.length)).toEqual([2, 2, 1]);
  const about = { object: 'payment_intent', currency: 'eur', status: 'succeeded' };
  expect(payments.items.at(-1)?.data).toMatchObject({ ...about, amount: 100 });
  expect(JSON.stringify(payments.items)).not.toContain('secret');

  const refund = await stripe.refunds.create({ payment_intent: made[0] ?? '', amount: 40 });
  const refunds = await importAll(stripeSync, context('stripe.refund'), 100);
  const data = { amount: 40, payment_intent: made[0] };
  expect(refunds.items).toMatchObject([{ externalId: refund.id, data }]);

  const since = JSON.parse(payments.cursor ?? '{}').since;
  expect(since).toBeLessThan(Date.now() / 1_000 - 6 * 86_400);
  const sixth = await aPayment(600);
  const delta = await importAll(stripeSync, context('stripe.payment_intent'), 100, payments.cursor);
  expect(delta.items[0]?.externalId).toBe(sixth);
  const later = JSON.stringify({
    since: Math.floor(Date.now() / 1_000) + 60,
    after: null,
    newest: null,
    isTest: true,
  });
  const nothing = await importAll(stripeSync, context('stripe.payment_intent'), 100, later);
  expect(nothing).toMatchObject({ items: [], cursor: later });
  const fromLive = later.replace('"isTest":true', '"isTest":false');
  const begun = await importAll(stripeSync, context('stripe.payment_intent'), 100, fromLive);
  expect(begun.items).toHaveLength(6);
});

it('a refused key requests another one, and other entity types do not exist', async () => {
  const read = (of: ReturnType<typeof context>) => stripeSync.readBatch?.(of, { cursor: null, batchSize: 1 });
  for (const key of ['sk_wrong', ''])
    await expect(read(context('stripe.refund', key))).rejects.toMatchObject({
      name: 'AuthorizationFailedError',
    });
  await expect(read(context('stripe.customer'))).rejects.toMatchObject({ name: 'SourceError' });
  const check = (secretKey?: string) =>
    stripeSync.validateConnection?.(context('stripe.refund', secretKey), 'import');
  expect(await check()).toMatchObject({ ok: true });
  expect(await check('sk_wrong')).toMatchObject({ ok: false });
});

it('lists are paged in both directions and filtered by time', async () => {
  const { data } = await stripe.paymentIntents.list({ limit: 3 });
  const [first, second, third] = data.map(({ id }) => id);
  const ids = async (params: Stripe.PaymentIntentListParams) =>
    (await stripe.paymentIntents.list(params)).data.map(({ id }) => id);
  expect(await ids({ starting_after: first ?? '', limit: 1 })).toEqual([second]);
  expect(await ids({ ending_before: third ?? '', limit: 1 })).toEqual([second]);
  expect(await ids({ created: { gt: Math.floor(Date.now() / 1_000) + 5 } })).toEqual([]);
  await expect(ids({ starting_after: 'pi_unknown' })).rejects.toThrow('No such');
  await expect(ids({ limit: 101 })).rejects.toThrow('100');
  expect((await stripe.refunds.list({ payment_intent: first ?? '' })).data).toEqual([]);
});

it('a restricted key without a right is not refused as a whole', async () => {
  const sink = await startSink();
  sink.respond(() => ({ status: 403, body: '{"error":{"message":"no rights on refunds"}}' }));
  vi.stubEnv('STRIPE_API_BASE', sink.url);
  const reading = stripeSync.readBatch?.(context('stripe.refund'), { cursor: null, batchSize: 1 });
  await expect(reading).rejects.toMatchObject({ name: 'SourceError' });
  await sink.stop();
});
