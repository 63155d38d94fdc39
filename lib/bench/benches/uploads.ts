/** What a large upload costs beside writing the same bytes to the same bucket, and how much memory many take. */
import { execFile, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { DeleteObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { uploadAttachment } from '../../../shared/attachments/contract.ts';
import type { Bench, BenchContext, Measurement } from '../bench.ts';
import type { BenchCaller, Platform } from '../platform.ts';
import { inTurn, median } from '../statistics.ts';

const run = promisify(execFile);
const agent = new Agent({ keepAlive: true });
const megabyte = 1024 * 1024;
const fileBytes = 25 * megabyte;
const rounds = 9;
const atOnce = 20;
const sampleMs = 20;

async function elapsedMs(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

interface Task {
  pid: number;
  url: string;
  headers: Record<string, string>;
}

/**
 * A task of the ingest service. It is asked as the load balancer asks it: the stand-ins for that and for CloudFront share
 * this process with the bucket, and would count as the product's own.
 */
async function aTask({ controlUrl }: Platform): Promise<Task> {
  const { tasks } = (await (await fetch(`${controlUrl}/tasks`)).json()) as { tasks: Task[] };
  const [task] = tasks;
  if (task === undefined) throw new Error('No task of the ingest service runs.');
  return task;
}

const boundary = 'bench-of-uploads';

/** A form with a file of these bytes, made once: making it is the client's work. */
function formWith(bytes: Uint8Array): Uint8Array {
  const part = (head: string) => `--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`;
  const before = [
    `${part('name="entityId"')}sales.order\r\n`,
    `${part('name="recordId"')}SO-1001\r\n`,
    part('name="file"; filename="scan.bin"'),
  ];
  return Buffer.concat([Buffer.from(before.join('')), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
}

/** Posts a body; answers what came back. Unlike `fetch`, it does not copy the bytes that it is given first. */
function post(url: string, headers: Record<string, string>, body: Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    const length = { 'content-length': body.byteLength };
    const sent = request(url, { method: 'POST', agent, headers: { ...headers, ...length } }, (response) => {
      text(response).then(resolve, reject);
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

/** Uploads a form; throws when that is refused. */
async function upload(task: Task, { key }: BenchCaller, body: Uint8Array): Promise<string> {
  const type = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  const headers = { ...task.headers, ...type, 'x-api-key': key };
  const answer = await post(`${task.url}${uploadAttachment.path}`, headers, body);
  const { item, error } = JSON.parse(answer) as { item?: { id: string }; error?: string };
  if (item === undefined) throw new Error(`The upload was refused: ${error}`);
  return item.id;
}

/** Room for the next round: a tenant may keep 512 MB. */
async function remove({ baseUrl }: Platform, { key }: BenchCaller, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const url = `${baseUrl}${uploadAttachment.path}?id=${id}`;
    const { ok, status } = await fetch(url, { method: 'DELETE', headers: { 'x-api-key': key } });
    if (!ok) throw new Error(`Deleting ${id} was answered ${status}.`);
  }
}

/** A bare service that writes bodies with the SDK's package, in a process of its own, as a task is one. */
async function startStore(tool: string, { aws }: Platform): Promise<AsyncDisposable & { url: string }> {
  const env = {
    AWS_ENDPOINT_URL: aws.endpointUrl,
    AWS_REGION: aws.region,
    AWS_ACCESS_KEY_ID: aws.accessKeyId,
    AWS_SECRET_ACCESS_KEY: aws.secretAccessKey,
    BUCKET: aws.buckets.sync ?? '',
  };
  const child = spawn(process.execPath, [tool], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    url: line.toString().trim(),
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}

async function measureThroughput(context: BenchContext): Promise<Measurement> {
  const bundles = await context.bundles();
  const platform = await context.platform();
  const caller = await platform.tenantWithFiles(0);
  const { endpointUrl: endpoint, region, accessKeyId, secretAccessKey, buckets } = platform.aws;
  const task = await aTask(platform);
  await using store = await startStore(bundles.tool('store'), platform);
  const client = new S3Client({ endpoint, region, credentials: { accessKeyId, secretAccessKey } });
  const bytes = randomBytes(fileBytes);
  const file = formWith(bytes);
  const ours = async (): Promise<number> => {
    let id = '';
    const took = await elapsedMs(async () => {
      id = await upload(task, caller, file);
    });
    await remove(platform, caller, [id]);
    return took;
  };
  const bare = async (): Promise<number> => {
    const url = `${store.url}/bench/${randomUUID()}`;
    const took = await elapsedMs(() => post(url, {}, bytes));
    await fetch(url, { method: 'DELETE' });
    return took;
  };
  /** Without a client and a process between: the machine that has the bytes writes them. */
  const direct = async (): Promise<number> => {
    const Key = `bench/${randomUUID()}`;
    const params = { Bucket: buckets.sync, Key };
    const took = await elapsedMs(() => new Upload({ client, params: { ...params, Body: bytes } }).done());
    await client.send(new DeleteObjectCommand(params));
    return took;
  };
  try {
    // All as they are when they have run for a while.
    await inTurn(1, { ours, bare, direct });
    const measured = await inTurn(rounds, { ours, bare, direct });
    const perSecond = (times: readonly number[]) => fileBytes / 1_000_000 / (median(times) / 1000);
    return {
      ours: perSecond(measured.ours),
      other: perSecond(measured.bare),
      notes: [
        `25 MB, median of ${rounds}; both sides a service in a process of its own, to the same stand-in for S3`,
        `the package alone, with the bytes in its own memory: ${perSecond(measured.direct).toFixed(1)} MB/s`,
      ],
    };
  } finally {
    client.destroy();
  }
}

/** What a process holds in memory. */
async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => undefined);
  const kilobytes =
    /^VmRSS:\s+(\d+) kB$/m.exec(status ?? '')?.[1] ??
    (await run('ps', ['-o', 'rss=', '-p', String(pid)])).stdout;
  return Number(kilobytes) * 1024;
}

async function measureMemory(context: BenchContext): Promise<Measurement> {
  const platform = await context.platform();
  const caller = await platform.tenantWithFiles(0);
  const file = formWith(randomBytes(fileBytes));
  const task = await aTask(platform);
  await remove(platform, caller, [await upload(task, caller, file)]);
  const before = await residentBytes(task.pid);
  let peak = before;
  let ended = false;
  const watching = (async () => {
    while (!ended) {
      peak = Math.max(peak, await residentBytes(task.pid));
      await sleep(sampleMs);
    }
  })();
  try {
    const uploads = Array.from({ length: atOnce }, () => upload(task, caller, file));
    await remove(platform, caller, await Promise.all(uploads));
  } finally {
    ended = true;
    await watching;
  }
  return {
    ours: (peak - before) / megabyte,
    other: null,
    notes: [`${atOnce} uploads of 25 MB at once, from ${Math.round(before / megabyte)} MB`],
  };
}

export const uploadBenches: readonly Bench[] = [
  {
    name: 'upload-throughput',
    unit: 'MB/s',
    against: 'bare service with @aws-sdk/lib-storage',
    bar: 0.7,
    atLeast: true,
    measure: measureThroughput,
  },
  {
    name: 'upload-memory',
    unit: 'MB of memory beyond idle',
    bar: 400,
    measure: measureMemory,
  },
];
