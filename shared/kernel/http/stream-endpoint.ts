/**
 * Endpoints with streamed responses: the same middlewares as `endpoint()`, on Lambda's response streaming. Failures
 * before the first byte of the body are returned as errors; later failures abort the response, so that no client takes
 * a part for the whole, and are logged.
 *
 * A streamed response without a byte never ends in AWS. So the same code also runs as a function that returns whole
 * responses: it answers HEAD, requests that may be answered by 304, and empty bodies (`whole-response.ts`).
 */
import { Readable } from 'node:stream';
import middy from '@middy/core';
import { executionModeStandard } from '@middy/core/Standard';
import { executionModeStreamifyResponse } from '@middy/core/StreamifyResponse';
import type { APIGatewayProxyEventV2, Context, StreamifyHandler } from 'aws-lambda';
import { withRequestDeadline } from '../aws/request-deadline.ts';
import { integerSetting } from '../settings/settings.ts';
import { withDownloadSlot } from '../streams/open-downloads.ts';
import { type BodyChunk, piecesOf, ReaderPace } from '../streams/reader-pace.ts';
import { callOf, type StateOf } from './call.ts';
import { chain } from './endpoint.ts';
import type { Endpoint, EndpointSpec } from './endpoint-spec.ts';
import type { InputOf, RequestCaller } from './operation.ts';
import { namesTag } from './reply.ts';
import { withRequest } from './request-mode.ts';
import { headersFor, logRequest, respond, toAppError } from './respond.ts';
import type { EndpointRequest, HttpEvent, HttpResult, Middleware } from './types.ts';
import { deliveryQuery, readWhole, returnsWholeResponses } from './whole-response.ts';

/** An opened body, and the headers that are only known then. */
export interface OpenBody {
  /** May be omitted for HEAD. */
  chunks?: AsyncIterable<BodyChunk>;
  headers?: Readonly<Record<string, string>>;
}

/** A streamed response. */
export interface StreamReply {
  /**
   * Read once, and closed (`return()`) when the client disconnects. An async generator is best: none of its code runs
   * for HEAD requests and unchanged resources. Its first chunk is awaited before the response begins.
   *
   * A function opens the body except for unchanged resources; its errors are returned like any error. For HEAD its
   * chunks are never read, so it must not hold anything open (`headOnly`).
   */
  body: AsyncIterable<BodyChunk> | (() => Promise<OpenBody>);
  /** By lower-case name; `content-type` defaults to the contract's first. */
  headers?: Readonly<Record<string, string>>;
  /** Differs from the contract's for partial content. */
  status?: 206;
  /** The whole `ETag` header, quotes included; a matching `If-None-Match` returns 304. */
  etag?: string;
  /** The tenant for whose downloads the response counts; that of the request's scope by default. */
  tenantId?: string;
}

/** Additional input of stream handlers. */
export interface StreamInput {
  /** HEAD: only the headers are needed. */
  headOnly: boolean;
  /** The `Range` header. */
  range: string | undefined;
  /** The `If-Range` header. */
  ifRange: string | undefined;
  /** The `If-None-Match` header. */
  ifNoneMatch: string | undefined;
  /** The `Last-Event-ID` header, from which an event stream continues. It replaces a query's field of this name. */
  lastEventId?: string | undefined;
  /** Aborted when the response has ended or its client has disconnected: a waiting body must then stop waiting. */
  ended: AbortSignal;
}

/** A handler for `awslambda.streamifyResponse`. */
export type StreamingHandler = StreamifyHandler<APIGatewayProxyEventV2, void>;

/** Function URLs have no routes, so the values of `{…}` in the contract's path are decoded from the event's path. */
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

type Outcome = 'complete' | 'failed' | 'client left' | 'client too slow';

const minBytesPerSecond = integerSetting('STREAM_MIN_BYTES_PER_SECOND');

/** The client reads too slowly. It must not take the part that it has received for the whole. */
class SlowClientError extends Error {
  override name = 'SlowClientError';
  constructor() {
    super(`The client read less than ${minBytesPerSecond} bytes per second.`);
  }
}

/**
 * The rest of a body after its first chunk, counted, and the request's log line at its end, after an error, or when
 * the client disconnects; in that case `ended` is aborted first.
 */
async function* logged(
  first: IteratorResult<BodyChunk>,
  rest: AsyncIterator<BodyChunk>,
  pace: ReaderPace,
  ended: AbortSignal | undefined,
  end: (bytes: number, outcome: Outcome, error?: unknown) => Promise<void>,
): AsyncGenerator<BodyChunk> {
  let bytes = 0;
  let outcome: Outcome = 'client left';
  let failure: unknown;
  try {
    let next = first;
    while (!next.done) {
      for (const piece of piecesOf(next.value)) {
        const pieceLength = Buffer.byteLength(piece);
        bytes += pieceLength;
        pace.offer();
        // When a client disconnects, this generator ends here, by `return()` or by an error thrown into it.
        yield piece;
        pace.take(pieceLength);
      }
      next = await rest.next().catch((error: unknown) => {
        outcome = 'failed';
        failure = error;
        throw error;
      });
    }
    if (!ended?.aborted) outcome = 'complete';
  } catch (error) {
    if (error instanceof SlowClientError) outcome = 'client too slow';
    throw error;
  } finally {
    pace.stop();
    if (outcome.startsWith('client')) await rest.return?.();
    await end(bytes, outcome, failure);
  }
}

function startBody(
  request: EndpointRequest,
  spec: EndpointSpec,
  status: number,
  first: IteratorResult<BodyChunk>,
  iterator: AsyncIterator<BodyChunk>,
  release: () => Promise<void>,
): Readable {
  const { responseEnded } = request.internal;
  const pace = new ReaderPace(minBytesPerSecond, () => readable.destroy(new SlowClientError()));
  const source = logged(first, iterator, pace, responseEnded?.signal, async (bytes, outcome, error) => {
    await release();
    if (outcome !== 'failed') return logRequest(request, spec, status, undefined, { bytes, outcome });
    const failure = toAppError(error);
    logRequest(request, spec, failure.status, failure, { bytes, outcome, sentStatus: status });
  });
  const readable = Readable.from(source, { objectMode: false });
  const endResponse = () => responseEnded?.abort();
  readable.once('close', endResponse);
  // A response that never began has not run its generator.
  readable.once('close', release);
  // Node closes the stream only when the generator is idle, and a waiting one becomes idle by this signal.
  const destroy = readable._destroy.bind(readable);
  readable._destroy = (error, done) => {
    endResponse();
    destroy(error, done);
  };
  return readable;
}

/** The next chunk with at least one byte. */
async function nextBytes(iterator: AsyncIterator<BodyChunk>): Promise<IteratorResult<BodyChunk>> {
  for (;;) {
    const next = await iterator.next();
    if (next.done || next.value.length > 0) return next;
  }
}

/** Takes a slot for a body that its client must read. Connections that last have slots of their own. */
async function withSlot(
  { event, context }: EndpointRequest,
  { holdsConnection }: EndpointSpec,
  body: AsyncIterator<BodyChunk>,
  tenantId: string | undefined,
): ReturnType<typeof withDownloadSlot> {
  if (holdsConnection || tenantId === undefined) return { body, release: async () => undefined };
  const { sourceIp: ip } = event.requestContext.http;
  return withDownloadSlot(body, { tenantId, ip, remainingMs: context.getRemainingTimeInMillis() });
}

/** A response that sends the client to the same URL, answered in the other way. It has a body, as streams must. */
function redirect(request: EndpointRequest, spec: EndpointSpec, delivery: 'stream' | 'whole'): HttpResult {
  const { rawPath, rawQueryString } = request.event;
  const query = new URLSearchParams(rawQueryString);
  query.set(deliveryQuery, delivery);
  logRequest(request, spec, 307);
  return {
    statusCode: 307,
    headers: {
      ...headersFor(request),
      'content-type': 'text/plain; charset=utf-8',
      location: `${encodeURI(rawPath)}?${query}`,
    },
    body: 'The response is at the Location.',
  };
}

function respondWithStream(spec: EndpointSpec): Middleware {
  return {
    ...respond(spec),
    after: async (request) => {
      const { body, headers: own, status = spec.success.status, ...reply } = request.response as StreamReply;
      const { etag, tenantId = request.internal.scope?.tenantId } = reply;
      const headers: Record<string, string> = {
        'content-type': spec.success.contentTypes?.[0] ?? 'application/octet-stream',
        ...headersFor(request),
        ...own,
        ...(etag !== undefined && { etag }),
      };
      const { event } = request;
      const ifNoneMatch = event.headers['if-none-match'];
      const sendHead = (statusCode: number) => {
        logRequest(request, spec, statusCode);
        request.response = { statusCode, headers, body: '' };
      };
      if (returnsWholeResponses && etag !== undefined && ifNoneMatch && namesTag(ifNoneMatch, etag))
        return sendHead(304);
      const isHead = event.requestContext.http.method === 'HEAD';
      if (isHead && !returnsWholeResponses) {
        request.response = redirect(request, spec, 'whole');
        return;
      }
      const opened: OpenBody = typeof body === 'function' ? await body() : { chunks: body };
      Object.assign(headers, opened.headers);
      if (isHead) return sendHead(status);
      if (opened.chunks === undefined) throw new Error('The body was opened without its chunks.');
      const iterator = opened.chunks[Symbol.asyncIterator]();
      if (returnsWholeResponses) {
        const whole = await readWhole(iterator);
        if (whole === undefined) {
          request.response = redirect(request, spec, 'stream');
          return;
        }
        logRequest(request, spec, status, undefined, { bytes: whole.byteLength });
        request.response = {
          statusCode: status,
          headers,
          body: whole.toString('base64'),
          isBase64Encoded: true,
        } satisfies HttpResult;
        return;
      }
      const slotted = await withSlot(request, spec, iterator, tenantId);
      const first = await nextBytes(slotted.body);
      request.response = first.done
        ? redirect(request, spec, 'whole')
        : {
            statusCode: status,
            headers,
            body: startBody(request, spec, status, first, slotted.body, slotted.release),
          };
    },
  };
}

/** What only streams need of a request; from here on its response can end. */
function streamInputOf({ event, internal }: EndpointRequest): StreamInput {
  const { headers, requestContext } = event;
  const { 'last-event-id': lastEventId } = headers;
  internal.responseEnded = new AbortController();
  return {
    headOnly: requestContext.http.method === 'HEAD',
    range: headers.range,
    ifRange: headers['if-range'],
    ifNoneMatch: headers['if-none-match'],
    ...(lastEventId !== undefined && { lastEventId }),
    ended: internal.responseEnded.signal,
  };
}

/**
 * Makes the Lambda handler of a contract with `transport: 'stream'` and a function that returns a body to be streamed.
 * Needs Lambda's global `awslambda`, unless the function returns whole responses.
 */
export function streamEndpoint<E extends Endpoint>(
  contract: E,
  operation: (caller: RequestCaller, input: InputOf<E> & StreamInput) => Promise<StreamReply>,
): StreamingHandler {
  const mode = returnsWholeResponses ? executionModeStandard : executionModeStreamifyResponse;
  const chained = middy<HttpEvent, unknown, Error, Context, StateOf<E>>({
    executionMode: withRequest<StateOf<E>>(mode, (request, signal) =>
      withRequestDeadline(signal, () => {
        const { caller, input } = callOf(contract, request);
        return operation(caller, { ...input, ...streamInputOf(request) });
      }),
    ),
  });
  const [responder, ...refusing] = chain(contract, respondWithStream(contract));
  for (const middleware of [responder, fillPathParameters(contract), ...refusing]) {
    if (middleware) chained.use(middleware);
  }
  return chained as unknown as StreamingHandler;
}
