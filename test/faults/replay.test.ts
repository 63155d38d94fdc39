/** A replay of the event log while its workers are killed and its messages are repeated. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { functionName } from '../../lib/aws/names.ts';
import { seededRandom } from '../../lib/lab/faults/random.ts';
import { byRunLength } from '../../lib/lab/faults/run-length.ts';
import { replay } from '../../shared/modules/webhooks/workers.ts';
import { aWebhookBody, type NewWebhook, webhookPath, webhooksPath } from '../support/builders/webhooks.ts';
import { eventually } from '../support/clients/eventually.ts';
import { type Sink, startSink } from '../support/clients/sink.ts';
import { settle } from '../support/fault-injection/settling.ts';
import { publishAll } from '../support/fault-injection/webhooks-under-faults.ts';
import { type OwnRuntime, stage, startOwnRuntime } from '../support/runtime/own-runtime.ts';

const withinMs = 900_000;
const size = byRunLength({ long: { events: 2_000, kills: 12 }, short: { events: 150, kills: 2 } });
const replayer = functionName(stage, replay.module, replay.name);
const repeatedShare = 0.1;
const pollMs = 20;
const queues = ['webhook-recovery', 'webhook-deliveries'];

let runtime: OwnRuntime;
let sink: Sink;

beforeAll(async () => {
  [runtime, sink] = await Promise.all([
    startOwnRuntime({ settings: { ALLOW_PRIVATE_WEBHOOKS: 'true' } }),
    startSink(),
  ]);
}, withinMs);
afterAll(() => Promise.all([runtime.stop(), sink.stop()]));

/** Publishes the events while the webhook is disabled, and waits until the log has them. */
async function publishUnseen(path: string): Promise<void> {
  await runtime.request('PUT', path, { isActive: false });
  await publishAll(runtime, size.events, () => {});
  await eventually(
    'all events in the log',
    async () => {
      const { total } = await runtime.request('GET', '/api/events/log?type=sales.order.shipped&pageSize=1');
      return total === size.events ? true : undefined;
    },
    withinMs,
  );
  await runtime.request('PUT', path, { isActive: true });
}

describe('a replay whose workers are killed', () => {
  it(
    'sends each missing event exactly once',
    async () => {
      const body = aWebhookBody({ url: `${sink.url}/hook`, autoDisableThreshold: 0 });
      const { id } = await runtime.request<NewWebhook>('POST', webhooksPath, body);
      await publishUnseen(webhookPath(id));
      const kills = seededRandom('replay kills');
      const crashes = Array.from({ length: size.kills }, () => kills() * 0.9 * size.events);
      crashes.sort((a, b) => a - b);
      await runtime.addFault({ effect: 'duplicate', rate: repeatedShare });
      const from = new Date(Date.now() - 3_600_000).toISOString();
      const started = await runtime.request('POST', `${webhookPath(id)}/replay`, { from, onlyMissing: true });
      let killed = 0;
      const deadlineMs = Date.now() + withinMs;
      const isEnded = async () => {
        const { status } = await runtime.request('GET', `/api/progress/jobs/${started.id}`);
        return status === 'completed';
      };
      while (Date.now() < deadlineMs) {
        const [crash] = crashes;
        if (crash !== undefined && sink.requests.length >= crash) {
          crashes.shift();
          killed += await runtime.stopWorker(replayer);
        } else if (sink.requests.length >= size.events && (await isEnded())) break;
        // Messages of killed workers, and of those that lost to a second batch, return without their visibility timeout.
        for (const queue of queues) await runtime.release(queue);
        await sleep(pollMs);
      }
      await runtime.clearFaults();
      await settle(runtime, { withinMs, includingDelayed: true });
      expect(killed).toBeGreaterThan(0);
      const numbers = sink.requests.map((request) => Number(JSON.parse(request.body).data.n));
      expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: size.events }, (_, n) => n));
      expect(await runtime.request('GET', `/api/progress/jobs/${started.id}`)).toMatchObject({
        status: 'completed',
        resultSummary: { skipped: 0 },
      });
    },
    3 * withinMs,
  );
});
