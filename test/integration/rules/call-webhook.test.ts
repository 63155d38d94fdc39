import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Message } from '../../../shared/kernel/queues/message.ts';
import { runTriggeredRules } from '../../../shared/modules/rules/execution/trigger-service.ts';
import { aStoredRule, executed, listLogs } from '../../support/builders/rules.ts';
import { aSibling, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import {
  aWebhook,
  decidedDelivery,
  deliveriesPath,
  fireSchedules,
  getDelivery,
  listDeliveries,
  verified,
  webhookPath,
} from '../../support/builders/webhooks.ts';
import { type Sink, startSink } from '../../support/clients/sink.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

const always = { field: 'nothing', operator: 'IS_EMPTY' };
const called = 'business_rules.rule.called_webhook';

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
  expect.poll(() => at(path).length, { timeout: 20_000, interval: 50 }).toBe(count);

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
  it('sends the configured request, which is in the delivery log and in its own log', async () => {
    const caller = await aTenant();
    const path = `/${randomUUID()}`;
    const url = `${sink.url}${path}`;
    await aCallingRule(
      caller,
      {
        url: `${url}/{{entityId}}?key=hunter2`,
        method: 'put',
        headers: { 'X-Total': '{{total}}', Authorization: 'Bearer abc' },
        body: { total: '{{total}}' },
      },
      { url: `${url}/text`, payload: 'Order {{entityId}}' },
      { url: `${url}/get`, method: 'GET', body: 'not with GET' },
      { url: `${url}/delete`, method: 'DELETE', headers: { 'content-type': 'text/xml' }, body: '<a/>' },
    );
    const results = await resultsOf(caller);
    expect(results.map(({ success, status }) => [success, status])).toEqual(
      Array.from({ length: 4 }, () => [true, 'pending']),
    );
    await arrived(path, 4);
    const sent = new Map(at(path).map((request) => [request.path.slice(path.length + 1), request]));
    expect(sent.get('SO-1?key=hunter2')).toMatchObject({
      method: 'PUT',
      body: '{"total":250}',
      headers: {
        'content-type': 'application/json',
        'x-total': '250',
        authorization: 'Bearer abc',
        'webhook-id': expect.stringMatching(/^msg_[0-9a-f]{32}$/),
      },
    });
    expect(sent.get('text')).toMatchObject({
      method: 'POST',
      body: 'Order SO-1',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    });
    expect(sent.get('get')).toMatchObject({ method: 'GET', body: '' });
    expect(sent.get('get')?.headers).not.toHaveProperty('content-type');
    expect(sent.get('delete')).toMatchObject({
      method: 'DELETE',
      body: '<a/>',
      headers: { 'content-type': 'text/xml' },
    });
    for (const { headers } of sent.values()) expect(headers).not.toHaveProperty('webhook-signature');

    const [first, second] = results;
    await expect
      .poll(async () => (await getDelivery(caller, first?.deliveryId ?? '')).status, { timeout: 20_000 })
      .toBe('delivered');
    expect(await getDelivery(caller, first?.deliveryId ?? '')).toMatchObject({
      webhookId: null,
      webhookName: null,
      eventType: called,
      payload: { total: 250 },
      attempts: [{ outcome: 'delivered', responseStatus: 200 }],
    });
    expect((await getDelivery(caller, second?.deliveryId ?? '')).payload).toBe('Order SO-1');
    expect((await listDeliveries(caller, `eventType=${called}`)).total).toBe(4);

    const [entry] = (await listLogs(caller)).items;
    expect(JSON.stringify(entry?.outputContext)).toContain(`${url}/SO-1"`);
    expect(JSON.stringify(entry?.outputContext)).toContain(first?.deliveryId);
    expect(JSON.stringify(entry)).not.toMatch(/hunter2|Bearer/);
  });

  it('retries a failed request, and sends it once more on demand', async () => {
    const caller = await aTenant();
    const failing = await startSink();
    failing.respond((_, index) => ({ status: [503, 404, 200][index] ?? 200 }));
    await aCallingRule(caller, { url: failing.url, body: { n: 1 } });
    const [result] = await resultsOf(caller);
    const id = result?.deliveryId ?? '';
    const becomes = (status: string) =>
      expect.poll(async () => (await getDelivery(caller, id)).status, { timeout: 20_000 }).toBe(status);
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

  it('sends nothing in a dry run', async () => {
    const caller = await aTenant();
    const path = `/${randomUUID()}`;
    await aCallingRule(caller, { url: `${sink.url}${path}` });
    expect(await resultsOf(caller, { dryRun: true })).toMatchObject([{ success: true }]);
    expect((await listDeliveries(caller)).total).toBe(0);
    expect(at(path)).toEqual([]);
  });

  it('fails for a forbidden URL, and continues with the other actions', async () => {
    const caller = await aTenant();
    const path = `/${randomUUID()}`;
    await aCallingRule(
      caller,
      { url: 'file:///{{entityId}}' },
      { url: 'http://user:{{entityId}}@example.com' },
      { url: sink.url, headers: { 'X-Text': 'ü{{entityId}}' } },
      { url: sink.url, body: '{{text}}' },
      { url: `${sink.url}${path}` },
    );
    const results = await resultsOf(caller, { data: { text: 'x'.repeat(263_000) } });
    expect(results.map(({ error = null }) => error)).toEqual([
      'The url must begin with https:// or http://.',
      'The url must not contain a user name or a password.',
      'headers.X-Text must consist of printable ASCII characters.',
      'Headers and body have more than 262144 bytes.',
      null,
    ]);
    await arrived(path, 1);
    expect((await listLogs(caller)).items[0]?.errorMessage).toContain('The url must begin');
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
      .poll(async () => (await listDeliveries(caller)).items.map(({ status }) => status), { timeout: 20_000 })
      .toEqual(['delivered']);
    expect(at(path)).toMatchObject([{ body: 'SO-7' }]);
  });
});

describe('a rule that calls a webhook', () => {
  it('sends it signed, with the webhook’s method and headers, in the envelope of events', async () => {
    const caller = await aTenant();
    const path = `/${randomUUID()}`;
    const url = `${sink.url}${path}`;
    const webhook = await aWebhook(caller, { url, httpMethod: 'PATCH', customHeaders: { 'X-Own': 'yes' } });
    const rule = await aCallingRule(caller, { webhookId: webhook.id, body: { total: '{{total}}' } });
    expect(await resultsOf(caller)).toMatchObject([{ success: true, webhookId: webhook.id }]);
    const delivery = await decidedDelivery(caller, webhook.id);
    const [request] = at(path);
    if (request === undefined) throw new Error('nothing arrived');
    expect(request).toMatchObject({ method: 'PATCH', headers: { 'x-own': 'yes' } });
    expect(verified(webhook.secret, request)).toEqual({
      type: called,
      timestamp: expect.any(String),
      data: {
        id: rule.id,
        ruleId: rule.ruleId,
        ruleName: rule.ruleName,
        entityType: 'sales.order',
        entityId: 'SO-1',
        eventType: null,
        body: { total: 250 },
        tenantId: caller.tenantId,
        organizationId: caller.organizationId,
      },
    });
    expect(delivery).toMatchObject({ status: 'delivered', webhookId: webhook.id, eventType: called });
  });

  it('fails alone with a body that is too large, and the other actions have their effects', async () => {
    const caller = await aTenant();
    const webhook = await aWebhook(caller, {}, sink);
    const path = `/${randomUUID()}`;
    await aCallingRule(caller, { webhookId: webhook.id, body: '{{text}}' }, { url: `${sink.url}${path}` });
    const results = await resultsOf(caller, { data: { text: 'x'.repeat(420_000) } });
    expect(results.map(({ error = null }) => error)).toEqual([
      'The effect of the action is too large to be stored.',
      null,
    ]);
    await arrived(path, 1);
  });

  it('refuses foreign and disabled webhooks, and hides its deliveries from others', async () => {
    const owner = await aTenant();
    const foreign = await aWebhook(await aTenant(), {}, sink);
    const sibling = await aSibling(owner);
    const ofSibling = await aWebhook(sibling, {}, sink);
    const off = await aWebhook(owner, {}, sink);
    await owner.api.put(webhookPath(off.id), { body: { isActive: false } });
    const path = `/${randomUUID()}`;
    await aCallingRule(
      owner,
      { webhookId: foreign.id },
      { webhookId: ofSibling.id },
      { webhookId: off.id },
      { webhookId: '{{entityId}}' },
      { url: `${sink.url}${path}` },
    );
    const results = await resultsOf(owner);
    expect(results.map(({ error = null }) => error)).toEqual([
      `The webhook ${foreign.id} does not exist.`,
      `The webhook ${ofSibling.id} does not exist.`,
      `The webhook ${off.id} is disabled.`,
      'The webhook SO-1 does not exist.',
      null,
    ]);
    const id = results.at(-1)?.deliveryId ?? '';
    for (const stranger of [sibling, await aTenant()]) {
      expect((await stranger.api.get(`${deliveriesPath}/${id}`)).status).toBe(404);
      expect((await stranger.api.post(`${deliveriesPath}/${id}/retry`)).status).toBe(404);
      expect((await listDeliveries(stranger)).total).toBe(0);
    }
    await arrived(path, 1);
    expect((await listDeliveries(owner)).total).toBe(1);
  });
});
