/**
 * Endpoints whose answers are streamed: the same chain as `endpoint()`, on Lambda's response streaming. What
 * fails before the first byte of the body is answered like everywhere; what fails afterwards cuts the answer
 * off, so that no client takes a part for the whole, and is logged.
 */
import { Readable } from 'node:stream';
import middy from '@middy/core';
import { executionModeStreamifyResponse } from '@middy/core/StreamifyResponse';
import type { APIGatewayProxyEventV2, Context, StreamifyHandler } from 'aws-lambda';
import { withRequestDeadline } from '../aws/request-deadline.ts';
import { chain, type HandlerInput, inputOf, type StateOf } from './endpoint.ts';
import type { Endpoint, EndpointSpec, TypesOf } from './endpoint-spec.ts';
import { namesTag } from './reply.ts';
import { withRequest } from './request-mode.ts';
import { headersFor, logRequest, respond, toAppError } from './respond.ts';
import type { EndpointRequest, HttpEvent, Middleware } from './types.ts';

export type BodyChunk = string | Uint8Array;

/** A body that has been opened, and the headers that only then are known. */
export interface OpenBody {
  /** May be left out for HEAD. */
  chunks?: AsyncIterable<BodyChunk>;
  headers?: Readonly<Record<string, string>>;
}

/** A streamed answer. */
export interface StreamReply {
  /**
   * Read once and closed (`return()`) when the client leaves. An async generator is best: nothing of it runs
   * for HEAD requests and unchanged resources. Its first chunk is awaited before the answer begins.
   *
   * A function opens the body for everything but unchanged resources; what it throws is answered like any error. For
   * HEAD its chunks are never asked for, so it must hold nothing open then (`headOnly`).
   */
  body: AsyncIterable<BodyChunk> | (() => Promise<OpenBody>);
  /** By lower-case name; `content-type` defaults to the contract's first. */
  headers?: Readonly<Record<string, string>>;
  /** Differs from the contract's for partial content. */
  status?: 206;
  /** The whole `ETag` header, quotes included; `If-None-Match` is then answered with 304. */
  etag?: string;
}

/** Additional input of stream handlers. */
export interface StreamInput {
  /** HEAD: the headers are wanted, the body is not. */
  headOnly: boolean;
  /** The `Range` header. */
  range: string | undefined;
  /** The `If-Range` header. */
  ifRange: string | undefined;
  /** Position from which an event stream continues. */
  lastEventId: string | undefined;
  /** Aborted when the answer has ended or its client has left: a body that waits must stop waiting then. */
  ended: AbortSignal;
}

/** A handler under `awslambda.streamifyResponse`. */
export type StreamingHandler = StreamifyHandler<APIGatewayProxyEventV2, void>;

/** A function URL knows no routes: the values of `{…}` in the contract's path, decoded, from the event's path. */
function pathParametersOf(pattern: string, path: string): Record<string, string> {
  const given = path.split('/');
  const parameters: Record<string, string> = {};
  for (const [index, segment] of pattern.split('/').entries()) {
    const [, name, greedy] = /^\{([^}+]+)(\+?)\}$/.exec(segment) ?? [];
    if (name === undefined) continue;
    const value = greedy ? given.slice(index).join('/') : (given[index] ?? '');
    try {
      parameters[name] = decodeURIComponent(value);
    } catch {
      parameters[name] = value;
    }
  }
  return parameters;
}

function fillPathParameters(spec: EndpointSpec): Middleware {
  return {
    before: ({ event }) => {
      event.pathParameters ??= pathParametersOf(spec.path, event.rawPath);
    },
  };
}

type Outcome = 'complete' | 'failed' | 'client left';

/**
 * The rest of a body after its first chunk, counted, and the request's log line when it ends: at its end, with
 * an error, or because the client has gone, which is when `ended` is aborted before.
 */
async function* logged(
  first: IteratorResult<BodyChunk>,
  rest: AsyncIterator<BodyChunk>,
  ended: AbortSignal | undefined,
  end: (bytes: number, outcome: Outcome, error?: unknown) => void,
): AsyncGenerator<BodyChunk> {
  let bytes = 0;
  let outcome: Outcome = 'client left';
  let failure: unknown;
  try {
    let next = first;
    while (!next.done) {
      bytes += Buffer.byteLength(next.value);
      // A client that leaves ends this generator here, by `return()` or by an error thrown into it.
      yield next.value;
      next = await rest.next().catch((error: unknown) => {
        outcome = 'failed';
        failure = error;
        throw error;
      });
    }
    if (!ended?.aborted) outcome = 'complete';
  } finally {
    if (outcome === 'client left') await rest.return?.();
    end(bytes, outcome, failure);
  }
}

async function startBody(
  request: EndpointRequest,
  spec: EndpointSpec,
  status: number,
  body: AsyncIterable<BodyChunk>,
): Promise<Readable> {
  const iterator = body[Symbol.asyncIterator]();
  const first = await iterator.next();
  const { responseEnded } = request.internal;
  const source = logged(first, iterator, responseEnded?.signal, (bytes, outcome, error) => {
    if (outcome !== 'failed') return logRequest(request, spec, status, undefined, { bytes, outcome });
    const failure = toAppError(error);
    logRequest(request, spec, failure.status, failure, { bytes, outcome, sentStatus: status });
  });
  const readable = Readable.from(source, { objectMode: false });
  const endResponse = () => responseEnded?.abort();
  readable.once('close', endResponse);
  // Node closes the stream only once the generator has come to rest, and one that waits does so when it is signalled.
  const destroy = readable._destroy.bind(readable);
  readable._destroy = (error, done) => {
    endResponse();
    destroy(error, done);
  };
  return readable;
}

function respondWithStream(spec: EndpointSpec): Middleware {
  return {
    ...respond(spec),
    after: async (request) => {
      const { body, headers: own, status = spec.success.status, etag } = request.response as StreamReply;
      const headers: Record<string, string> = {
        'content-type': spec.success.contentTypes?.[0] ?? 'application/octet-stream',
        ...headersFor(request),
        ...own,
        ...(etag !== undefined && { etag }),
      };
      const ifNoneMatch = request.event.headers['if-none-match'];
      const unchanged = etag !== undefined && ifNoneMatch !== undefined && namesTag(ifNoneMatch, etag);
      const sendHead = (statusCode: number) => {
        logRequest(request, spec, statusCode);
        request.response = { statusCode, headers, body: '' };
      };
      if (unchanged) {
        // Nothing follows, and a length would be taken for that of what does.
        delete headers['content-length'];
        return sendHead(304);
      }
      const opened: OpenBody = typeof body === 'function' ? await body() : { chunks: body };
      Object.assign(headers, opened.headers);
      if (request.event.requestContext.http.method === 'HEAD') return sendHead(status);
      if (opened.chunks === undefined) throw new Error('The body was opened without its chunks.');
      const started = await startBody(request, spec, status, opened.chunks);
      request.response = { statusCode: status, headers, body: started };
    },
  };
}

/** What only streams need of a request; from here on its response can end. */
function streamInputOf({ event, internal }: EndpointRequest): StreamInput {
  const { headers, requestContext } = event;
  internal.responseEnded = new AbortController();
  return {
    headOnly: requestContext.http.method === 'HEAD',
    range: headers.range,
    ifRange: headers['if-range'],
    lastEventId: headers['last-event-id'],
    ended: internal.responseEnded.signal,
  };
}

/**
 * Makes the Lambda handler of a contract with `transport: 'stream'` and a function that answers a body to be
 * streamed. Needs Lambda's global `awslambda`.
 */
export function streamEndpoint<E extends Endpoint>(
  contract: E,
  handle: (input: HandlerInput<TypesOf<E>> & StreamInput) => Promise<StreamReply>,
): StreamingHandler {
  const chained = middy<HttpEvent, unknown, Error, Context, StateOf<E>>({
    executionMode: withRequest<StateOf<E>>(executionModeStreamifyResponse, (request, signal) =>
      withRequestDeadline(signal, () => handle({ ...inputOf(contract, request), ...streamInputOf(request) })),
    ),
  });
  const [answering, ...refusing] = chain(contract, respondWithStream(contract));
  for (const middleware of [answering, fillPathParameters(contract), ...refusing]) {
    if (middleware) chained.use(middleware);
  }
  return chained as unknown as StreamingHandler;
}
