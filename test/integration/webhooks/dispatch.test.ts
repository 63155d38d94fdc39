/** Messages of events that the dispatching worker receives, with the rights of its function. */
import { randomUUID } from 'node:crypto';
import { QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { SQSEvent } from 'aws-lambda';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { handler } from '../../../functions/webhooks/dispatch.queue.ts';
import { functionName } from '../../../lib/aws/names.ts';
import { queryAll } from '../../../shared/kernel/table/read.ts';
import { table } from '../../../shared/kernel/table/table.ts';
import {
  deleteOrganization,
  unrestricted,
} from '../../../shared/modules/identity/directory/organization-service.ts';
import { deliveriesPartition } from '../../../shared/modules/webhooks/keys.ts';
import { aSibling, asTest, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { aWebhook, deliveriesPath, eventType } from '../../support/builders/webhooks.ts';
import { asFunction } from '../../support/clients/in-process.ts';
import { silently } from '../../support/clients/silence.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

silenceLog();

function anEvent({ tenantId }: TestCaller, organizationId: string | null) {
  const id = randomUUID();
  const occurredAt = new Date().toISOString();
  const about = { tenantId, organizationId, occurredAt, idempotencyKey: `${tenantId}:${id}` };
  return { v: 1, id, type: eventType, ...about, version: 1, data: {} };
}

async function dispatch(...events: readonly object[]): Promise<void> {
  const attributes = { ApproximateReceiveCount: '1' };
  const Records = events.map((event) => ({
    messageId: randomUUID(),
    body: JSON.stringify(event),
    attributes,
  }));
  const name = functionName('local', 'webhooks', 'dispatch');
  const answer = await asFunction(name, () => handler({ Records } as SQSEvent));
  expect(answer).toEqual({ batchItemFailures: [] });
}

async function webhooksWithDelivery({ api }: TestCaller): Promise<string[]> {
  const { body } = await api.get<{ items: { webhookId: string }[] }>(deliveriesPath);
  return body.items.map(({ webhookId }) => webhookId).toSorted();
}

function spyOnTable() {
  const send = vi.spyOn(table().documents, 'send');
  onTestFinished(() => send.mockRestore());
  return send;
}

/** Counts transactions until the test ends. One that is retried, because a worker attempts its deliveries, counts once. */
function transactions(): () => number {
  const send = spyOnTable();
  return () => {
    const inputs = send.mock.calls.flatMap(([command]) =>
      command instanceof TransactWriteCommand ? [JSON.stringify(command.input.TransactItems)] : [],
    );
    return new Set(inputs).size;
  };
}

describe('an event that is dispatched again after an interruption', () => {
  it('is delivered to the other webhooks, too, in two transactions for any number of them', async () => {
    const caller = await aTenant();
    const webhooks: { id: string }[] = [];
    const addWebhooks = async (count: number) => {
      for (let made = 0; made < count; made += 1) webhooks.push(await aWebhook(caller));
    };
    const event = anEvent(caller, caller.organizationId);
    await addWebhooks(6);
    await dispatch(event);
    await addWebhooks(2);
    const made = transactions();
    await dispatch(event);
    expect(made()).toBe(2);
    expect(await webhooksWithDelivery(caller)).toEqual(webhooks.map(({ id }) => id).toSorted());
  });
});

describe('a batch of events', () => {
  it('reads the subscriptions of each organization once', async () => {
    const [caller, other] = [await aTenant(), await aTenant()];
    await aWebhook(caller);
    const send = spyOnTable();
    await dispatch(...[caller, caller, other].map((one) => anEvent(one, one.organizationId)));
    expect(send.mock.calls.filter(([command]) => command instanceof QueryCommand).length).toBe(2);
    expect(await webhooksWithDelivery(caller)).toHaveLength(2);
  });
});

describe('a webhook', () => {
  const minuteAgo = () => new Date(Date.now() - 60_000).toISOString();

  it('gets an event whose worker has a slow clock', async () => {
    const caller = await aTenant();
    const webhook = await aWebhook(caller);
    await dispatch({ ...anEvent(caller, caller.organizationId), occurredAt: minuteAgo() });
    expect(await webhooksWithDelivery(caller)).toEqual([webhook.id]);
  });

  it('gets no inbound message that was received before its creation', async () => {
    const caller = await aTenant();
    const webhook = await aWebhook(caller, { subscribedEvents: ['inbound.*'] });
    const message = { ...anEvent(caller, caller.organizationId), type: 'inbound.generic_hmac.paid' };
    await dispatch({ ...message, occurredAt: minuteAgo() });
    expect(await webhooksWithDelivery(caller)).toEqual([]);
    await dispatch({ ...message, occurredAt: new Date(Date.now() + 60_000).toISOString() });
    expect(await webhooksWithDelivery(caller)).toEqual([webhook.id]);
  });
});

describe('an event of a whole tenant', () => {
  it('is not delivered to webhooks of a deleted organization', async () => {
    const caller = await aTenant();
    const { tenantId } = caller;
    const left = await aSibling(caller);
    const [kept, gone] = [await aWebhook(caller), await aWebhook(left)];
    const manager = { scope: { tenantId }, principal: unrestricted, context: asTest() };
    await silently(() => deleteOrganization(manager, { id: left.organizationId }));
    await dispatch(anEvent(caller, null));
    const deliveriesOf = ({ id }: { id: string }) =>
      queryAll({ pk: deliveriesPartition({ tenantId }, id), consistent: true });
    expect(await deliveriesOf(kept)).toHaveLength(1);
    expect(await deliveriesOf(gone)).toEqual([]);
  });
});
