/**
 * Speed of a large upload compared with writing the same bytes to the same bucket, and memory of concurrent uploads.
 */
import { execFile, fork } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { WireRequest } from '../../../../shared/kernel/samples/wire.ts';
import { uploadAttachment } from '../../../../shared/modules/attachments/upload/upload-contract.ts';
import type { Bench, BenchContext, Measurement } from '../bench.ts';
import { startServer } from '../child.ts';
import type { BenchCaller, Platform } from '../platform.ts';
import { sized } from '../size.ts';
import { alternate, median } from '../statistics.ts';
import type { UploadOrder, UploadReport } from '../tools/uploader.ts';
import { formWith, post } from '../upload-form.ts';

const run = promisify(execFile);
const megabyte = 1024 * 1024;
const fileBytes = 25 * megabyte;
/** Enough for V8 to compile frequent code, on all sides. */
const warmUps = sized(5, 1);
const rounds = sized(15, 1);
/** Work that a round leaves, above all its events, is finished before the next round. */
const settleMs = 250;
const atOnce = sized(20, 2);
const sampleMs = 20;

interface Task {
  pid: number;
  url: string;
  headers: Record<string, string>;
}

/**
 * A task of the ingest service. Requests go to it as the load balancer sends them, because the emulators of load
 * balancer and CloudFront share their process with the bucket and would be measured as well.
 */
async function aTask({ controlUrl }: Platform): Promise<Task> {
  const { tasks } = (await (await fetch(`${controlUrl}/tasks`)).json()) as { tasks: Task[] };
  const [task] = tasks;
  if (task === undefined) throw new Error('No task of the ingest service is running.');
  return task;
}

/** Returns the file id of an upload's response; throws when the upload was refused. */
function storedId(answer: string): string {
  const { item, error } = JSON.parse(answer) as { item?: { id: string }; error?: string };
  if (item === undefined) throw new Error(`The upload was refused: ${error}`);
  return item.id;
}

/** Returns the URL and headers for a form. */
function addressOf(task: Task, { key }: BenchCaller) {
  return { url: `${task.url}${uploadAttachment.path}`, headers: { ...task.headers, 'x-api-key': key } };
}

/** Uploads a form; throws when it is refused. */
async function upload(task: Task, caller: BenchCaller, form: WireRequest): Promise<string> {
  const { url, headers } = addressOf(task, caller);
  return storedId(await post(url, { ...form, headers: { ...headers, ...form.headers } }));
}

/** Frees space for the next round: a tenant may store 512 MB. */
async function remove({ baseUrl }: Platform, { key }: BenchCaller, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const url = `${baseUrl}${uploadAttachment.path}?id=${id}`;
    const { ok, status } = await fetch(url, { method: 'DELETE', headers: { 'x-api-key': key } });
    if (!ok) throw new Error(`Deleting ${id} returned ${status}.`);
  }
}

/** Environment variables with which child processes write to the bucket of files. */
function bucketEnv({ aws }: Platform): Record<string, string> {
  return {
    AWS_ENDPOINT_URL: aws.endpointUrl,
    AWS_REGION: aws.region,
    AWS_ACCESS_KEY_ID: aws.accessKeyId,
    AWS_SECRET_ACCESS_KEY: aws.secretAccessKey,
    BUCKET: aws.buckets.files ?? '',
  };
}

interface Uploader extends AsyncDisposable {
  /** Throws when the bytes did not arrive. */
  bring(order: UploadOrder): Promise<UploadReport>;
}

/** The process that holds the bytes; neither side shares a process with the bucket. */
function startUploader(tool: string, platform: Platform): Uploader {
  const env = { ...bucketEnv(platform), FILE_BYTES: String(fileBytes) };
  const child = fork(tool, { env });
  const ended = once(child, 'exit');
  const gone = ended.then(() => {
    throw new Error('The uploading process has ended.');
  });
  gone.catch(() => undefined);
  return {
    async bring(order) {
      child.send(order);
      const [report] = (await Promise.race([once(child, 'message'), gone])) as [UploadReport];
      if (report.error !== undefined) throw new Error(report.error);
      return report;
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      await ended;
    },
  };
}

async function measureThroughput(context: BenchContext): Promise<Measurement> {
  const bundles = await context.bundles();
  const platform = await context.platform();
  const caller = await platform.tenantWithFiles(0);
  const address = addressOf(await aTask(platform), caller);
  await using store = await startServer(bundles.tool('store'), bucketEnv(platform));
  await using uploader = startUploader(bundles.tool('uploader'), platform);
  const ours = async (): Promise<number> => {
    await sleep(settleMs);
    const { elapsedMs, answer } = await uploader.bring({ way: 'form', ...address });
    await remove(platform, caller, [storedId(answer)]);
    return elapsedMs;
  };
  const direct = async (): Promise<number> => {
    await sleep(settleMs);
    return (await uploader.bring({ way: 'package', key: `bench/${randomUUID()}` })).elapsedMs;
  };
  const bare = async (): Promise<number> => {
    await sleep(settleMs);
    const url = `${store.url}/bench/${randomUUID()}`;
    const { elapsedMs } = await uploader.bring({ way: 'service', url });
    await fetch(url, { method: 'DELETE' });
    return elapsedMs;
  };
  await alternate(warmUps, { ours, direct, bare });
  const measured = await alternate(rounds, { ours, direct, bare });
  const perSecond = (times: readonly number[]) => fileBytes / 1_000_000 / (median(times) / 1000);
  const form = perSecond(measured.ours);
  const served = perSecond(measured.bare);
  const ratio = (form / served).toFixed(2);
  return {
    ours: form,
    other: perSecond(measured.direct),
    notes: [
      `25 MB, median of ${rounds}; one process holds the bytes and either posts them or writes them itself`,
      `a bare service that receives them and writes with the same package: ${served.toFixed(1)} MB/s, ratio ${ratio}`,
    ],
  };
}

/** Resident memory of a process. */
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
    against: '@aws-sdk/lib-storage in the process that holds the bytes',
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
