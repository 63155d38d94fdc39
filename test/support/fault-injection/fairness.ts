/**
 * One tenant with more work than the machine can handle, and the delay of another tenant's work: one delivery, one
 * sync run and one file.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeForm, formType, uploadParts } from '../../../lib/lab/fuzz/multipart.ts';
import type { SyncRunDetail } from '../../../shared/modules/sync/runs/run-contract.ts';
import { aWebhookBody, eventType, webhooksPath } from '../builders/webhooks.ts';
import { eventually } from '../clients/eventually.ts';
import type { Sink } from '../clients/sink.ts';
import { isServerError, type OwnRuntime } from '../runtime/own-runtime.ts';

/** The work of the noisy tenant. */
export interface Backlog {
  deliveries: number;
  runs: number;
  files: number;
}

/** A backlog, whose deliveries are for this number of webhooks. */
export interface BacklogSize extends Backlog {
  webhooks: number;
}

/** Seconds until another tenant's work was done. */
export interface Waits {
  delivery: number;
  run: number;
  file: number;
}

export const fairnessSettings = { ALLOW_PRIVATE_WEBHOOKS: 'true' };

const integration = 'sync_http_json';
/** Delays of a page of a slow service, and of a webhook receiver. */
const slowPageMs = 10_000;
const receiverMs = 200;
/**
 * How long a receiver may delay a delivery: while the backlog is created, at most a few deliveries per second
 * complete.
 */
const webhookTimeoutMs = 60_000;
const maxHoldMs = 50_000;
/** Share of the deliveries that must wait before each measurement. */
const queuedShare = 0.6;
const wordsOfFile = 400;
/** Generous: on a busy machine, creating a backlog takes long. */
const withinMs = 900_000;

type Send = <Body>(method: string, path: string, body?: string | Buffer, type?: string) => Promise<Body>;

/** The tenants of every runtime, each with its administrator's key. */
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

/** Delays the responses to the noisy tenant, or releases them. */
interface Receivers {
  hold(): void;
  release(): void;
}

/** Endless pages at `/slow`, one quick page at `/fast`; webhooks are received after a delay. */
function serve(sink: Sink): Receivers {
  let released = Promise.withResolvers<void>();
  released.resolve();
  sink.respond(async ({ path, method }) => {
    if (method === 'POST') {
      if (path.startsWith('/noisy')) {
        await Promise.race([released.promise, sleep(maxHoldMs, undefined, { ref: false })]);
        await sleep(receiverMs);
      }
      return { status: 200 };
    }
    const isSlow = path.startsWith('/slow');
    if (isSlow) await sleep(slowPageMs);
    const cursor = Number(new URL(path, 'http://sink').searchParams.get('cursor') ?? 0);
    const items = [{ id: `P-${cursor}`, name: 'Product' }];
    return { status: 200, body: JSON.stringify({ items, nextCursor: isSlow ? String(cursor + 1) : null }) };
  });
  return {
    hold() {
      released = Promise.withResolvers();
    },
    release: () => released.resolve(),
  };
}

/** The response; undefined when the machine was too busy for one. */
const tryUnlessBusy = <Body>(answer: Promise<Body>): Promise<Body | undefined> =>
  answer.catch((error: unknown) => {
    if (!isServerError(error)) throw error;
    return undefined;
  });

/** Repeats a request until the machine accepts it. */
function retryUntilAccepted<Body>(request: (tries: number) => Promise<Body>): Promise<Body> {
  let tries = 0;
  return eventually('an answer', () => tryUnlessBusy(request(++tries)), withinMs);
}

async function connectSource(send: Send, baseUrl: string): Promise<void> {
  const path = `/api/integrations/${integration}`;
  await send('PUT', `${path}/credentials`, JSON.stringify({ credentials: { baseUrl, token: 'none' } }));
  await send('PUT', `${path}/state`, JSON.stringify({ isEnabled: true }));
}

/** Starts a run of a new entity type: a run without a response then blocks no other. */
const startRun = (send: Send, entityType: string) =>
  retryUntilAccepted((tries) =>
    post<{ id: string }>(send, '/api/data_sync/run', {
      ...{ integrationId: integration, entityType: `${entityType}_${tries}`, direction: 'import' },
    }),
  );

async function upload(send: Send, name: string): Promise<string> {
  const words = Array.from({ length: wordsOfFile }, (_, index) => `${name}word${index}`);
  const file = { filename: `${name}.txt`, type: 'text/plain', value: Buffer.from(words.join(' ')) };
  const form = encodeForm(uploadParts({}, file));
  const request = () => send<{ item: { id: string } }>('POST', '/api/attachments', form, formType);
  return (await retryUntilAccepted(request)).item.id;
}

const publishEvent = (send: Send, data: object) =>
  retryUntilAccepted(() => post<{ id: string }>(send, '/api/events', { type: eventType, data }));

async function inParallel(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  const indexes = Array.from({ length: count }, (_, index) => index).values();
  const worker = async () => {
    for (const index of indexes) await work(index);
  };
  await Promise.all(Array.from({ length: 4 }, worker));
}

/** Creates the webhooks, files and runs of the noisy tenant. */
async function createBacklog(send: Send, sink: Sink, { webhooks, files, runs }: BacklogSize): Promise<void> {
  const webhookOf = (index: number) =>
    aWebhookBody({ url: `${sink.url}/noisy-${index}`, timeoutMs: webhookTimeoutMs });
  await inParallel(webhooks, (index) => retryUntilAccepted(() => post(send, webhooksPath, webhookOf(index))));
  await connectSource(send, `${sink.url}/slow`);
  await inParallel(files, (index) => upload(send, `noisy${index}`));
  await inParallel(runs, (index) => startRun(send, `shop.product${index}`));
}

/** Messages of a queue, including those that are delayed until their tenant's share is free. */
async function waiting(runtime: OwnRuntime, name: string): Promise<number> {
  const { visible, inFlight, delayed } = await runtime.queue(name);
  return visible + inFlight + delayed;
}

/**
 * Publishes events and returns once enough of the backlog's deliveries wait. On a slow machine, the first deliveries may be
 * over before the last ones are created, because receivers hold each for a limited time. It then publishes again.
 */
async function fillUp(runtime: OwnRuntime, send: Send, { deliveries, webhooks }: BacklogSize): Promise<void> {
  let publishAtMs = Date.now();
  const publishUntilFull = async () => {
    const queued = await waiting(runtime, 'webhook-deliveries');
    if (queued >= queuedShare * deliveries) return true;
    if (Date.now() < publishAtMs) return undefined;
    await inParallel(Math.ceil((deliveries - queued) / webhooks), (n) => publishEvent(send, { n }));
    publishAtMs = Date.now() + maxHoldMs;
    return undefined;
  };
  await eventually('the queue of deliveries holds the backlog', publishUntilFull, withinMs);
}

const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const startedMs = performance.now();
  await work();
  return (performance.now() - startedMs) / 1_000;
};

/** One delivery, one run and one file of the quiet tenant, at the same time. */
async function measure(
  runtime: OwnRuntime,
  send: Send,
  sink: Sink,
  round: number,
): Promise<{ waits: Waits; left: Backlog }> {
  /** The time it took, and the remaining backlog of its kind. */
  const beside = async (queue: string, work: () => Promise<unknown>) => ({
    seconds: await secondsOf(work),
    left: await waiting(runtime, queue),
  });
  const [delivery, run, file] = await Promise.all([
    beside('webhook-deliveries', async () => {
      const { id } = await publishEvent(send, { round });
      const isReceived = () =>
        sink.requests.some(({ path, body }) => path === '/quiet' && body.includes(`"round":${round}`));
      await eventually(`the event ${id}`, async () => isReceived() || undefined, withinMs);
    }),
    beside('data-sync-import', async () => {
      const { id } = await startRun(send, `shop.item${round + 2}`);
      const path = `/api/data_sync/runs/${id}`;
      const isOver = async () =>
        (await tryUnlessBusy(send<SyncRunDetail>('GET', path)))?.status === 'completed' || undefined;
      await eventually('the run', isOver, withinMs);
    }),
    beside('text-extraction', async () => {
      const path = `/api/attachments/library/${await upload(send, `quiet${round}`)}`;
      const isRead = async () => {
        const answer = await tryUnlessBusy(send<{ item: { contentStatus: string } }>('GET', path));
        return answer?.item.contentStatus === 'done' || undefined;
      };
      await eventually('the text of the file', isRead, withinMs);
    }),
  ]);
  return {
    waits: { delivery: delivery.seconds, run: run.seconds, file: file.seconds },
    left: { deliveries: delivery.left, runs: run.left, files: file.left },
  };
}

export interface Fairness {
  alone: Waits;
  beside: Waits[];
  left: Backlog[];
}

/** The delays of the quiet tenant alone, and `rounds` times next to the backlog, with the remaining backlog. */
export async function measureFairness(
  runtime: OwnRuntime,
  sink: Sink,
  size: BacklogSize,
  rounds: number,
): Promise<Fairness> {
  const { noisy, quiet } = tenantsOf(runtime);
  const receivers = serve(sink);
  await post(quiet, webhooksPath, aWebhookBody({ url: `${sink.url}/quiet` }));
  await connectSource(quiet, `${sink.url}/fast`);
  await measure(runtime, quiet, sink, -2);
  const { waits: alone } = await measure(runtime, quiet, sink, -1);
  await createBacklog(noisy, sink, size);
  const beside: Waits[] = [];
  const left: Backlog[] = [];
  for (let round = 0; round < rounds; round += 1) {
    receivers.hold();
    await fillUp(runtime, noisy, size);
    receivers.release();
    const measured = await measure(runtime, quiet, sink, round);
    beside.push(measured.waits);
    left.push(measured.left);
  }
  return { alone, beside, left };
}
