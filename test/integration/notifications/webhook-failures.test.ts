/** Users who manage webhooks are notified of failures. */
import { describe, expect, it } from 'vitest';
import type { Message } from '../../../shared/kernel/queues/message.ts';
import type { RowScope } from '../../../shared/kernel/table/keys.ts';
import { consume } from '../../../shared/modules/notifications/consume.ts';
import { disabledType, exhaustedType } from '../../../shared/modules/notifications/webhook-notifications.ts';
import { listOf, titlesOf, unreadOf, wantFailures } from '../../support/builders/notifications.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { aWebhook, eventType, webhookPath } from '../../support/builders/webhooks.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

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
  it('causes no notification unless the integration enables it', async () => {
    const caller = await aTenant();
    const { id: webhookId } = await aWebhook(caller);
    const data = { webhookId, eventType, errorMessage: 'The receiver responded with status 404.' };
    expect(await handle(eventOf(exhaustedType, caller, data))).toEqual([]);
    expect(await titlesOf(caller)).toEqual([]);
  });

  it('is counted once, for all copies of its event', async () => {
    const caller = await aTenant();
    await wantFailures(caller);
    const { id: webhookId } = await aWebhook(caller);
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
    const { id: webhookId } = await aWebhook(caller);
    await caller.api.delete(webhookPath(webhookId));
    const data = { webhookId, eventType, errorMessage: null };
    expect(await handle(eventOf(exhaustedType, caller, data), eventOf(disabledType, caller, data))).toEqual(
      [],
    );
    expect(await titlesOf(caller)).toEqual([]);
  });
});

describe('a webhook that was disabled', () => {
  it('for its failures names their number, and notifies once', async () => {
    const caller = await aTenant();
    const { id: webhookId } = await aWebhook(caller);
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
    const { id: webhookId } = await aWebhook(caller);
    const errors = await handle(
      eventOf('sales.order.shipped', caller, {}),
      eventOf(disabledType, caller, { webhookId, reason: 'gone', consecutiveFailures: 1 }),
    );
    expect(errors).toEqual([expect.objectContaining({ name: 'PermanentError' })]);
    expect(await unreadOf(caller)).toBe(1);
  });
});
