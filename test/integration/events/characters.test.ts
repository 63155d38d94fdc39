/** Characters beyond the basic plane, and those that queues take in escaped form only, on the whole way of an event. */
import { expect, it } from 'vitest';
import { aTenant } from '../../support/builders.ts';
import { happen, listen } from '../../support/event-stream.ts';
import { fanOutEvents } from '../../support/fan-out.ts';
import { aStoredRule, listLogs } from '../../support/rules.ts';
import { startSink } from '../../support/sink.ts';
import { aWebhook, eventType, publish } from '../../support/webhooks.ts';

fanOutEvents();

const text = 'Größe 😀 𝒳 \u{10FFFF} \uFFFF';

it('delivers an event with an emoji to webhooks, rules and the event stream', async () => {
  const owner = await aTenant();
  await using sink = await startSink();
  await using stream = await listen(owner);
  await aWebhook(owner, {}, sink);
  const isHappy = { field: 'note', operator: '=', value: text };
  await aStoredRule(owner, { ruleId: 'EMOJI', eventType: null, conditionExpression: isHappy });
  await publish(owner, { note: text });
  const [request] = await sink.waitFor(1);
  expect(JSON.parse(request?.body ?? '')).toMatchObject({ type: eventType, data: { note: text } });
  const frame = await stream.hears(await happen(owner, { note: text }));
  expect(frame.data.payload).toMatchObject({ note: text });
  await expect
    .poll(async () => (await listLogs(owner)).items, { timeout: 20_000, interval: 100 })
    .toMatchObject([{ executionResult: 'SUCCESS', inputContext: { data: { note: text } } }]);
});
