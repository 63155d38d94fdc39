/** Lambda function URLs in the local runtime: who may call them, and streamed responses. */
import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { matchesPattern } from '../gateway/iam.ts';
import { corsOf } from '../http/cors.ts';
import { corsRequestOf, readBody } from '../http/http-api.ts';
import { splitTarget, structuredResponse, toEvent, toResponse } from '../http/http-event.ts';
import { newTraceId } from '../random-ids.ts';
import type { Host, HostRequest, HostResponse, ResolvedApp, Resource } from '../types.ts';
import { type LambdaService, type ResponseSink, TooManyRequestsError } from './lambda.ts';

/** https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const bodyBytes = 6_291_456;
/** Separates the JSON of status and headers from the body of a streamed response. */
const preludeEnd = Buffer.alloc(8);

/** The signer of a request: a service (with the resource it acts for), or none. */
export interface Signer {
  principal: string;
  sourceArn: string;
}

export interface FunctionUrl {
  hostName: string;
  /** The URL as a host; `signer` undefined is an unsigned request. */
  hostFor(signer: Signer | undefined): Host;
}

function urlError(status: number, message: string): HostResponse {
  return {
    status,
    headers: [['content-type', 'application/json']],
    body: Buffer.from(JSON.stringify({ Message: message })),
  };
}

/** Whether the function's resource policy lets the signer call its URL. AWS requires both actions. */
function signerMayInvoke(app: ResolvedApp, target: Resource, { principal, sourceArn }: Signer): boolean {
  const permissions = app.ofType('AWS::Lambda::Permission').filter(({ properties }) => {
    const { FunctionName, Principal, SourceArn } = properties;
    if (FunctionName !== target.arn && FunctionName !== target.physicalId) return false;
    return Principal === principal && SourceArn !== undefined && matchesPattern(String(SourceArn), sourceArn);
  });
  const granted = (action: string, property: string, wanted: unknown) =>
    permissions.some(({ properties }) => {
      if (properties.Action !== action) return false;
      return properties[property] === undefined || properties[property] === wanted;
    });
  return (
    granted('lambda:InvokeFunctionUrl', 'FunctionUrlAuthType', 'AWS_IAM') &&
    granted('lambda:InvokeFunction', 'InvokedViaFunctionUrl', true)
  );
}

/**
 * The content length that the function announces. AWS does not document whether it is forwarded; some users saw it as
 * `x-amzn-remapped-content-length`. Clients get the same bytes either way.
 */
function announcedLength(prelude: Record<string, unknown>): HostResponse['headers'] {
  const length: unknown = Object(prelude.headers)['content-length'];
  return typeof length === 'string' && /^\d+$/.test(length) ? [['content-length', length]] : [];
}

/** Collects the chunks of a streamed response: first its head, then its body as it arrives. */
function streamedResponse(clientGone: AbortSignal) {
  const head = Promise.withResolvers<HostResponse>();
  const body = new PassThrough();
  // Destroyed when the client disconnects, which its reader notices by itself.
  body.on('error', () => undefined);
  let started = false;

  function start(first: Uint8Array): Uint8Array {
    started = true;
    const bytes = Buffer.from(first);
    const end = bytes[0] === 0x7b ? bytes.indexOf(preludeEnd) : -1;
    if (end < 0) {
      const headers: HostResponse['headers'] = [['content-type', 'application/octet-stream']];
      head.resolve({ status: 200, headers, body });
      return bytes;
    }
    const prelude = JSON.parse(bytes.subarray(0, end).toString()) as Record<string, unknown>;
    const { status, headers } = structuredResponse({ statusCode: 200, ...prelude }) ?? {
      status: 502,
      headers: [],
    };
    head.resolve({ status, headers: [...headers, ...announcedLength(prelude)], body });
    return bytes.subarray(end + preludeEnd.byteLength);
  }

  const sink: ResponseSink = {
    clientGone,
    write(chunk) {
      const bytes = started ? chunk : start(chunk);
      if (bytes.byteLength === 0) return Promise.resolve();
      return new Promise((resolve) => body.write(bytes, () => resolve()));
    },
  };
  return { head, body, sink, isStarted: () => started };
}

/**
 * Reads a function URL of the app. Throws on settings that do not run locally: only AWS_IAM with RESPONSE_STREAM does.
 */
export function functionUrlOf(app: ResolvedApp, url: Resource, lambda: LambdaService): FunctionUrl {
  const { TargetFunctionArn, AuthType, InvokeMode } = url.properties;
  if (AuthType !== 'AWS_IAM' || InvokeMode !== 'RESPONSE_STREAM') {
    throw new Error(`${url.logicalId}: only function URLs with AWS_IAM and RESPONSE_STREAM run locally.`);
  }
  const found = app.find(String(TargetFunctionArn));
  if (found?.type !== 'AWS::Lambda::Function')
    throw new Error(`${url.logicalId}: ${String(TargetFunctionArn)} is not a function of the app.`);
  const target = found;
  const hostName = URL.parse(url.attributes?.FunctionUrl ?? '')?.host ?? '';
  const functionName = target.physicalId;
  const cors = corsOf(url.properties.Cors);

  async function invoke(payload: string, requestId: string, clientGone: AbortSignal): Promise<HostResponse> {
    const response = streamedResponse(clientGone);
    lambda.invoke(functionName, payload, { requestId, sink: response.sink }).then(
      ({ functionError, payload: whole }) => {
        if (response.isStarted()) {
          if (functionError === undefined) response.body.end();
          else response.body.destroy(new Error('The function failed while it was sending its response.'));
        } else if (functionError !== undefined) response.head.resolve(urlError(502, 'Internal Server Error'));
        else response.head.resolve(whole === '' ? urlError(502, 'Internal Server Error') : toResponse(whole));
      },
      (error: unknown) =>
        response.head.resolve(
          error instanceof TooManyRequestsError
            ? urlError(429, 'Rate Exceeded.')
            : urlError(502, 'Internal Server Error'),
        ),
    );
    return response.head.promise;
  }

  async function response(
    signer: Signer | undefined,
    request: HostRequest,
    clientGone: AbortSignal,
  ): Promise<HostResponse> {
    if (signer === undefined || !signerMayInvoke(app, target, signer)) return urlError(403, 'Forbidden');
    const body = await readBody(request.body, bodyBytes);
    if (body === 'too large') return urlError(413, 'Request Entity Too Large');
    try {
      splitTarget(request.target);
    } catch {
      return urlError(400, 'Bad Request');
    }
    const requestId = randomUUID();
    const receivedAtMs = Date.now();
    const traceId = newTraceId(receivedAtMs);
    const context = {
      accountId: 'anonymous',
      apiId: hostName.split('.')[0] ?? '',
      requestId,
      routeKey: '$default',
      pathParameters: undefined,
      traceId,
    };
    const event = toEvent({ ...request, body, receivedAtMs }, context);
    return invoke(JSON.stringify(event), requestId, clientGone);
  }

  return {
    hostName,
    hostFor: (signer) => async (request, clientGone) => {
      const { headers, ...rest } = await response(signer, request, clientGone);
      return { ...rest, headers: cors.decorate(corsRequestOf(request), headers) };
    },
  };
}
