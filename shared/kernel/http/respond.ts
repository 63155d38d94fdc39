import { toJson } from '../base/json.ts';
import { AppError } from '../errors/app-error.ts';
import { errorBody } from '../errors/error-body.ts';
import { InternalError, UnavailableError } from '../errors/errors.ts';
import { describeError, log, traceId } from '../observability/log.ts';
import { asMetrics, type Measurement } from '../observability/metrics.ts';
import { isTemporary } from '../table/errors.ts';
import { contentTagOf } from './content-tag.ts';
import { type EndpointSpec, isReading } from './endpoint-spec.ts';
import { inFieldOrder } from './field-order.ts';
import { namesTag, Reply } from './reply.ts';
import type { EndpointRequest, HttpResult, Middleware } from './types.ts';
import { preferenceApplied, warningsHeader, warningsHeaderValue, withWarnings } from './warnings.ts';

/**
 * Converts anything that a handler may throw into an API error: AWS outages become 503, unknown errors a 500 without
 * details.
 */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isTemporary(error)) return new UnavailableError(error);
  return new InternalError(error);
}

export function headersFor({ event, internal }: EndpointRequest): Record<string, string> {
  const { warnings = [], isStrict } = internal;
  return {
    'cache-control': 'no-store',
    'x-request-id': event.requestContext.requestId,
    ...internal.rateHeaders,
    ...(warnings.length > 0 && { [warningsHeader]: warningsHeaderValue(warnings) }),
    ...(isStrict && preferenceApplied),
  };
}

/** Metrics of the requests of a module: number, duration and server errors. */
const ofModule: Measurement = { by: ['module'], metrics: { durationMs: 'Milliseconds', faults: 'Count' } };
/** Metric of failed operations. Successful calls are counted by the metrics of Lambda. */
const ofOperation: Measurement = { by: ['module', 'operation'], metrics: { faults: 'Count' } };

/**
 * The log line of a request, from which CloudWatch also derives its metrics; `more` are fields of certain responses
 * only.
 */
export function logRequest(
  request: EndpointRequest,
  spec: EndpointSpec,
  status: number,
  error?: AppError,
  more: Readonly<Record<string, unknown>> = {},
): void {
  const { event, internal } = request;
  const faults = status < 500 ? 0 : 1;
  const fields = {
    requestId: event.requestContext.requestId,
    traceId: traceId(),
    module: spec.module,
    operation: spec.operationId,
    status,
    tenantId: internal.scope?.tenantId ?? internal.principal?.tenantId ?? undefined,
    subject: internal.principal?.subject,
    durationMs: Date.now() - event.requestContext.timeEpoch,
    faults,
    ...(error && { errorCode: error.code }),
    ...more,
    ...asMetrics(faults === 0 ? [ofModule] : [ofModule, ofOperation]),
  };
  if (error === undefined || faults === 0) log('info', 'request', fields);
  else log('error', 'request failed', { ...fields, error: describeError(error) });
}

const json = 'application/json; charset=utf-8';

/** Encodes the body for API Gateway: text unchanged, bytes in base64. */
function encodeBody(
  body: unknown,
  { success }: EndpointSpec,
  warnings: readonly string[] = [],
): Pick<HttpResult, 'body' | 'isBase64Encoded'> {
  if (success.contentTypes === undefined)
    return { body: toJson(withWarnings(inFieldOrder(success.result, body), warnings)) };
  if (typeof body === 'string') return { body };
  if (body instanceof Uint8Array)
    return { body: Buffer.from(body).toString('base64'), isBase64Encoded: true };
  throw new TypeError('A body that is not JSON must be text or bytes.');
}

/** The `ETag` of a read whose contract has one but whose handler returns none: a hash of the content. */
function contentTag({ method, etag }: EndpointSpec, { body }: Pick<HttpResult, 'body'>): string | undefined {
  if (method !== 'GET' || etag !== true || body === undefined) return undefined;
  return contentTagOf(body);
}

/**
 * The outermost middleware: converts the handler's result, or a thrown error, into the HTTP response, and writes the
 * request's log line.
 */
export function respond(spec: EndpointSpec): Middleware {
  return {
    after: (request) => {
      const value = request.response;
      const reply = value instanceof Reply ? value : new Reply(value);
      const { body, status, headers: own, cookies } = reply;
      const encoded = body === undefined ? {} : encodeBody(body, spec, request.internal.warnings);
      const etag = reply.etag ?? contentTag(spec, encoded);
      const headers = { ...headersFor(request), ...own };
      const isRead = isReading(spec);
      const ifNoneMatch = isRead ? request.event.headers['if-none-match'] : undefined;
      if (etag !== undefined) headers.etag = etag;
      const unchanged = etag !== undefined && ifNoneMatch !== undefined && namesTag(ifNoneMatch, etag);
      const statusCode = unchanged ? 304 : (status ?? spec.success.status);
      const result: HttpResult = {
        statusCode,
        headers,
        ...(cookies.length > 0 && { cookies: [...cookies] }),
      };
      if (body !== undefined && !unchanged) {
        headers['content-type'] ??= spec.success.contentTypes?.[0] ?? json;
        Object.assign(result, encoded);
      }
      logRequest(request, spec, statusCode);
      request.response = result;
    },

    onError: (request) => {
      const error = toAppError(request.error);
      logRequest(request, spec, error.status, error);
      const { requestContext, pathParameters = {} } = request.event;
      const body = {
        ...errorBody(error, spec, requestContext.requestId),
        ...spec.errorFieldsOf?.(error, pathParameters),
      };
      request.response = {
        statusCode: error.status,
        headers: {
          ...headersFor(request),
          ...error.headers,
          'content-type': json,
        },
        ...(error.cookies.length > 0 && { cookies: [...error.cookies] }),
        body: toJson(withWarnings(body, request.internal.warnings ?? [])),
      } satisfies HttpResult;
    },
  };
}
