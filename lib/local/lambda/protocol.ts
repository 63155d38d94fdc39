/** Messages between a Lambda worker thread and the thread that owns it. */
import type { AwsRequest, WholeResponse } from '../gateway/aws-service.ts';

/** Passed to a starting worker as `workerData`, besides its environment variables. */
export interface WorkerStart {
  functionArn: string;
  /** File URL of the module that the handler setting names. */
  moduleUrl: string;
  /** Export of that module, possibly nested: `handler`, `api.create`. */
  exportPath: string;
  /** Cache folder of V8's compiled code, which halves the time of a bundle's second cold start. */
  compileCacheDir: string | undefined;
  /** Offset of the worker's clock. */
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

/** Messages of the owner to a worker about a streamed response. */
export type StreamMessage = { type: 'taken'; bytes: number } | { type: 'client-gone' };

/** A call of AWS. */
export interface AwsCallMessage extends Pick<AwsRequest, 'method' | 'path' | 'body'> {
  type: 'aws';
  id: number;
  /** By lower-case name. */
  headers: Record<string, string>;
}

/** The response to the call with that id. */
export interface AwsResponseMessage extends WholeResponse {
  type: 'aws-response';
  id: number;
}

/** An exception in the form that Lambda's Node.js runtime returns to the invoker. */
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

/** Converts an exception into that form. */
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
