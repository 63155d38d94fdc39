import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Message } from '../../../shared/kernel/queues/message.ts';
import { runTriggeredRules } from '../../../shared/modules/rules/execution/trigger-service.ts';
import { aStoredRule, executed, itemsOf, listLogs } from '../../support/builders/rules.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import {
  deliveriesPath,
  fireSchedules,
  getDelivery,
  listDeliveries,
} from '../../support/builders/webhooks.ts';
import { watchEvents } from '../../support/clients/events.ts';
import { startSink } from '../../support/clients/sink.ts';
import { during } from '../../support/fault-injection/faults.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

const always = { field: 'nothing', operator: 'IS_EMPTY' };
const emit = (eventName: string) => ({
  type: 'EMIT_EVENT',
  config: { eventName, payload: { id: '{{entityId}}' } },
});

/** An event message of the queue. */
function aMessage({ tenantId, organizationId }: TestCaller, more: Partial<Message> = {}): Message {
  const id = randomUUID();
  const occurred = {
    type: 'sales.order.created',
    occurredAt: new Date().toISOString(),
    version: 1,
    v: 1,
  } as const;
  const home = { tenantId, organizationId, idempotencyKey: `${tenantId}:${id}` };
  return { id, ...home, ...occurred, data: { id: 'SO-1', total: 250 }, ...more };
}

const run = (message: Message) => runTriggeredRules(message, Date.now());

describe('the rules of an event', () => {
  const flagging = { conditionExpression: always, successActions: [emit('sales.offer.flagged')] };

  it('are run once for redelivered and parallel messages', async () => {
    const caller = await aTenant();
    await aStoredRule(caller, { ruleId: 'A', ...flagging });
    await aStoredRule(caller, { ruleId: 'B', ...flagging });
    const eventsSince = await watchEvents(caller.tenantId);
    const message = aMessage(caller);
    await Promise.all(Array.from({ length: 6 }, () => run(message)));
    await run(message);
    expect((await listLogs(caller)).total).toBe(2);
    expect((await eventsSince()).map(({ type, depth }) => [type, depth])).toEqual([
      ['sales.offer.flagged', 1],
      ['sales.offer.flagged', 1],
    ]);
    await run(aMessage(caller));
    expect((await listLogs(caller)).total).toBe(4);
  });

  it('have effects of their own for a later event that reuses the id', async () => {
    const caller = await aTenant();
    await aStoredRule(caller, flagging);
    const eventsSince = await watchEvents(caller.tenantId);
    const message = aMessage(caller);
    await run(message);
    await run({ ...message, occurredAt: new Date(Date.now() + 20 * 86_400_000).toISOString() });
    expect(new Set((await eventsSince()).map(({ id }) => id)).size).toBe(2);
  });

  it('are run once even if DynamoDB fails or the process crashes', async () => {
    const caller = await aTenant();
    await aStoredRule(caller, flagging);
    const eventsSince = await watchEvents(caller.tenantId);
    const message = aMessage(caller);
    const transaction = { action: 'TransactWriteItems', bodyContains: caller.tenantId } as const;
    // An execution that cannot be stored leaves nothing.
    await expect(during({ effect: 'error', ...transaction }, () => run(message))).rejects.toThrow();
    expect((await listLogs(caller)).total).toBe(0);
    expect((await itemsOf(caller.tenantId)).filter(({ pk }) => pk.includes('#RULERUN#'))).toEqual([]);
    await run(message);
    // Its writer crashed before the message was deleted.
    await run(message);
    expect((await listLogs(caller)).total).toBe(1);
    expect(await eventsSince()).toHaveLength(1);
  });

  it('inherit its depth: an event with depth 5 runs them, but they emit no more events', async () => {
    const caller = await aTenant();
    await aStoredRule(caller, flagging);
    const eventsSince = await watchEvents(caller.tenantId);
    await run(aMessage(caller, { depth: 4 }));
    expect((await eventsSince()).map(({ depth }) => depth)).toEqual([5]);
    await run(aMessage(caller, { depth: 5 }));
    expect(await eventsSince()).toHaveLength(1);
    expect((await listLogs(caller)).items[0]).toMatchObject({
      errorMessage: expect.stringMatching(/refused/),
    });
  });

  it('are refused permanently if more than a hundred match', async () => {
    const caller = await aTenant();
    const create = (_: unknown, index: number) => aStoredRule(caller, { ruleId: `R-${index}` });
    await Promise.all(Array.from({ length: 101 }, create));
    await expect(run(aMessage(caller))).rejects.toMatchObject({ name: 'PermanentError' });
  });
});

describe('a rule that calls a URL', () => {
  // This process validates responses with the same schema, and runs rules itself.
  beforeEach(() => vi.stubEnv('ALLOW_PRIVATE_WEBHOOKS', 'true'));
  const calling = (url: string, body: unknown) => ({
    conditionExpression: always,
    successActions: [{ type: 'CALL_WEBHOOK', config: { url, body } }],
  });

  it('retries a failed request, and sends it once more on demand', async () => {
    const caller = await aTenant();
    const sink = await startSink();
    sink.respond((_, index) => ({ status: [503, 404, 200][index] ?? 200 }));
    await aStoredRule(caller, calling(sink.url, { n: 1 }));
    const [result] = (await executed(caller)).executedRules[0]?.actionsExecuted?.results ?? [];
    const id = String(result?.deliveryId);
    const becomes = (status: string) =>
      expect.poll(async () => (await getDelivery(caller, id)).status).toBe(status);
    await sink.waitFor(1);
    await fireSchedules(`webhook-${id}`);
    await becomes('expired');
    expect((await caller.api.post(`${deliveriesPath}/${id}/retry`)).status).toBe(200);
    await becomes('delivered');
    const { attempts } = await getDelivery(caller, id);
    expect(attempts.map(({ responseStatus }) => responseStatus)).toEqual([503, 404, 200]);
    expect(new Set(sink.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    await sink.stop();
  });

  it('sends once per event, also for redelivered messages', async () => {
    const caller = await aTenant();
    const sink = await startSink();
    await aStoredRule(caller, calling(sink.url, '{{id}}'));
    const message = aMessage(caller);
    await Promise.all([run(message), run(message)]);
    await run(message);
    const statuses = async () => (await listDeliveries(caller)).items.map(({ status }) => status);
    await expect.poll(statuses).toEqual(['delivered']);
    expect(sink.requests).toMatchObject([{ body: 'SO-1' }]);
    await sink.stop();
  });
});
