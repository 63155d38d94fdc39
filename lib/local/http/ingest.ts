/**
 * The ingest service in the local runtime: each task is a process that runs the container's program, behind a load
 * balancer that streams requests and responses. The tasks start with the first request. A task that ends is then
 * replaced, as ECS does.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { type AddressInfo, createServer as createPort } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { transferBuffer } from '../../../shared/kernel/async/transfer-buffer.ts';
import { originHeaders, originSecretsVariable } from '../../../shared/kernel/http/origin.ts';
import type { Meter } from '../gateway/meter.ts';
import type { AuthorizeServiceCall } from '../lambda/lambda.ts';
import type { FunctionLogs } from '../lambda/logs.ts';
import { tokenHeader } from '../lambda/request-token.ts';
import { type LoopbackServer, listen } from '../loopback.ts';
import { newTraceId } from '../random-ids.ts';
import type {
  AwsIdentity,
  Host,
  HostRequest,
  HostResponse,
  IdentityRegistry,
  ResolvedApp,
} from '../types.ts';
import { type IngestWiring, wireIngest } from './ingest-wiring.ts';

export interface Ingest {
  hostName: string;
  host: Host;
  /** Whether this host name is the service's. */
  isCalled(name: string): boolean;
  /** Kills every task at once, tasks that are starting as soon as they run. Returns their number. */
  kill(): Promise<number>;
  /**
   * The processes of the tasks, their URLs, and the headers that the public host adds to requests. Starts the tasks if
   * no request has.
   */
  tasks(): Promise<{ pid: number | undefined; url: string; headers: Record<string, string> }[]>;
  stop(): Promise<void>;
}

export interface IngestOptions {
  app: ResolvedApp;
  registry: IdentityRegistry;
  awsGatewayUrl: string;
  logs: FunctionLogs;
  authorizeServiceCall: AuthorizeServiceCall;
  meter: Pick<Meter, 'rename'>;
}

interface Task {
  process: ChildProcess;
  port: number;
  requests: number;
  /** True once it has passed its health check. */
  isHealthy?: true;
}

const preload = new URL('../lambda/request-token-preload.ts', import.meta.url).href;
const startTimeoutMs = 60_000;
const credentialHours = 6;

function balancerError(status: number, title: string): HostResponse {
  const body = Buffer.from(`<html><head><title>${status} ${title}</title></head></html>`);
  return { status, headers: [['content-type', 'text/html']], body };
}

async function freePort(): Promise<number> {
  const server = createPort().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Forwards a body. After the response, the rest is read and dropped, so that the sender can read the response. */
async function pump(
  body: AsyncIterable<Uint8Array>,
  upstream: ReturnType<typeof httpRequest>,
): Promise<void> {
  for await (const chunk of body) {
    if (upstream.destroyed) continue;
    if (upstream.write(chunk, () => transferBuffer(chunk))) continue;
    const moved = new AbortController();
    const { signal } = moved;
    const ignore = (): undefined => undefined;
    await Promise.race([
      once(upstream, 'drain', { signal }).catch(ignore),
      once(upstream, 'close', { signal }).catch(ignore),
    ]);
    moved.abort();
  }
  upstream.end();
}

function headersOf(rawHeaders: readonly string[]): HostResponse['headers'] {
  const pairs: HostResponse['headers'] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    pairs.push([String(rawHeaders[index]).toLowerCase(), String(rawHeaders[index + 1])]);
  }
  return pairs;
}

function forward(
  port: number,
  { method, target, rawHeaders, body }: HostRequest,
  idleTimeoutMs: number,
  clientGone: AbortSignal,
): Promise<HostResponse> {
  const originResponse = Promise.withResolvers<HostResponse>();
  const upstream = httpRequest({
    host: '127.0.0.1',
    port,
    method,
    path: target,
    agent: false,
    timeout: idleTimeoutMs,
    headers: [...rawHeaders, 'x-amzn-trace-id', newTraceId(), 'x-forwarded-port', '80'],
    setHost: false,
  });
  upstream.once('response', (response: IncomingMessage) => {
    const { statusCode: status = 502 } = response;
    originResponse.resolve({ status, headers: headersOf(response.rawHeaders), body: response });
  });
  upstream.once('timeout', () => upstream.destroy(new Error('idle')));
  upstream.on('error', () => originResponse.resolve(balancerError(502, 'Bad Gateway')));
  const leave = (): void => void upstream.destroy();
  clientGone.addEventListener('abort', leave, { once: true });
  upstream.once('close', () => clientGone.removeEventListener('abort', leave));
  // Requests without the right are refused before the body arrives.
  upstream.flushHeaders();
  // When a viewer disconnects within its body, the body ends with an error.
  pump(body, upstream).catch(leave);
  return originResponse.promise;
}

/** Serves the tasks' credentials, as ECS does, to callers that know the path. */
async function startCredentials(identity: AwsIdentity): Promise<LoopbackServer & { token: string }> {
  const token = randomBytes(16).toString('hex');
  const server = createServer((request, response) => {
    if (request.headers.authorization !== token) return void response.writeHead(403).end();
    const Expiration = new Date(Date.now() + credentialHours * 3_600_000).toISOString();
    response.setHeader('content-type', 'application/json').end(
      JSON.stringify({
        AccessKeyId: identity.accessKeyId,
        SecretAccessKey: identity.secretAccessKey,
        Token: randomBytes(24).toString('base64'),
        Expiration,
      }),
    );
  });
  return { ...(await listen(server, 0)), token };
}

function identityOf({ name, taskRoleArn, taskStatements }: IngestWiring): AwsIdentity {
  return {
    accessKeyId: `ASIA${randomBytes(8).toString('hex').toUpperCase()}`,
    secretAccessKey: randomBytes(30).toString('base64url'),
    name,
    roleArn: taskRoleArn,
    statements: taskStatements,
    // Containers are never frozen, so they may call AWS at any time.
    phase: 'busy',
    isConcurrent: true,
  };
}

/** Opens the service; undefined for a template without it. Throws for settings that AWS would refuse. */
export async function openIngest(options: IngestOptions): Promise<Ingest | undefined> {
  const found = wireIngest(options.app);
  if (found === undefined) return undefined;
  const wiring: IngestWiring = found;
  const { name, executionStatements, taskStatements, logStreamArn, programArn } = wiring;
  const { authorizeServiceCall } = options;
  const identity = identityOf(wiring);
  options.registry.register(identity);
  const mayFetch = {
    identityName: name,
    statements: taskStatements,
    action: 's3:GetObject',
    resource: programArn,
  };
  if (!authorizeServiceCall(mayFetch))
    throw new Error(`${name}: its role does not allow it to read its program.`);
  const sink = options.logs.sinkFor(name, () =>
    ['logs:CreateLogStream', 'logs:PutLogEvents'].every((action) =>
      authorizeServiceCall({
        identityName: name,
        statements: executionStatements,
        action,
        resource: logStreamArn,
      }),
    ),
  );
  const credentials = await startCredentials(identity);
  const [secret = ''] = (wiring.environment[originSecretsVariable] ?? '').split(',');
  const headers = { [originHeaders.secret]: secret };
  const tasks = new Set<Task>();
  const processes = new Set<ChildProcess>();
  let stopping = false;
  let started: Promise<unknown> | undefined;

  /** Starts missing tasks. Rejects when one does not start; the next call tries again. */
  function start(): Promise<unknown> {
    const missing = () => Array.from({ length: wiring.tasks - tasks.size }, launch);
    started ??= Promise.all(missing()).catch((error: unknown) => {
      started = undefined;
      throw error;
    });
    return started;
  }

  function replace(): void {
    launch().catch((error: unknown) => {
      started = undefined;
      sink('stderr', `${error}\n`, undefined);
    });
  }

  async function launch(): Promise<Task> {
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
          AWS_ENDPOINT_URL: options.awsGatewayUrl,
          HOME: '/home/node',
        },
        stdio: ['pipe', 'pipe', 'pipe'],
      },
    );
    processes.add(child);
    const task: Task = { process: child, port, requests: 0 };
    for (const stream of ['stdout', 'stderr'] as const) {
      createInterface({ input: child[stream] }).on('line', (line) => sink(stream, `${line}\n`, undefined));
    }
    const ended = once(child, 'exit');
    void ended.then(() => {
      tasks.delete(task);
      processes.delete(child);
      if (task.isHealthy && !stopping) replace();
    });
    await healthy(task, ended);
    task.isHealthy = true;
    tasks.add(task);
    return task;
  }

  async function healthy({ process: child, port }: Task, ended: Promise<unknown>): Promise<void> {
    let gone = false;
    void ended.then(() => {
      gone = true;
    });
    for (const deadlineMs = Date.now() + startTimeoutMs; Date.now() < deadlineMs && !gone; ) {
      const originResponse = await fetch(`http://127.0.0.1:${port}${wiring.healthPath}`).catch(
        () => undefined,
      );
      if (originResponse?.ok) return;
      await sleep(25);
    }
    child.kill('SIGKILL');
    throw new Error(`${name}: a task fails its health check; see its log.`);
  }

  return {
    hostName: wiring.hostName,
    isCalled: (other) => other === name,
    async tasks() {
      await start();
      return [...tasks].map(({ process: { pid }, port }) => ({
        pid,
        url: `http://127.0.0.1:${port}`,
        headers,
      }));
    },
    async host(request, clientGone) {
      await start();
      const [task] = [...tasks].sort((a, b) => a.requests - b.requests);
      if (task === undefined) return balancerError(503, 'Service Temporarily Unavailable');
      task.requests += 1;
      try {
        const token = randomUUID();
        const rawHeaders = [...request.rawHeaders, tokenHeader, token];
        const originResponse = await forward(
          task.port,
          { ...request, rawHeaders },
          wiring.idleTimeoutMs,
          clientGone,
        );
        // The service chooses the request id itself; the meter shows its calls under this id.
        const [, requestId] = originResponse.headers.find(([header]) => header === 'x-request-id') ?? [];
        if (requestId !== undefined) options.meter.rename(token, requestId);
        return originResponse;
      } finally {
        task.requests -= 1;
      }
    },
    async kill() {
      await start();
      const killed = [...tasks];
      for (const task of killed) {
        tasks.delete(task);
        task.process.kill('SIGKILL');
      }
      return killed.length;
    },
    async stop() {
      stopping = true;
      const ended = [...processes].map(async (child) => {
        const exit = once(child, 'exit');
        child.kill('SIGKILL');
        await exit;
      });
      await Promise.all(ended);
      await credentials.stop();
    },
  };
}
