/** Users who manage webhooks are notified of failures. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '../../../shared/kernel/queues/message.ts';
import type { RowScope } from '../../../shared/kernel/table/keys.ts';
import { consume } from '../../../shared/modules/notifications/consume.ts';
import { disabledType, exhaustedType } from '../../../shared/modules/notifications/webhook-notifications.ts';
import {
  aReader,
  listOf,
  put,
  titlesOf,
  unreadOf,
  viewFeature,
  wantFailures,
} from '../../support/builders/notifications.ts';
import { aKey, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import {
  aWebhook,
  decidedDeliveries,
  eventType,
  listDeliveries,
  publish,
  webhookPath,
} from '../../support/builders/webhooks.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { type Sink, startSink } from '../../support/clients/sink.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

let sink: Sink;
/** Returns a permanent failure by path. */
beforeAll(async () => {
  sink = await startSink();
  sink.respond(({ path }) => ({ status: path.endsWith('/gone') ? 410 : 404 }));
});
afterAll(() => sink.stop());

const pageOf = ({ tenantId, organizationId }: RowScope, id: string): string =>
  `/console/t/${tenantId}/o/${organizationId}/webhooks/${id}`;

async function aKeyWith(
  { tenantId, organizationId }: TestCaller,
  ...features: string[]
): Promise<TestCaller> {
  return aKey({ tenantId, organizationId, features: [viewFeature, ...features] });
}

async function once(reader: Pick<TestCaller, 'api'>, type: string, occurrences = 1) {
  return eventually(`${occurrences} of ${type}`, async () => {
    const { items } = await listOf(reader, `type=${type}`);
    return items[0]?.occurrences === occurrences ? items : undefined;
  });
}

const failed = 'webhooks.delivery.failed';

let nextId = 0;
/** Event messages in the format of the queue. */
function eventOf(
  type: string,
  { tenantId, organizationId }: RowScope,
  data: Record<string, unknown>,
  occurredAt = '2026-03-01T09:30:00.000Z',
): Message {
  nextId += 1;
  const id = `${tenantId}-${nextId}`;
  return { v: 1, id, type, tenantId, organizationId, idempotencyKey: id, occurredAt, data };
}

async function handle(...messages: Message[]): Promise<unknown[]> {
  const errors: unknown[] = [];
  const batch = messages.map((message, n) => ({ message, delivery: { messageId: `${n}`, receiveCount: 1 } }));
  await consume(batch, (_, error) => errors.push(error));
  return errors;
}

describe('a failed delivery', () => {
  it('notifies users who manage webhooks, once per webhook, with the last error and the count', async () => {
    const caller = await aTenant();
    await wantFailures(caller);
    const manager = await aReader(caller, ['webhooks.manage']);
    const viewer = await aReader(caller, ['webhooks.view']);
    const stranger = await aTenant();
    const { id } = await aWebhook(caller, {}, sink);
    await publish(caller);
    const [notice] = await once(manager, failed);
    expect(notice).toMatchObject({
      type: failed,
      severity: 'error',
      icon: 'webhook',
      title: 'Webhook “Order updates” could not deliver',
      body: expect.stringMatching(/^A delivery of sales\.order\.shipped has failed: .*404/),
      bodyVariables: { webhookName: 'Order updates', eventType, errorMessage: expect.any(String), count: 1 },
      linkHref: pageOf(caller, id),
      actions: [{ id: 'view', href: pageOf(caller, id) }],
      primaryActionId: 'view',
      sourceModule: 'webhooks',
      sourceEntityType: 'webhooks.webhook',
      sourceEntityId: id,
      requiredFeature: 'webhooks.manage',
      status: 'unread',
    });
    await put(manager, notice?.id ?? '', 'read');
    await publish(caller);
    await publish(caller);
    const [again, ...more] = await once(manager, failed, 3);
    expect(more).toEqual([]);
    expect(again).toMatchObject({ id: notice?.id, status: 'unread' });
    expect(await unreadOf(await aKeyWith(caller, 'webhooks.manage'))).toBe(1);
    expect(await unreadOf(viewer)).toBe(0);
    expect(await unreadOf(stranger)).toBe(0);
  });

  it('causes no notification unless the integration enables it', async () => {
    const caller = await aTenant();
    const { id: webhookId } = await aWebhook(caller, {}, sink);
    const data = { webhookId, eventType, errorMessage: 'The receiver responded with status 404.' };
    expect(await handle(eventOf(exhaustedType, caller, data))).toEqual([]);
    expect(await titlesOf(caller)).toEqual([]);
  });

  it('is counted once, for all copies of its event', async () => {
    const caller = await aTenant();
    await wantFailures(caller);
    const { id: webhookId } = await aWebhook(caller, {}, sink);
    const about = { webhookId, eventType };
    const [a, b, c] = ['first', 'second', 'third'].map((errorMessage, n) =>
      eventOf(exhaustedType, caller, { ...about, errorMessage }, `2026-03-01T09:30:0${n}.000Z`),
    );
    if (!a || !b || !c) throw new Error('no events');
    expect(await handle(a, b)).toEqual([]);
    expect((await listOf(caller)).items).toMatchObject([
      { occurrences: 2, body: expect.stringContaining('second') },
    ]);
    await handle(a, b);
    await Promise.all([handle(c, a), handle(b, c)]);
    expect((await listOf(caller)).items).toMatchObject([
      { occurrences: 3, body: expect.stringContaining('third') },
    ]);
  });

  it('of a deleted webhook causes no notification', async () => {
    const caller = await aTenant();
    await wantFailures(caller);
    const { id: webhookId } = await aWebhook(caller, {}, sink);
    await caller.api.delete(webhookPath(webhookId));
    const data = { webhookId, eventType, errorMessage: null };
    expect(await handle(eventOf(exhaustedType, caller, data), eventOf(disabledType, caller, data))).toEqual(
      [],
    );
    expect(await titlesOf(caller)).toEqual([]);
  });

  it('is not sent to webhooks: a failing one would receive its own failures for ever', async () => {
    const caller = await aTenant();
    await wantFailures(caller);
    const { id } = await aWebhook(caller, { subscribedEvents: [eventType, 'notifications.*'] }, sink);
    await publish(caller);
    await once(caller, failed);
    await publish(caller);
    await once(caller, failed, 2);
    await decidedDeliveries(caller, id, 2);
    const { items } = await listDeliveries(caller);
    expect(items.map((row) => row.eventType)).toEqual([eventType, eventType]);
  });
});

describe('a webhook that was disabled', () => {
  it('notifies with the reason, for any setting of the integration', async () => {
    const caller = await aTenant();
    const { id } = await aWebhook(caller, { url: `${sink.url}/gone` });
    await publish(caller);
    const [notice] = await once(caller, disabledType);
    expect(notice).toMatchObject({
      severity: 'error',
      title: 'Webhook “Order updates” was disabled',
      body: expect.stringContaining('410 Gone'),
      titleVariables: { reason: 'gone' },
      sourceEntityId: id,
    });
  });

  it('for its failures names their number, and notifies once', async () => {
    const caller = await aTenant();
    const { id: webhookId } = await aWebhook(caller, {}, sink);
    const event = eventOf(disabledType, caller, { webhookId, reason: 'failures', consecutiveFailures: 7 });
    await handle(event);
    await handle(event);
    expect((await listOf(caller)).items).toMatchObject([
      { type: disabledType, occurrences: 1, body: expect.stringContaining('7 consecutive attempts failed') },
    ]);
  });
});

describe('the worker', () => {
  it('skips failures without recipients, and continues with the rest', async () => {
    const caller = await aTenant();
    const { id: webhookId } = await aWebhook(caller, {}, sink);
    const errors = await handle(
      eventOf('sales.order.shipped', caller, {}),
      eventOf(disabledType, caller, { webhookId, reason: 'gone', consecutiveFailures: 1 }),
    );
    expect(errors).toEqual([expect.objectContaining({ name: 'PermanentError' })]);
    expect(await unreadOf(caller)).toBe(1);
  });
});
