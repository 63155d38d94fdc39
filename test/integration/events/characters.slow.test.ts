/**
 * Characters of every plane, and those that queues accept only escaped, pass unchanged through outbox, bus, queues
 * and schedules to all receivers.
 */
import fc from 'fast-check';
import { beforeAll, describe, it } from 'vitest';
import { anyText } from '../../../lib/lab/fuzz/any-text.ts';
import { listOf } from '../../support/builders/notifications.ts';
import { aStoredRule, listLogs } from '../../support/builders/rules.ts';
import { aQueueJob, aStoredJob, messagesFor, trigger } from '../../support/builders/scheduler.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { aWebhook, eventType, publish } from '../../support/builders/webhooks.ts';
import { bodyOf } from '../../support/clients/api.ts';
import { happen, listen } from '../../support/clients/event-stream.ts';
import { anEndpoint, receive, signed } from '../../support/clients/inbound.ts';
import { type Sink, startSink } from '../../support/clients/sink.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

const planeCount = 17;
const planeSize = 0x10000;

/** The first, a middle and the last character of each plane, and random texts with a fixed seed. */
const texts = [
  'Größe 😀 𝒳 \u{10FFFF} \uFFFF',
  '\u0000\u0001\u007f\u0080\u2028\ud7ff\ue000\ufeff\ufffd\ufffe',
  ...Array.from({ length: planeCount }, (_, plane) =>
    [1, 0x1234, planeSize - 1].map((at) => String.fromCodePoint(plane * planeSize + at)).join(''),
  ),
  ...fc.sample(anyText({ minLength: 1, maxLength: 30 }), { seed: 1, numRuns: 30 }),
];
/** The texts as values and as names. */
const data = {
  note: texts[0],
  texts,
  named: Object.fromEntries(texts.map((text, index) => [`${index} ${text}`, index])),
};

interface Sent {
  type: string;
  data: Record<string, unknown>;
}
const received = ({ requests }: Sink, type: string) =>
  requests.map(({ body }): Sent => JSON.parse(body)).filter((sent) => sent.type === type);

let owner: TestCaller;
beforeAll(async () => {
  owner = await aTenant();
});

describe.concurrent('texts of all planes', () => {
  it('of an event reach webhooks, rules and the event stream unchanged', async ({ expect }) => {
    const owner = await aTenant();
    await using sink = await startSink();
    await using stream = await listen(owner);
    await aWebhook(owner, { subscribedEvents: [eventType] }, sink);
    const isSame = { field: 'note', operator: '=', value: texts[0] };
    await aStoredRule(owner, { ruleId: 'TEXTS', eventType: null, conditionExpression: isSame });
    await publish(owner, data);
    await sink.waitFor(1);
    expect(received(sink, eventType).map((sent) => sent.data)).toEqual([expect.objectContaining(data)]);
    const frame = await stream.hears(await happen(owner, data));
    expect(frame.data.payload).toMatchObject(data);
    await expect
      .poll(async () => (await listLogs(owner)).items, { interval: 100 })
      .toMatchObject([{ executionResult: 'SUCCESS', inputContext: { data } }]);
  });

  it('of a received message reach webhooks unchanged', async ({ expect }) => {
    await using sink = await startSink();
    const type = 'inbound.standard_webhooks.texts_sent';
    await aWebhook(owner, { subscribedEvents: [type] }, sink);
    const { id, secret } = await anEndpoint(owner, { name: texts[0] });
    const answer = await receive(id, signed(secret, JSON.stringify({ type: 'texts.sent', ...data })));
    expect(answer.body).toEqual({ ok: true });
    await sink.waitFor(1);
    expect(received(sink, type)).toMatchObject([{ data: { payload: data } }]);
  });

  it('of a job reach the queue of a team unchanged', async ({ expect }) => {
    const job = await aStoredJob(owner, aQueueJob({ name: `Job ${texts[0]}`, targetPayload: data }));
    await trigger(owner, job.id);
    const [message] = await messagesFor(job.id);
    expect(message?.data).toEqual(data);
  });

  it('of a notification reach its reader unchanged', async ({ expect }) => {
    const shown = texts.map((text) => `x${text}x`);
    for (const title of shown.slice(0, 3)) {
      const about = { type: 'text.order.sent', requiredFeature: 'notifications.view' };
      const body = { ...about, title, body: shown.join('\n') };
      await bodyOf(owner.api.post('/api/notifications/feature', { body }), 201);
    }
    const titles = async () => (await listOf(owner)).items.map(({ title }) => title);
    await expect.poll(titles, { interval: 100 }).toEqual(shown.slice(0, 3).toReversed());
    const { items } = await listOf(owner);
    expect(items.map(({ body }) => body)).toEqual(items.map(() => shown.join('\n')));
  });
});
