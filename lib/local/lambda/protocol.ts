/** What a Lambda worker thread and the thread that owns it say to each other. */

/** Given to a worker when it starts, as `workerData`. */
export interface WorkerStart {
  functionName: string;
  functionArn: string;
  functionVersion: string;
  memoryMb: number;
  logGroupName: string;
  logStreamName: string;
  /** File URL of the module that the handler setting names. */
  moduleUrl: string;
  /** Export of that module, possibly nested: `handler`, `api.create`. */
  exportPath: string;
  /** Where V8's compiled code is kept, so that the second cold start of a bundle takes half the time. */
  compileCacheDir: string | undefined;
  /** By how much the worker's clock is wrong. */
  skewMs: number;
  /** The AWS services that are called over the message port (`aws-channel.ts`). */
  channelServices: readonly string[];
}

export interface InvokeMessage {
  type: 'invoke';
  /** The event as JSON text. */
  payload: string;
  awsRequestId: string;
  /** Wall clock at which the invocation times out. */
  deadlineMs: number;
  traceId: string;
}

/** What an owner tells a worker about the answer that is being streamed. */
export type StreamMessage = { type: 'taken'; bytes: number } | { type: 'client-gone' };

/** A call of AWS. */
export interface AwsCallMessage {
  type: 'aws';
  id: number;
  method: string;
  path: string;
  /** By lower-case name. */
  headers: Record<string, string>;
  body: string;
}

/** The answer to the call of that id; a call that is never to be answered has none. */
export interface AwsAnswerMessage {
  type: 'aws-answer';
  id: number;
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array;
}

/** The shape in which the Node.js runtime of Lambda reports an exception to the invoker. */
export interface ErrorPayload {
  errorType: string;
  errorMessage: string;
  trace?: string[];
}

export type WorkerMessage =
  | AwsCallMessage
  | { type: 'ready' }
  | { type: 'init-error'; error: ErrorPayload }
  | { type: 'result'; payload: string }
  | { type: 'error'; error: ErrorPayload }
  | { type: 'chunk'; bytes: Uint8Array }
  | { type: 'streamed'; contentType: string }
  | { type: 'log'; stream: 'stdout' | 'stderr'; text: string };

/** An exception in the shape Lambda reports it. */
export function errorPayload(thrown: unknown): ErrorPayload {
  if (!(thrown instanceof Error)) {
    return { errorType: typeof thrown, errorMessage: String(thrown), trace: [] };
  }
  return {
    errorType: thrown.name,
    errorMessage: thrown.message,
    trace: (thrown.stack ?? `${thrown.name}: ${thrown.message}`).split('\n'),
  };
}
