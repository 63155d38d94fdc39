import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Message } from '../../../shared/kernel/queues/message.ts';
import { runTriggeredRules } from '../../../shared/modules/rules/execution/trigger-service.ts';
import { aStoredRule, executed } from '../../support/builders/rules.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import {
  deliveriesPath,
  fireSchedules,
  getDelivery,
  listDeliveries,
} from '../../support/builders/webhooks.ts';
import { type Sink, startSink } from '../../support/clients/sink.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

const always = { field: 'nothing', operator: 'IS_EMPTY' };

let sink: Sink;
beforeAll(async () => {
  sink = await startSink();
});
afterAll(() => sink.stop());
// This process validates responses with the same schema, and runs rules itself.
beforeEach(() => vi.stubEnv('ALLOW_PRIVATE_WEBHOOKS', 'true'));

/** Returns the requests that arrived at the path of this test. */
const at = (path: string) => sink.requests.filter((request) => request.path.startsWith(path));
const arrived = (path: string, count: number) =>
  expect.poll(() => at(path).length, { interval: 50 }).toBe(count);

/** A rule of orders with these actions. */
function aCallingRule(caller: TestCaller, ...configs: Record<string, unknown>[]) {
  const successActions = configs.map((config) => ({ type: 'CALL_WEBHOOK', config }));
  return aStoredRule(caller, { conditionExpression: always, successActions });
}

type Result = { success: boolean; error?: string; deliveryId: string; status: string };

/** Executes the rules of an order and returns the results of the actions. */
async function resultsOf(caller: TestCaller, more: Record<string, unknown> = {}): Promise<Result[]> {
  const { executedRules } = await executed(caller, { entityId: 'SO-1', data: { total: 250 }, ...more });
  return executedRules.flatMap(
    ({ actionsExecuted }) => actionsExecuted?.results ?? [],
  ) as unknown as Result[];
}

describe('a rule that calls a URL', () => {
  it('retries a failed request, and sends it once more on demand', async () => {
    const caller = await aTenant();
    const failing = await startSink();
    failing.respond((_, index) => ({ status: [503, 404, 200][index] ?? 200 }));
    await aCallingRule(caller, { url: failing.url, body: { n: 1 } });
    const [result] = await resultsOf(caller);
    const id = result?.deliveryId ?? '';
    const becomes = (status: string) =>
      expect.poll(async () => (await getDelivery(caller, id)).status).toBe(status);
    await failing.waitFor(1);
    await fireSchedules(`webhook-${id}`);
    await becomes('expired');
    const { status } = await caller.api.post(`${deliveriesPath}/${id}/retry`);
    expect(status).toBe(200);
    await becomes('delivered');
    expect((await getDelivery(caller, id)).attempts.map(({ responseStatus }) => responseStatus)).toEqual([
      503, 404, 200,
    ]);
    const ids = failing.requests.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(1);
    await failing.stop();
  });

  it('sends once per event, also for redelivered messages', async () => {
    const caller = await aTenant();
    const path = `/${randomUUID()}`;
    await aCallingRule(caller, { url: `${sink.url}${path}`, body: '{{id}}' });
    const { tenantId, organizationId } = caller;
    const id = randomUUID();
    const message: Message = {
      v: 1,
      id,
      type: 'sales.order.created',
      tenantId,
      organizationId,
      idempotencyKey: `${tenantId}:${id}`,
      occurredAt: new Date().toISOString(),
      version: 1,
      data: { id: 'SO-7' },
    };
    await Promise.all([1, 2].map(() => runTriggeredRules(message, Date.now())));
    await runTriggeredRules(message, Date.now());
    await arrived(path, 1);
    await expect
      .poll(async () => (await listDeliveries(caller)).items.map(({ status }) => status))
      .toEqual(['delivered']);
    expect(at(path)).toMatchObject([{ body: 'SO-7' }]);
  });
});
