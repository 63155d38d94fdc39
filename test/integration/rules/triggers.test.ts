import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Message } from '../../../shared/kernel/queues/message.ts';
import { runTriggeredRules } from '../../../shared/modules/rules/execution/trigger-service.ts';
import { aStoredRule, itemsOf, type LogRow, listLogs } from '../../support/builders/rules.ts';
import { aSibling, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { watchEvents } from '../../support/clients/events.ts';
import { during } from '../../support/fault-injection/faults.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

const recordsPath = '/api/entities/records';
const always = { field: 'nothing', operator: 'IS_EMPTY' };
const emit = (eventName: string) => ({
  type: 'EMIT_EVENT',
  config: { eventName, payload: { id: '{{entityId}}' } },
});

/** Waits until the log has this many entries. */
async function logOf(caller: TestCaller, entries: number): Promise<LogRow[]> {
  await expect
    .poll(async () => (await listLogs(caller)).total, { timeout: 20_000, interval: 100 })
    .toBe(entries);
  return (await listLogs(caller)).items;
}

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

describe('a changed record', () => {
  it('triggers the rules of its entity type and event type', async () => {
    const caller = await aTenant();
    const { api } = caller;
    const large = { field: 'total', operator: '>', value: 100 };
    await aStoredRule(caller, { ruleId: 'CREATED', eventType: 'created', conditionExpression: large });
    await aStoredRule(caller, { ruleId: 'UPDATED', eventType: 'afterUpdate', conditionExpression: large });
    await aStoredRule(caller, { ruleId: 'DELETED', eventType: 'deleted' });
    await aStoredRule(caller, { ruleId: 'OFF', enabled: false });
    await aStoredRule(caller, { ruleId: 'OTHER', entityType: 'sales.offer' });
    const body = { entityType: 'sales.order', fields: { total: 250 } };
    const { id } = (await api.post<{ id: string }>(recordsPath, { body })).body;
    const [created] = await logOf(caller, 1);
    expect(created).toMatchObject({
      executionResult: 'SUCCESS',
      entityType: 'sales.order',
      entityId: id,
      eventType: 'created',
      executedBy: 'system:events',
      eventId: expect.any(String),
      inputContext: { data: { total: 250, id, fields: { total: 250 } }, eventType: 'created', user: null },
    });
    await api.put(recordsPath, { body: { id, fields: { total: 50 } } });
    const [updated] = await logOf(caller, 2);
    expect(updated).toMatchObject({ eventType: 'updated', executionResult: 'FAILURE' });
    await api.delete(`${recordsPath}?id=${id}`);
    expect((await logOf(caller, 3))[0]).toMatchObject({ eventType: 'deleted' });
  });

  it('triggers nothing in another organization', async () => {
    const caller = await aTenant();
    const sibling = await aSibling(caller);
    await aStoredRule(sibling, { ruleId: 'SIBLING' });
    await aStoredRule(caller, { ruleId: 'OWN' });
    await caller.api.post(recordsPath, { body: { entityType: 'sales.order', fields: {} } });
    await logOf(caller, 1);
    expect((await listLogs(sibling)).total).toBe(0);
  });

  it('is read if its event is too large for a message', async () => {
    const caller = await aTenant();
    await aStoredRule(caller, { conditionExpression: { field: 'total', operator: '=', value: 250 } });
    const fields = { total: 250, text: 'x'.repeat(262_000) };
    await caller.api.post(recordsPath, { body: { entityType: 'sales.order', fields } });
    expect((await logOf(caller, 1))[0]).toMatchObject({ executionResult: 'SUCCESS' });
  });

  it('is evaluated by rules that are too large for the cache', async () => {
    const caller = await aTenant();
    const large = { field: 'total', operator: 'NOT_IN', value: ['x'.repeat(5_000)] };
    await aStoredRule(caller, { conditionExpression: large });
    await caller.api.post(recordsPath, { body: { entityType: 'sales.order', fields: { total: 1 } } });
    expect((await logOf(caller, 1))[0]).toMatchObject({ executionResult: 'SUCCESS' });
  });
});

describe('an event that a rule emits', () => {
  it('triggers further rules, and is refused after five in a row', async () => {
    const caller = await aTenant();
    // Each flagged order is flagged again, which would never end without the limit.
    await aStoredRule(caller, {
      conditionExpression: always,
      eventType: 'flagged',
      successActions: [emit('sales.order.flagged')],
    });
    await caller.api.post('/api/events', { body: { type: 'sales.order.flagged', data: { id: 'SO-1' } } });
    const rows = await logOf(caller, 6);
    const results = rows.map(
      ({ outputContext }) => (outputContext.actionsExecuted as { success: boolean }[])[0]?.success,
    );
    expect(results).toEqual([false, true, true, true, true, true]);
    expect(rows[0]?.errorMessage).toMatch(/sales\.order\.flagged is refused: it is the result of 5 rules/);
    for (const { entityId } of rows) expect(entityId).toBe('SO-1');
  });
});

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
