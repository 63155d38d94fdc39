/**
 * One execution environment of a function: a worker thread with its own identity and environment variables. It runs
 * one invocation at a time and is discarded after a failure.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { ChannelGateway, WholeResponse } from '../gateway/aws-service.ts';
import type { AwsIdentity, IdentityRegistry } from '../types.ts';
import type { FunctionDefinition } from './definition.ts';
import type { LogSink } from './logs.ts';
import type {
  AwsCallMessage,
  AwsResponseMessage,
  ErrorPayload,
  WorkerMessage,
  WorkerStart,
} from './protocol.ts';
import { errorPayload } from './protocol.ts';
import { workerCode } from './worker-code.ts';

/** Lambda's result of an invocation; `payload` is JSON text, also for a failed function. */
export interface InvocationResult {
  payload: string;
  functionError?: 'Unhandled';
}

/** Receives a response as a stream; without one the response is collected. */
export interface ResponseSink {
  /** Called for every chunk in order; resolves when the client has received it. */
  write(bytes: Uint8Array): Promise<void>;
  /** Aborted when the client disconnects; the function's stream is then destroyed. */
  clientGone: AbortSignal;
}

export interface InvocationRequest {
  sink?: ResponseSink | undefined;
  /** The event as JSON text. */
  payload: string;
  awsRequestId: string;
  /** Request id of the invocation's metered AWS calls and log lines. */
  requestId: string;
  traceId: string;
}

/** Node reserves a part of the memory: Lambda gives about nine tenths of it to the old generation. */
const heapShare = 0.9;
/** With Node's default, which is several times as large, a busy worker keeps 80 MB instead of 33 MB. */
const maxYoungGenerationSizeMb = 24;
/**
 * Lambda repeats a slower start, with the function's timeout as limit.
 * https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html
 */
const initSeconds = 10;
/** Lambda's limit of a buffered response; the number in the error text differs by a hundred bytes in AWS as well. */
export const payloadBytes = 6_291_456;
/** https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const streamedBytes = 209_715_200;

export function failure(error: ErrorPayload): InvocationResult {
  return { payload: JSON.stringify(error), functionError: 'Unhandled' };
}

type Outcome = { result: InvocationResult; alive: boolean };

export interface EnvironmentSetting {
  registry: IdentityRegistry;
  awsGatewayUrl: string;
  compileCacheDir: string | undefined;
  /** Offset of its clock. */
  skewMs: number;
  log: LogSink;
  /** Accepts AWS calls over the message port; without it, all calls go to `awsGatewayUrl`. */
  gateway?: ChannelGateway | undefined;
  /** Called when the worker thread has ended, for any reason. */
  onDeath: () => void;
}

export class LambdaEnvironment {
  readonly identity: AwsIdentity;
  /** Resolves when the bundle is loaded; rejects with an `ErrorPayload` when loading failed. */
  readonly ready: Promise<void>;
  #definition: FunctionDefinition;
  #registry: IdentityRegistry;
  #log: LogSink;
  #worker: Worker;
  #chunks: Uint8Array[] = [];
  #sink: ResponseSink | undefined;
  #sentBytes = 0;
  #awsRequestId: string | undefined;
  #settle: ((outcome: Outcome) => void) | undefined;
  #ended: Promise<void>;
  #onDeath: () => void;
  #gateway: ChannelGateway | undefined;

  constructor(definition: FunctionDefinition, setting: EnvironmentSetting) {
    this.#definition = definition;
    this.#registry = setting.registry;
    this.#log = setting.log;
    this.#onDeath = setting.onDeath;
    this.#gateway = setting.gateway;
    this.identity = {
      accessKeyId: `ASIA${randomBytes(8).toString('hex').toUpperCase()}`,
      secretAccessKey: randomBytes(30).toString('base64url'),
      name: definition.name,
      roleArn: definition.roleArn,
      statements: definition.statements,
      phase: 'starting',
    };
    this.#registry.register(this.identity);
    const logStreamName = `${new Date().toISOString().slice(0, 10).replaceAll('-', '/')}/[$LATEST]${randomBytes(16).toString('hex')}`;
    const start: WorkerStart = {
      functionName: definition.name,
      functionArn: definition.arn,
      functionVersion: '$LATEST',
      memoryMb: definition.memoryMb,
      logGroupName: definition.logGroupName,
      logStreamName,
      moduleUrl: definition.moduleUrl,
      exportPath: definition.exportPath,
      compileCacheDir: setting.compileCacheDir,
      skewMs: setting.skewMs,
      channelServices: setting.gateway?.services ?? [],
    };
    this.#worker = new Worker(workerCode(), {
      workerData: start,
      env: this.#variables(setting.awsGatewayUrl, logStreamName),
      argv: [],
      execArgv: [],
      stdout: true,
      stderr: true,
      name: definition.name,
      resourceLimits: {
        maxOldGenerationSizeMb: Math.floor(definition.memoryMb * heapShare),
        maxYoungGenerationSizeMb,
      },
    });
    // Output that bypasses the worker's streams (Node's own warnings) is also written to the function's log.
    for (const stream of ['stdout', 'stderr'] as const) {
      this.#worker[stream].on('data', (bytes: Buffer) => this.#logText(stream, bytes.toString()));
    }
    this.ready = this.#started();
    this.#ended = new Promise((resolve) => this.#worker.once('exit', () => resolve()));
    this.#watch();
  }

  /** Only variables of the template and of Lambda itself, none of the host's environment. */
  #variables(awsGatewayUrl: string, logStreamName: string): Record<string, string> {
    const { name, region, memoryMb, runtime, logGroupName, exportPath, environment } = this.#definition;
    return {
      ...environment,
      AWS_REGION: region,
      AWS_DEFAULT_REGION: region,
      AWS_LAMBDA_FUNCTION_NAME: name,
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
      AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
      AWS_LAMBDA_LOG_GROUP_NAME: logGroupName,
      AWS_LAMBDA_LOG_STREAM_NAME: logStreamName,
      AWS_EXECUTION_ENV: `AWS_Lambda_${runtime}`,
      AWS_ACCESS_KEY_ID: this.identity.accessKeyId,
      AWS_SECRET_ACCESS_KEY: this.identity.secretAccessKey,
      AWS_SESSION_TOKEN: randomBytes(24).toString('base64'),
      AWS_ENDPOINT_URL: awsGatewayUrl,
      _HANDLER: `index.${exportPath}`,
      LAMBDA_TASK_ROOT: '/var/task',
      LAMBDA_RUNTIME_DIR: '/var/runtime',
      LANG: 'en_US.UTF-8',
      PATH: '/var/lang/bin:/usr/local/bin:/usr/bin/:/bin:/opt/bin',
      TZ: ':UTC',
      // A folder that does not exist, so that the SDK does not read ~/.aws.
      HOME: '/home/sbx_user1051',
    };
  }

  #logText(stream: 'stdout' | 'stderr', text: string): void {
    this.#log(stream, text, this.identity.invocation?.requestId);
  }

  #started(): Promise<void> {
    return new Promise((resolve, reject) => {
      const maxSeconds = initSeconds + this.#definition.timeoutSeconds;
      const timer = setTimeout(() => {
        const errorMessage = `Init phase timed out after ${maxSeconds.toFixed(2)} seconds`;
        reject({ errorType: 'Sandbox.Timedout', errorMessage });
        this.stop();
      }, maxSeconds * 1000);
      const settle = (act: () => void) => {
        clearTimeout(timer);
        act();
      };
      this.#worker.on('message', (message: WorkerMessage) => {
        if (message.type === 'ready') {
          this.identity.phase = 'idle';
          settle(resolve);
        }
        if (message.type === 'init-error') settle(() => reject(message.error));
      });
      this.#worker.once('error', (error) => settle(() => reject(errorPayload(error))));
      this.#worker.once('exit', (code) => settle(() => reject(exitError(code))));
    });
  }

  #watch(): void {
    this.#worker.on('message', (message: WorkerMessage) => this.#receive(message));
    this.#worker.once('error', (error) => {
      const crash = errorPayload(error);
      this.#logText(
        'stderr',
        `${JSON.stringify({ level: 'ERROR', message: 'Uncaught Exception', ...crash })}\n`,
      );
      this.#finish(failure(crash), false);
    });
    this.#worker.once('exit', (code) => {
      this.#registry.revoke(this.identity.accessKeyId);
      this.#finish(failure(exitError(code, this.#awsRequestId)), false);
      this.#onDeath();
    });
  }

  #callAws({ id, method, path, headers, body }: AwsCallMessage): void {
    const post = (response: WholeResponse | undefined) => {
      if (response === undefined) return;
      this.#worker.postMessage({ type: 'aws-response', id, ...response } satisfies AwsResponseMessage);
    };
    void this.#gateway?.call({ method, path, headers, body }).then(post);
  }

  #receive(message: WorkerMessage): void {
    if (message.type === 'aws') this.#callAws(message);
    if (message.type === 'log') this.#logText(message.stream, message.text);
    if (message.type === 'chunk') this.#takeChunk(message.bytes);
    if (message.type === 'streamed')
      this.#finish(
        this.#sink ? { payload: '' } : this.#checked(Buffer.concat(this.#chunks).toString()),
        true,
      );
    if (message.type === 'result') this.#finish(this.#checked(message.payload), true);
    if (message.type === 'error') this.#finish(failure(message.error), true);
  }

  #takeChunk(bytes: Uint8Array): void {
    this.#sentBytes += bytes.byteLength;
    if (this.#sentBytes > streamedBytes) {
      const errorMessage = 'Response payload size exceeded maximum allowed payload size (209715200 bytes).';
      this.#finish(failure({ errorType: 'Function.ResponseSizeTooLarge', errorMessage }), false);
      void this.stop();
      return;
    }
    const taken = () => this.#worker.postMessage({ type: 'taken', bytes: bytes.byteLength });
    if (this.#sink === undefined) {
      this.#chunks.push(bytes);
      taken();
    } else this.#sink.write(bytes).then(taken, taken);
  }

  #checked(payload: string): InvocationResult {
    if (Buffer.byteLength(payload) <= payloadBytes) return { payload };
    const errorMessage = 'Response payload size exceeded maximum allowed payload size (6291556 bytes).';
    return failure({ errorType: 'Function.ResponseSizeTooLarge', errorMessage });
  }

  #finish(result: InvocationResult, alive: boolean): void {
    const settle = this.#settle;
    this.#settle = undefined;
    if (alive) this.identity.phase = 'idle';
    this.identity.invocation = undefined;
    settle?.({ result, alive });
  }

  /**
   * Runs one invocation. Always resolves; `alive` false means that this environment has ended (timeout, crash) and
   * must not be used again. Call it only after `ready` has resolved and with no other invocation in flight.
   */
  run(request: InvocationRequest): Promise<Outcome> {
    const { name, timeoutSeconds } = this.#definition;
    this.identity.phase = 'busy';
    this.identity.invocation = { requestId: request.requestId, functionName: name };
    this.#chunks = [];
    this.#sink = request.sink;
    this.#sentBytes = 0;
    this.#awsRequestId = request.awsRequestId;
    const onClientGone = () => this.#worker.postMessage({ type: 'client-gone' });
    const clientGone = request.sink?.clientGone;
    clientGone?.addEventListener('abort', onClientGone, { once: true });
    return new Promise((resolve) => {
      const timeoutText = `Task timed out after ${timeoutSeconds.toFixed(2)} seconds`;
      const timer = setTimeout(() => {
        this.#logText('stderr', `${JSON.stringify({ level: 'ERROR', message: timeoutText })}\n`);
        const errorMessage = `RequestId: ${request.awsRequestId} Error: ${timeoutText}`;
        this.#finish(failure({ errorType: 'Sandbox.Timedout', errorMessage }), false);
        this.stop();
      }, timeoutSeconds * 1000);
      this.#settle = (outcome) => {
        clearTimeout(timer);
        clientGone?.removeEventListener('abort', onClientGone);
        resolve(outcome);
      };
      const { payload, awsRequestId, traceId } = request;
      const deadlineMs = Date.now() + timeoutSeconds * 1000;
      this.#worker.postMessage({ type: 'invoke', payload, awsRequestId, traceId, deadlineMs });
      if (clientGone?.aborted) onClientGone();
    });
  }

  /** Kills the worker thread; its identity becomes invalid. */
  async stop(): Promise<void> {
    this.#registry.revoke(this.identity.accessKeyId);
    await this.#worker.terminate();
    await this.#ended;
  }
}

function exitError(code: number, requestId: string = randomUUID()): ErrorPayload {
  return {
    errorType: 'Runtime.ExitError',
    errorMessage: `RequestId: ${requestId} Error: Runtime exited with error: exit status ${code}`,
  };
}
