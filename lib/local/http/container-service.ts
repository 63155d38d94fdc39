/**
 * An ECS service in the local runtime: each task is a process that runs the container's program, behind a load
 * balancer that streams requests and responses. The tasks start with the first request. A task that ends is then
 * replaced, as ECS does.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, createServer, request as httpRequest } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { newKeys } from '../gateway/identities.ts';
import type { Meter } from '../gateway/meter.ts';
import type { LambdaOptions } from '../lambda/lambda.ts';
import { tokenHeader } from '../lambda/request-token.ts';
import { freePort, type LoopbackServer, listen } from '../loopback.ts';
import { newTraceId } from '../random-ids.ts';
import { transferBuffer } from '../transfer-buffer.ts';
import type { AwsIdentity, Host, HostRequest, HostResponse, PolicyStatement } from '../types.ts';
import { type ContainerWiring, wireContainers } from './container-wiring.ts';
import { headersOf } from './host-server.ts';
import { headerOf } from './http-event.ts';

export interface ContainerOptions
  extends Pick<LambdaOptions, 'app' | 'registry' | 'awsGatewayUrl' | 'logs' | 'authorizeServiceCall'> {
  meter: Pick<Meter, 'rename'>;
}

interface Task {
  process: ChildProcess;
  port: number;
  /** Number of requests without a response. */
  requests: number;
  /** Healthy tasks get requests. */
  state: 'starting' | 'healthy' | 'killed';
}

const preload = new URL('../lambda/request-token-preload.ts', import.meta.url).href;
const startTimeoutMs = 60_000;
const credentialHours = 6;

function balancerError(status: number, title: string): HostResponse {
  const body = `<html><head><title>${status} ${title}</title></head></html>`;
  return { status, headers: [['content-type', 'text/html']], body };
}

/** Forwards a body. After the response, the rest is read and dropped, so that the sender can read the response. */
async function pump(body: AsyncIterable<Uint8Array>, upstream: ClientRequest): Promise<void> {
  for await (const chunk of body) {
    if (upstream.destroyed) continue;
    if (!upstream.write(chunk, () => transferBuffer(chunk))) await drained(upstream);
  }
}

/** Resolves when more can be written, or when the connection is closed: a task may respond without reading the rest. */
function drained(upstream: ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      upstream.off('drain', done).off('close', done);
      resolve();
    };
    upstream.once('drain', done).once('close', done);
  });
}

function forward(
  port: number,
  { method, target, headers, body }: HostRequest,
  idleTimeoutMs: number,
  signal: AbortSignal,
): Promise<HostResponse> {
  const upstream = httpRequest({
    host: '127.0.0.1',
    port,
    method,
    path: target,
    agent: false,
    timeout: idleTimeoutMs,
    headers: [...headers.flat(), 'x-amzn-trace-id', newTraceId(), 'x-forwarded-port', '80'],
    setHost: false,
    signal,
  });
  return new Promise((resolve) => {
    upstream
      .once('response', (response) => {
        const { statusCode: status = 502, rawHeaders } = response;
        resolve({ status, headers: headersOf(rawHeaders), body: response });
      })
      .once('timeout', () => upstream.destroy(new Error('idle')))
      .on('error', () => resolve(balancerError(502, 'Bad Gateway')));
    if (body === undefined) return void upstream.end();
    // Requests without the right are refused before the body arrives.
    upstream.flushHeaders();
    pump(body, upstream).then(
      () => upstream.end(),
      // The viewer has disconnected within its body.
      () => upstream.destroy(),
    );
  });
}

/** Serves the tasks' credentials, as ECS does, to callers that know the path. */
async function startCredentials(identity: AwsIdentity): Promise<LoopbackServer & { token: string }> {
  const token = randomBytes(16).toString('hex');
  const server = createServer((request, response) => {
    if (request.headers.authorization !== token) return void response.writeHead(403).end();
    const credentials = {
      AccessKeyId: identity.accessKeyId,
      SecretAccessKey: identity.secretAccessKey,
      Token: randomBytes(24).toString('base64'),
      Expiration: new Date(Date.now() + credentialHours * 3_600_000).toISOString(),
    };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(credentials));
  });
  return { ...(await listen(server, 0)), token };
}

export type ContainerService = NonNullable<Awaited<ReturnType<typeof openContainers>>>;

/** Opens the service; undefined for a template without it. Throws for settings that AWS would refuse. */
export async function openContainers(options: ContainerOptions) {
  const wiring = wireContainers(options.app);
  return wiring && startService(wiring, options);
}

async function startService(
  wiring: ContainerWiring,
  { registry, awsGatewayUrl, logs, authorizeServiceCall, meter }: ContainerOptions,
) {
  const { name, executionStatements, taskStatements, logStreamArn, programArn } = wiring;
  const identity: AwsIdentity = {
    ...newKeys('ASIA'),
    name,
    roleArn: wiring.taskRoleArn,
    statements: taskStatements,
    // Containers are never frozen, so they may call AWS at any time.
    phase: 'busy',
    isConcurrent: true,
  };
  registry.register(identity);
  const may = (action: string, statements: readonly PolicyStatement[], resource: string) =>
    authorizeServiceCall({ identityName: name, statements, action, resource });
  if (!may('s3:GetObject', taskStatements, programArn))
    throw new Error(`${name}: its role does not allow it to read its program.`);
  const sink = logs.sinkFor(name, () =>
    ['logs:CreateLogStream', 'logs:PutLogEvents'].every((action) =>
      may(action, executionStatements, logStreamArn),
    ),
  );
  const credentials = await startCredentials(identity);
  const tasks = new Set<Task>();
  const healthy = () => [...tasks].filter(({ state }) => state === 'healthy');
  let stopping = false;
  let started: Promise<unknown> | undefined;

  /** Starts missing tasks. Rejects when one does not start. */
  function start(): Promise<unknown> {
    started ??= Promise.all(Array.from({ length: wiring.tasks - tasks.size }, launch));
    return started;
  }

  async function launch(): Promise<void> {
    try {
      await untilHealthy(await spawnTask());
    } catch (error) {
      // The next request tries again.
      started = undefined;
      throw error;
    }
  }

  async function spawnTask(): Promise<Task> {
    const port = await freePort();
    const child = spawn(
      process.execPath,
      [`--max-old-space-size=${wiring.memoryMb / 2}`, '--import', preload, wiring.program],
      {
        env: {
          ...wiring.environment,
          PORT: String(port),
          HOST: '127.0.0.1',
          AWS_CONTAINER_CREDENTIALS_FULL_URI: credentials.url,
          AWS_CONTAINER_AUTHORIZATION_TOKEN: credentials.token,
          AWS_ENDPOINT_URL: awsGatewayUrl,
          HOME: '/home/node',
        },
        stdio: ['pipe', 'pipe', 'pipe'],
      },
    );
    const task: Task = { process: child, port, requests: 0, state: 'starting' };
    tasks.add(task);
    for (const stream of ['stdout', 'stderr'] as const) {
      createInterface({ input: child[stream] }).on('line', (line) => sink(stream, `${line}\n`, undefined));
    }
    child.once('exit', () => {
      tasks.delete(task);
      if (task.state === 'starting' || stopping) return;
      launch().catch((error: unknown) => sink('stderr', `${error}\n`, undefined));
    });
    return task;
  }

  async function untilHealthy(task: Task): Promise<void> {
    const { process: child, port } = task;
    const deadlineMs = Date.now() + startTimeoutMs;
    while (Date.now() < deadlineMs && tasks.has(task)) {
      const response = await fetch(`http://127.0.0.1:${port}${wiring.healthPath}`).catch(() => undefined);
      if (response?.ok) {
        task.state = 'healthy';
        return;
      }
      await sleep(25);
    }
    tasks.delete(task);
    child.kill('SIGKILL');
    throw new Error(`${name}: a task fails its health check; see its log.`);
  }

  const host: Host = async (request, clientGone) => {
    await start();
    const [task] = healthy().sort((a, b) => a.requests - b.requests);
    if (task === undefined) return balancerError(503, 'Service Temporarily Unavailable');
    task.requests += 1;
    try {
      const token = randomUUID();
      const tagged: HostRequest = { ...request, headers: [...request.headers, [tokenHeader, token]] };
      const response = await forward(task.port, tagged, wiring.idleTimeoutMs, clientGone);
      // The service chooses the request id itself; the meter shows its calls under this id.
      const requestId = headerOf(response.headers, 'x-request-id');
      if (requestId !== undefined) meter.rename(token, requestId);
      return response;
    } finally {
      task.requests -= 1;
    }
  };

  return {
    hostName: wiring.hostName,
    host,
    /** Whether this host name is the service's. */
    isCalled: (other: string) => other === name,
    /**
     * The processes of the tasks, their URLs, and the headers that the public host adds to requests. Starts the tasks
     * if no request has.
     */
    async tasks() {
      await start();
      return healthy().map(({ process: { pid }, port }) => ({
        pid,
        url: `http://127.0.0.1:${port}`,
        headers: wiring.originHeaders,
      }));
    },
    /** Kills every task at once, tasks that are starting as soon as they run. Returns their number. */
    async kill(): Promise<number> {
      await start();
      const killed = healthy();
      for (const task of killed) {
        task.state = 'killed';
        task.process.kill('SIGKILL');
      }
      return killed.length;
    },
    async stop(): Promise<void> {
      stopping = true;
      const ended = [...tasks].map(async ({ process: child }) => {
        const exit = once(child, 'exit');
        child.kill('SIGKILL');
        await exit;
      });
      await Promise.all(ended);
      await credentials.stop();
    },
  };
}
