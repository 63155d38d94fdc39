/**
 * Entry of a Lambda worker thread: loads one function's bundle, then runs one invocation after the other, as Lambda's
 * Node.js runtime does. The owner (`environment.ts`) starts it, measures its time and ends it. It runs as JavaScript
 * (`worker-code.ts`).
 */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { createAwsChannel } from './aws-channel.ts';
import { skewClock } from './clock.ts';
import {
  type AwsResponseMessage,
  errorPayload,
  type InvokeMessage,
  type StreamMessage,
  type WorkerMessage,
  type WorkerStart,
} from './protocol.ts';
import { notifyOfInvocations } from './request-token.ts';
import { ClientGoneError, defineAwslambda, isStreaming, ResponseStream } from './streaming.ts';

type Handler = (event: unknown, ...rest: unknown[]) => unknown;

if (parentPort === null) throw new Error('The Lambda worker runs as a worker thread only.');
const port = parentPort;
/** Lambda measures with its own clock, not with the skewed one. */
const trueNow = Date.now;
const start = workerData as WorkerStart;
const post = (message: WorkerMessage) => port.postMessage(message);

/** Log lines use the message port, so each line arrives before the result of its invocation. */
function forwardOutput(stream: 'stdout' | 'stderr'): void {
  const write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
    post({ type: 'log', stream, text: typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString() });
    const callback = rest.at(-1);
    if (typeof callback === 'function') queueMicrotask(() => callback());
    return true;
  };
  process[stream].write = write;
}

async function loadHandler(): Promise<Handler> {
  const module: unknown = await import(start.moduleUrl);
  let found = module;
  for (const name of start.exportPath.split('.')) {
    found = typeof found === 'object' && found !== null ? Reflect.get(found, name) : undefined;
  }
  if (typeof found !== 'function') {
    const error = new Error(`${start.exportPath} is undefined or not exported`);
    error.name = 'Runtime.HandlerNotFound';
    throw error;
  }
  return found as Handler;
}

/** Read before the handler is loaded, which may change the variables. */
const functionContext = {
  callbackWaitsForEmptyEventLoop: true,
  functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
  functionVersion: process.env.AWS_LAMBDA_FUNCTION_VERSION,
  invokedFunctionArn: start.functionArn,
  memoryLimitInMB: process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
  logGroupName: process.env.AWS_LAMBDA_LOG_GROUP_NAME,
  logStreamName: process.env.AWS_LAMBDA_LOG_STREAM_NAME,
  identity: undefined,
  clientContext: undefined,
};

function invocationContext({ awsRequestId, deadlineMs }: InvokeMessage) {
  const getRemainingTimeInMillis = () => Math.max(0, deadlineMs - trueNow());
  return { ...functionContext, awsRequestId, getRemainingTimeInMillis };
}

/** Whether the compile cache is written. */
let isKept = false;
/** The streamed response in progress; a worker runs one invocation at a time. */
let openResponse: ResponseStream | undefined;

async function stream(
  handler: Handler,
  event: unknown,
  context: ReturnType<typeof invocationContext>,
): Promise<void> {
  const response = new ResponseStream((bytes) => post({ type: 'chunk', bytes }));
  // A handler that has returned no longer listens; without a listener the error would end the worker.
  response.on('error', () => undefined);
  openResponse = response;
  try {
    await handler(event, response, context);
    await response.finished();
  } catch (error) {
    if (!(response.errored instanceof ClientGoneError)) throw error;
  } finally {
    openResponse = undefined;
  }
  post({ type: 'streamed', contentType: response.contentType });
}

function onStreamMessage(message: StreamMessage): void {
  if (message.type === 'taken') openResponse?.acknowledge(message.bytes);
  else openResponse?.destroy(new ClientGoneError('The client has disconnected.'));
}

async function invoke(handler: Handler, message: InvokeMessage): Promise<void> {
  process.env._X_AMZN_TRACE_ID = message.traceId;
  const event: unknown = JSON.parse(message.payload);
  const context = invocationContext(message);
  if (isStreaming(handler)) {
    await stream(handler, event, context);
    return;
  }
  const result = await handler(event, context);
  post({ type: 'result', payload: JSON.stringify(result === undefined ? null : result) ?? 'null' });
}

/**
 * Writes the compile cache: a worker is terminated and never exits by itself. After the first invocation, it also contains
 * the functions that an invocation needs, which V8 compiles when they are first called.
 */
function keepCompiledCode(): void {
  if (isKept || start.compileCacheDir === undefined) return;
  isKept = true;
  flushCompileCache();
}

forwardOutput('stdout');
forwardOutput('stderr');
skewClock(start.skewMs);
defineAwslambda();
const channel = createAwsChannel(start.channelServices, post);
const asInvocation = notifyOfInvocations(process.env.AWS_ENDPOINT_URL ?? '', channel.request);
if (start.compileCacheDir !== undefined) enableCompileCache(start.compileCacheDir);
try {
  // Installed before the handler is loaded, because code may call AWS while it loads.
  port.on('message', (message: AwsResponseMessage | InvokeMessage | StreamMessage) => {
    if (message.type === 'aws-response') return channel.receive(message);
    if (message.type !== 'invoke') return onStreamMessage(message);
    asInvocation(() => invoke(handler, message))
      .catch((thrown: unknown) => {
        console.error(JSON.stringify({ level: 'ERROR', message: 'Invoke Error', ...errorPayload(thrown) }));
        post({ type: 'error', error: errorPayload(thrown) });
      })
      .finally(keepCompiledCode);
  });
  const handler = await loadHandler();
  post({ type: 'ready' });
} catch (thrown) {
  console.error(JSON.stringify({ level: 'ERROR', message: 'Init Error', ...errorPayload(thrown) }));
  post({ type: 'init-error', error: errorPayload(thrown) });
}
