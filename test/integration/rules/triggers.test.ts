import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Message } from '../../../shared/kernel/queues/message.ts';
import { runTriggeredRules } from '../../../shared/modules/rules/execution/trigger-service.ts';
import { aStoredRule, itemsOf, listLogs } from '../../support/builders/rules.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { watchEvents } from '../../support/clients/events.ts';
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
  return {
    v: 1,
    id,
    type: 'sales.order.created',
    tenantId,
    organizationId,
    idempotencyKey: `${tenantId}:${id}`,
    occurredAt: new Date().toISOString(),
    version: 1,
    data: { id: 'SO-1', total: 250 },
    ...more,
  };
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

  it('are not run for events of the rules module, or events without an organization', async () => {
    const caller = await aTenant();
    for (const entityType of ['business_rules.rule', 'notifications.notification', 'auth.role'])
      await aStoredRule(caller, { ruleId: entityType, entityType });
    await run(aMessage(caller, { type: 'business_rules.rule.created' }));
    await run(aMessage(caller, { type: 'notifications.notification.created' }));
    await run(aMessage(caller, { type: 'auth.role.created', organizationId: null }));
    await run(aMessage(caller, { tenantId: null }));
    expect((await listLogs(caller)).total).toBe(0);
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
