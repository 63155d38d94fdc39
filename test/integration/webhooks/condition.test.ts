import { describe, expect, it, onTestFinished } from 'vitest';
import type { Webhook } from '../../../shared/modules/webhooks/endpoints/webhook-contract.ts';
import { itemsOf } from '../../support/builders/rules.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import {
  aWebhook,
  aWebhookBody,
  decidedDeliveries,
  listDeliveries,
  publish,
  webhookPath,
  webhooksPath,
} from '../../support/builders/webhooks.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { startSink } from '../../support/clients/sink.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

const isLarge = { field: 'data.total', operator: '>', value: 100 };
/** A condition of maximum depth, which exceeds that of DynamoDB documents. */
const nested = (levels: number): object =>
  levels === 1 ? isLarge : { operator: 'AND', rules: [nested(levels - 1)] };

interface Statistics {
  total: number;
  delivered: number;
  heldBack: number;
}

describe('a webhook with a condition', () => {
  it('delivers the events that match, and counts the others', async () => {
    const owner = await aTenant();
    const sink = await startSink();
    onTestFinished(() => sink.stop());
    const { id } = await aWebhook(owner, { condition: isLarge }, sink);
    for (const total of [50, 250, 99]) await publish(owner, { total });
    await decidedDeliveries(owner, id);
    const statistics = await eventually('both events filtered', async () => {
      const { body } = await owner.api.get<Statistics>(`${webhookPath(id)}/stats`);
      return body.heldBack === 2 && body.total === 1 ? body : undefined;
    });
    expect(statistics).toMatchObject({ total: 1, delivered: 1, heldBack: 2 });
    const { body: sinceEver } = await owner.api.get(`${webhookPath(id)}/stats?since=1980-01-01`);
    expect(sinceEver).toMatchObject({ total: 1, heldBack: 2 });
    expect(sink.requests.map(({ body }) => JSON.parse(body).data.total)).toEqual([250]);
    expect((await listDeliveries(owner)).total).toBe(1);
    const { body: series } = await owner.api.get<{ points: Statistics[] }>(`${webhookPath(id)}/series`);
    expect(series.points.reduce((sum, { heldBack }) => sum + heldBack, 0)).toBe(2);
  });

  it('returns it, keeps it when other fields change, and removes it with null', async () => {
    const owner = await aTenant();
    const condition = nested(100);
    const { id } = await aWebhook(owner, { condition });
    const read = async () => (await owner.api.get<Webhook>(webhookPath(id))).body;
    expect((await read()).condition).toEqual(condition);
    const { body: page } = await owner.api.get<{ items: Webhook[] }>(webhooksPath);
    expect(page.items[0]?.condition).toEqual(condition);
    await owner.api.put(webhookPath(id), { body: { name: 'Large orders' } });
    expect((await read()).condition).toEqual(condition);
    await owner.api.put(webhookPath(id), { body: { condition: null } });
    expect(await read()).not.toHaveProperty('condition');
    expect(
      JSON.stringify(itemsOf(owner.tenantId).filter(({ entity }) => entity === 'webhook')),
    ).not.toContain('conditionText');
  });

  it.each<[string, unknown, string]>([
    ['an unknown operator', { field: 'type', operator: '~', value: 1 }, 'unknown operator "~"'],
    ['no object', 'data.total > 100', 'a condition must be an object'],
    ['101 levels', nested(101), 'must nest at most 100 levels'],
    ['too much text', { ...isLarge, value: 'x'.repeat(16_384) }, 'must have at most 16384 bytes of JSON'],
  ])('is refused with %s, naming the field', async (_, condition, message) => {
    const owner = await aTenant();
    const { status, body } = await owner.api.post(webhooksPath, { body: aWebhookBody({ condition }) });
    expect(status).toBe(400);
    expect(body.details).toContainEqual({ field: 'condition', message: expect.stringContaining(message) });
  });

  it('sends a test in any case, and returns whether such an event would be delivered', async () => {
    const owner = await aTenant();
    const sink = await startSink();
    onTestFinished(() => sink.stop());
    const { id } = await aWebhook(owner, { condition: isLarge }, sink);
    const { body } = await owner.api.post(`${webhookPath(id)}/test`, { body: { payload: { total: 7 } } });
    expect(body).toMatchObject({
      delivery: { status: 'delivered' },
      condition: { holds: false, decidedBy: { field: 'data.total', expected: 100, actual: 7 }, error: null },
    });
    await owner.api.put(webhookPath(id), { body: { condition: null } });
    const { body: plain } = await owner.api.post(`${webhookPath(id)}/test`, { body: {} });
    expect(plain).not.toHaveProperty('condition');
  });
});
