/**
 * One execution environment of a function: a worker thread with its own identity and environment variables. It runs
 * one invocation at a time and is discarded after a failure.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { ChannelGateway } from '../gateway/aws-service.ts';
import { newKeys } from '../gateway/identities.ts';
import type { AwsIdentity, IdentityRegistry } from '../types.ts';
import type { FunctionDefinition } from './definition.ts';
import type { LogSink } from './logs.ts';
import {
  type AwsCallMessage,
  type AwsResponseMessage,
  type ErrorPayload,
  errorPayload,
  type WorkerMessage,
  type WorkerStart,
} from './protocol.ts';
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
const namedPayloadBytes = 6_291_556;
/** https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const streamedBytes = 209_715_200;

export function failure(error: ErrorPayload): InvocationResult {
  return { payload: JSON.stringify(error), functionError: 'Unhandled' };
}

/** The end of an invocation. */
type Outcome = { result: InvocationResult; alive: boolean };

export interface EnvironmentSettings {
  registry: IdentityRegistry;
  awsGatewayUrl: string;
  /** Accepts AWS calls over the message port; without it, all calls go to `awsGatewayUrl`. */
  gateway?: ChannelGateway | undefined;
  compileCacheDir?: string | undefined;
  log: LogSink;
  /** Offset of its clock. */
  skewMs: number;
  /** Called when the worker thread has ended, for any reason. */
  onDeath: () => void;
}

/** Only variables of the template and of Lambda itself, none of the host's environment. */
export function variablesOf(
  definition: FunctionDefinition,
  { accessKeyId, secretAccessKey }: AwsIdentity,
  awsGatewayUrl: string,
): Record<string, string> {
  const { name, region, memoryMb, runtime, logGroupName, exportPath, environment } = definition;
  const today = new Date().toISOString().slice(0, 10).replaceAll('-', '/');
  return {
    ...environment,
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_GROUP_NAME: logGroupName,
    AWS_LAMBDA_LOG_STREAM_NAME: `${today}/[$LATEST]${randomBytes(16).toString('hex')}`,
    AWS_EXECUTION_ENV: `AWS_Lambda_${runtime}`,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
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

function tooLarge(maxBytes: number): InvocationResult {
  const errorMessage = `Response payload size exceeded maximum allowed payload size (${maxBytes} bytes).`;
  return failure({ errorType: 'Function.ResponseSizeTooLarge', errorMessage });
}

function checked(payload: string): InvocationResult {
  return Buffer.byteLength(payload) > payloadBytes ? tooLarge(namedPayloadBytes) : { payload };
}

export interface LambdaEnvironment {
  identity: AwsIdentity;
  /** Resolves when the bundle is loaded; rejects with an `ErrorPayload` when loading failed. */
  ready: Promise<void>;
  /**
   * Runs one invocation. Always resolves; `alive` false means that this environment has ended (timeout, crash) and
   * must not be used again. Call it only after `ready` has resolved and with no other invocation in flight.
   */
  run(invocation: InvocationRequest): Promise<Outcome>;
  /** Ends it; its identity becomes invalid. */
  stop(): Promise<void>;
}

/** Starts an environment of a function. */
export type StartEnvironment = (
  definition: FunctionDefinition,
  settings: EnvironmentSettings,
) => LambdaEnvironment;

/** Starts the worker thread of an environment. */
export function startEnvironment(
  definition: FunctionDefinition,
  settings: EnvironmentSettings,
): LambdaEnvironment {
  const { name, arn, roleArn, statements, moduleUrl, exportPath, memoryMb, timeoutSeconds } = definition;
  const { registry, awsGatewayUrl, gateway, compileCacheDir, log, skewMs, onDeath } = settings;
  const identity: AwsIdentity = {
    ...newKeys('ASIA'),
    name,
    roleArn,
    statements,
    phase: 'starting',
  };
  registry.register(identity);
  const channelServices = gateway?.services ?? [];
  const start = { functionArn: arn, moduleUrl, exportPath, compileCacheDir, skewMs, channelServices };
  const worker = new Worker(workerCode(), {
    workerData: start satisfies WorkerStart,
    env: variablesOf(definition, identity, awsGatewayUrl),
    argv: [],
    execArgv: [],
    stdout: true,
    stderr: true,
    name,
    resourceLimits: { maxOldGenerationSizeMb: Math.floor(memoryMb * heapShare), maxYoungGenerationSizeMb },
  });
  const ready = Promise.withResolvers<void>();
  /** The invocation in progress. */
  let request: InvocationRequest | undefined;
  let chunks: Uint8Array[] = [];
  let sentBytes = 0;
  let settle: ((outcome: Outcome) => void) | undefined;

  function logText(stream: 'stdout' | 'stderr', text: string): void {
    log(stream, text, identity.invocation?.requestId);
  }

  function logError(message: string, details?: ErrorPayload): void {
    logText('stderr', `${JSON.stringify({ level: 'ERROR', message, ...details })}\n`);
  }

  function finish(result: InvocationResult, alive: boolean): void {
    if (alive) identity.phase = 'idle';
    identity.invocation = undefined;
    settle?.({ result, alive });
    settle = undefined;
    request = undefined;
  }

  /** Kills the worker thread; its identity becomes invalid. */
  async function stop(): Promise<void> {
    registry.revoke(identity.accessKeyId);
    await worker.terminate();
  }

  function callAws({ id, method, path, headers, body }: AwsCallMessage): void {
    void gateway?.call({ method, path, headers, body }).then((response) => {
      if (response === undefined) return;
      worker.postMessage({ type: 'aws-response', id, ...response } satisfies AwsResponseMessage);
    });
  }

  function takeChunk(bytes: Uint8Array): void {
    sentBytes += bytes.byteLength;
    if (sentBytes > streamedBytes) {
      finish(tooLarge(streamedBytes), false);
      void stop();
      return;
    }
    const taken = () => worker.postMessage({ type: 'taken', bytes: bytes.byteLength });
    if (request?.sink === undefined) {
      chunks.push(bytes);
      taken();
    } else request.sink.write(bytes).then(taken, taken);
  }

  function receive(message: WorkerMessage): void {
    if (message.type === 'aws') callAws(message);
    if (message.type === 'log') logText(message.stream, message.text);
    if (message.type === 'chunk') takeChunk(message.bytes);
    if (message.type === 'streamed') finish(checked(Buffer.concat(chunks).toString()), true);
    if (message.type === 'result') finish(checked(message.payload), true);
    if (message.type === 'error') finish(failure(message.error), true);
    if (message.type === 'init-error') ready.reject(message.error);
    if (message.type === 'ready') {
      identity.phase = 'idle';
      ready.resolve();
    }
  }

  const maxInitSeconds = initSeconds + timeoutSeconds;
  const initTimer = setTimeout(() => {
    const errorMessage = `Init phase timed out after ${maxInitSeconds.toFixed(2)} seconds`;
    ready.reject({ errorType: 'Sandbox.Timedout', errorMessage });
    void stop();
  }, maxInitSeconds * 1000);
  const stopTimer = () => clearTimeout(initTimer);
  ready.promise.then(stopTimer, stopTimer);

  // Output that bypasses the worker's streams (Node's own warnings) is also written to the function's log.
  for (const stream of ['stdout', 'stderr'] as const) {
    worker[stream].on('data', (bytes: Buffer) => logText(stream, bytes.toString()));
  }
  worker.on('message', receive);
  worker.once('error', (error) => {
    const crash = errorPayload(error);
    ready.reject(crash);
    logError('Uncaught Exception', crash);
    finish(failure(crash), false);
  });
  worker.once('exit', (code) => {
    const { awsRequestId = randomUUID() } = request ?? {};
    const errorMessage = `RequestId: ${awsRequestId} Error: Runtime exited with error: exit status ${code}`;
    const exit = { errorType: 'Runtime.ExitError', errorMessage };
    registry.revoke(identity.accessKeyId);
    ready.reject(exit);
    finish(failure(exit), false);
    onDeath();
  });

  return {
    identity,
    ready: ready.promise,
    run(invocation) {
      const { sink, payload, awsRequestId, requestId, traceId } = invocation;
      request = invocation;
      chunks = [];
      sentBytes = 0;
      identity.phase = 'busy';
      identity.invocation = { requestId, functionName: name };
      const onClientGone = () => worker.postMessage({ type: 'client-gone' });
      sink?.clientGone.addEventListener('abort', onClientGone, { once: true });
      const timeoutMs = timeoutSeconds * 1000;
      const timer = setTimeout(() => {
        const timeoutText = `Task timed out after ${timeoutSeconds.toFixed(2)} seconds`;
        logError(timeoutText);
        const errorMessage = `RequestId: ${awsRequestId} Error: ${timeoutText}`;
        finish(failure({ errorType: 'Sandbox.Timedout', errorMessage }), false);
        void stop();
      }, timeoutMs);
      const deadlineMs = Date.now() + timeoutMs;
      worker.postMessage({ type: 'invoke', payload, awsRequestId, traceId, deadlineMs });
      if (sink?.clientGone.aborted) onClientGone();
      return new Promise((resolve) => {
        settle = (outcome) => {
          clearTimeout(timer);
          sink?.clientGone.removeEventListener('abort', onClientGone);
          resolve(outcome);
        };
      });
    },
    stop,
  };
}
