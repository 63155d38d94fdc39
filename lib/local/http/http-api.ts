/** API Gateway's HTTP API in the local runtime: an HTTP server in front of the functions, with AWS's limits. */
import { readBody } from '../gateway/aws-gateway-http.ts';
import { type LambdaService, RequestTooLargeError, TooManyRequestsError } from '../lambda/lambda.ts';
import { newRequestId, newTraceId } from '../random-ids.ts';
import type { HostRequest, HostResponse, ResolvedApp, Resource } from '../types.ts';
import { TimeoutError, within } from '../within.ts';
import { startHostServer } from './host-server.ts';
import {
  gatewayError,
  type HttpRequest,
  type HttpResponse,
  headerBytes,
  pathOf,
  toEvent,
  toResponse,
} from './http-event.ts';
import { wireHttpApi } from './http-wiring.ts';

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
const limits = { bodyBytes: 10_485_760, headerBytes: 10_240 };

export type HttpApiService = Awaited<ReturnType<typeof startHttpApi>>;

/**
 * Starts an HTTP API of the app on a free port of the loopback address. Throws on settings that AWS or this runtime
 * refuses.
 */
export async function startHttpApi({
  app,
  api,
  lambda,
}: {
  app: ResolvedApp;
  api: Resource;
  lambda: LambdaService;
}) {
  const { apiId, accountId, hostName, cors, select } = wireHttpApi(app, api);

  async function call(request: HttpRequest, requestId: string): Promise<HttpResponse> {
    if (headerBytes(request) > limits.headerBytes)
      return gatewayError(431, 'Request Header Fields Too Large');
    const path = pathOf(request.target);
    if (path === undefined) return gatewayError(400, 'Bad Request');
    const match = select(request.method, path);
    if (match === undefined) return gatewayError(404, 'Not Found');
    const { routeKey, pathParameters, target } = match;
    const { functionName, timeoutMs, isPermitted } = target;
    if (!isPermitted) {
      process.stderr.write(
        `Route "${routeKey}": no AWS::Lambda::Permission lets API Gateway invoke ${functionName}.\n`,
      );
      return gatewayError(500, 'Internal Server Error');
    }
    const traceId = newTraceId(request.receivedAtMs);
    const event = toEvent(request, { accountId, apiId, requestId, routeKey, path, pathParameters, traceId });
    try {
      const work = lambda.invoke(functionName, JSON.stringify(event), { requestId });
      const { functionError, payload } = await within(timeoutMs, work);
      return functionError === undefined ? toResponse(payload) : gatewayError(500, 'Internal Server Error');
    } catch (error) {
      if (error instanceof RequestTooLargeError) return gatewayError(413, 'Request Entity Too Large');
      if (error instanceof TooManyRequestsError || error instanceof TimeoutError)
        return gatewayError(503, 'Service Unavailable');
      throw error;
    }
  }

  /** Handles a request as the server does, without the network. */
  async function host(request: HostRequest): Promise<HostResponse> {
    const requestId = newRequestId();
    const preflight = cors.preflight(request);
    if (preflight !== undefined)
      return { ...preflight, headers: [...preflight.headers, ['apigw-requestid', requestId]] };
    const body = await readBody(request.body, limits.bodyBytes);
    const { headers, ...response } =
      body === undefined
        ? gatewayError(413, 'Request Entity Too Large')
        : await call({ ...request, body, receivedAtMs: Date.now() }, requestId);
    return { ...response, headers: [...cors.decorate(request, headers), ['apigw-requestid', requestId]] };
  }

  const failure = gatewayError(500, 'Internal Server Error');
  return { ...(await startHostServer({ respond: host, failure, port: 0 })), hostName, host };
}
