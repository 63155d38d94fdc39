/**
 * One tenant with more work than the machine can do at once, and how long another tenant waits meanwhile: for one
 * delivery, one sync run and one file.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SyncRunDetail } from '../../shared/sync/run-contract.ts';
import { eventually } from './eventually.ts';
import { encodeForm, formType, uploadParts } from './multipart.ts';
import type { OwnRuntime } from './own-runtime.ts';
import type { Sink } from './sink.ts';
import { aWebhookBody, eventType, webhooksPath } from './webhooks.ts';

/** What the noisy tenant has to do. */
export interface Backlog {
  deliveries: number;
  runs: number;
  files: number;
}

/** Seconds until another tenant's work was done. */
export interface Waits {
  delivery: number;
  run: number;
  file: number;
}

export const fairnessSettings = { ALLOW_PRIVATE_WEBHOOKS: 'true' };

const integration = 'sync_http_json';
const webhooksOfBacklog = 50;
/** Of a page of a slow service, and of a receiver of webhooks. */
const slowPageMs = 10_000;
const receiverMs = 200;
/** So much of the backlog of deliveries is queued before the first measurement; the rest follows. */
const queuedShare = 0.6;
const wordsOfFile = 400;
const withinMs = 300_000;

type Send = <Body>(
  method: string,
  path: string,
  body?: string | Buffer,
  contentType?: string,
) => Promise<Body>;

/** The tenants that every runtime has, each with the key of its administrator. */
function tenantsOf(runtime: OwnRuntime) {
  const sendAs =
    (key: string): Send =>
    (method, path, body, contentType = 'application/json') =>
      runtime.send(method, path, body, contentType, key);
  const { acmeAdmin, globexAdmin } = runtime.access.keys;
  return { noisy: sendAs(acmeAdmin), quiet: sendAs(globexAdmin) };
}

const post = <Body>(send: Send, path: string, body: object): Promise<Body> =>
  send('POST', path, JSON.stringify(body));

/** Pages without end behind `/slow`, one quick page behind `/fast`; webhooks are received after a while. */
function serve(sink: Sink): void {
  sink.respond(async ({ path, method }) => {
    if (method === 'POST') {
      if (path.startsWith('/noisy')) await sleep(receiverMs);
      return { status: 200 };
    }
    const isSlow = path.startsWith('/slow');
    if (isSlow) await sleep(slowPageMs);
    const cursor = Number(new URL(path, 'http://sink').searchParams.get('cursor') ?? 0);
    const items = [{ id: `P-${cursor}`, name: 'Product' }];
    return { status: 200, body: JSON.stringify({ items, nextCursor: isSlow ? String(cursor + 1) : null }) };
  });
}

async function connectSource(send: Send, baseUrl: string): Promise<void> {
  const path = `/api/integrations/${integration}`;
  await send('PUT', `${path}/credentials`, JSON.stringify({ credentials: { baseUrl, token: 'none' } }));
  await send('PUT', `${path}/state`, JSON.stringify({ isEnabled: true }));
}

const startRun = (send: Send, entityType: string) =>
  post<{ id: string }>(send, '/api/data_sync/run', {
    ...{ integrationId: integration, entityType, direction: 'import' },
  });

async function upload(send: Send, name: string): Promise<string> {
  const words = Array.from({ length: wordsOfFile }, (_, index) => `${name}word${index}`);
  const file = { filename: `${name}.txt`, type: 'text/plain', value: Buffer.from(words.join(' ')) };
  const { item } = await send<{ item: { id: string } }>(
    'POST',
    '/api/attachments',
    encodeForm(uploadParts({}, file)),
    formType,
  );
  return item.id;
}

async function inParallel(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  const indexes = Array.from({ length: count }, (_, index) => index).values();
  const worker = async () => {
    for (const index of indexes) await work(index);
  };
  await Promise.all(Array.from({ length: 4 }, worker));
}

/** Gives the noisy tenant its work, and returns once the queues hold it. */
async function pileUp(runtime: OwnRuntime, send: Send, sink: Sink, size: Backlog): Promise<void> {
  const webhooks = Math.min(webhooksOfBacklog, size.deliveries);
  await inParallel(webhooks, (index) =>
    post(send, webhooksPath, aWebhookBody({ url: `${sink.url}/noisy-${index}` })),
  );
  await connectSource(send, `${sink.url}/slow`);
  await inParallel(size.files, (index) => upload(send, `noisy${index}`));
  await inParallel(size.runs, (index) => startRun(send, `shop.product${index}`));
  await inParallel(Math.ceil(size.deliveries / webhooks), (n) =>
    post(send, '/api/events', { type: eventType, data: { n } }),
  );
  await eventually(
    'the queue of deliveries holds the backlog',
    async () => {
      const { visible } = await runtime.queue('webhook-deliveries');
      if (visible >= queuedShare * size.deliveries) return true;
      const dispatch = await runtime.queue('webhook-dispatch');
      return visible > 0 && dispatch.visible + dispatch.inFlight === 0 ? true : undefined;
    },
    withinMs,
  );
}

const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const startedMs = performance.now();
  await work();
  return (performance.now() - startedMs) / 1_000;
};

/** One delivery, one run and one file of the quiet tenant, at the same time. */
async function measure(send: Send, sink: Sink, round: number): Promise<Waits> {
  const [delivery, run, file] = await Promise.all([
    secondsOf(async () => {
      const { id } = await post<{ id: string }>(send, '/api/events', { type: eventType, data: { round } });
      const isReceived = () =>
        sink.requests.some(({ path, body }) => path === '/quiet' && body.includes(`"round":${round}`));
      await eventually(`the event ${id}`, async () => isReceived() || undefined, withinMs);
    }),
    secondsOf(async () => {
      const { id } = await startRun(send, `shop.item${round + 2}`);
      const path = `/api/data_sync/runs/${id}`;
      const isOver = async () => (await send<SyncRunDetail>('GET', path)).status === 'completed' || undefined;
      await eventually('the run', isOver, withinMs);
    }),
    secondsOf(async () => {
      const path = `/api/attachments/library/${await upload(send, `quiet${round}`)}`;
      const isRead = async () => {
        const { item } = await send<{ item: { contentStatus: string } }>('GET', path);
        return item.contentStatus === 'done' || undefined;
      };
      await eventually('the text of the file', isRead, withinMs);
    }),
  ]);
  return { delivery, run, file };
}

/** How long the quiet tenant waits alone, and `rounds` times beside the backlog, of which `left` was still to do. */
export async function measureFairness(
  runtime: OwnRuntime,
  sink: Sink,
  size: Backlog,
  rounds: number,
): Promise<{ alone: Waits; beside: Waits[]; left: Backlog }> {
  const { noisy, quiet } = tenantsOf(runtime);
  serve(sink);
  await post(quiet, webhooksPath, aWebhookBody({ url: `${sink.url}/quiet` }));
  await connectSource(quiet, `${sink.url}/fast`);
  await measure(quiet, sink, -2);
  const alone = await measure(quiet, sink, -1);
  await pileUp(runtime, noisy, sink, size);
  const beside: Waits[] = [];
  for (let round = 0; round < rounds; round += 1) beside.push(await measure(quiet, sink, round));
  const waiting = async (name: string) => {
    const { visible, inFlight, delayed } = await runtime.queue(name);
    return visible + inFlight + delayed;
  };
  const left = {
    deliveries: await waiting('webhook-deliveries'),
    runs: await waiting('data-sync-import'),
    files: await waiting('text-extraction'),
  };
  return { alone, beside, left };
}
