/** Lambda function URLs in the local runtime: who may call them, and streamed responses. */
import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import * as z from 'zod/mini';
import { linked, propertiesOf } from '../cloudformation/properties.ts';
import { readBody } from '../gateway/aws-gateway-http.ts';
import { matchesPattern } from '../gateway/iam.ts';
import { corsOf } from '../http/cors.ts';
import { pathOf, structuredResponse, toEvent, toResponse } from '../http/http-event.ts';
import { newTraceId } from '../random-ids.ts';
import type { Host, HostRequest, HostResponse, ResolvedApp, Resource } from '../types.ts';
import { payloadBytes, type ResponseSink } from './environment.ts';
import { type LambdaService, TooManyRequestsError } from './lambda.ts';

const urlProperties = z.object({
  TargetFunctionArn: z.string(),
  AuthType: z.literal('AWS_IAM', 'only AWS_IAM runs locally'),
  InvokeMode: z.enum(['RESPONSE_STREAM', 'BUFFERED']),
  Cors: z.optional(z.unknown()),
});
/** Separates the JSON of status and headers from the body of a streamed response. */
const preludeEnd = Buffer.alloc(8);

function urlError(status: number, Message: string): HostResponse {
  return { status, headers: [['content-type', 'application/json']], body: JSON.stringify({ Message }) };
}

const badGateway = () => urlError(502, 'Internal Server Error');

/** AWS requires both permissions, with these conditions or none. */
const neededPermissions = [
  { Action: 'lambda:InvokeFunctionUrl', FunctionUrlAuthType: 'AWS_IAM' },
  { Action: 'lambda:InvokeFunction', InvokedViaFunctionUrl: true },
];

/** Whether the function's resource policy lets the distribution call its URL. */
function mayInvoke({ arn: sourceArn }: Resource, app: ResolvedApp, target: Resource): boolean {
  const permissions = app
    .ofType('AWS::Lambda::Permission')
    .map(({ properties }) => properties)
    .filter(({ FunctionName }) => FunctionName === target.arn || FunctionName === target.physicalId)
    .filter(({ Principal }) => Principal === 'cloudfront.amazonaws.com')
    .filter(({ SourceArn }) => SourceArn !== undefined && matchesPattern(String(SourceArn), sourceArn));
  return neededPermissions.every((needed) =>
    permissions.some((given) =>
      Object.entries(needed).every(([name, value]) => (given[name] ?? value) === value),
    ),
  );
}

/**
 * The response of a streamed invocation: resolves with its head at the first byte of its body, then the rest arrives. A
 * response that ends without a byte is never sent, and the caller waits until it gives up, as in AWS:
 * https://github.com/aws/aws-lambda-nodejs-runtime-interface-client/issues/95
 */
function respond(
  invocation: (sink: ResponseSink) => ReturnType<LambdaService['invoke']>,
  clientGone: AbortSignal,
): Promise<HostResponse> {
  const { promise, resolve } = Promise.withResolvers<HostResponse>();
  const body = new PassThrough();
  // Destroyed when the client disconnects, which its reader notices by itself.
  body.on('error', () => undefined);
  let started = false;
  /** Known with the first chunk, which may contain nothing else. */
  let head: HostResponse | undefined;

  /** Returns the part of the first chunk that belongs to the body. */
  function start(first: Uint8Array): Uint8Array {
    started = true;
    const bytes = Buffer.from(first);
    const end = bytes[0] === 0x7b ? bytes.indexOf(preludeEnd) : -1;
    if (end < 0) {
      head = { status: 200, headers: [['content-type', 'application/octet-stream']], body };
      return bytes;
    }
    const prelude: Record<string, unknown> = JSON.parse(bytes.subarray(0, end).toString());
    const { status, headers } = structuredResponse({ statusCode: 200, ...prelude }) ?? badGateway();
    head = { status, headers, body };
    return bytes.subarray(end + preludeEnd.byteLength);
  }

  function write(chunk: Uint8Array): Promise<void> {
    const bytes = started ? chunk : start(chunk);
    if (bytes.byteLength === 0) return Promise.resolve();
    if (head !== undefined) resolve(head);
    head = undefined;
    return new Promise((done) => body.write(bytes, () => done()));
  }

  invocation({ clientGone, write }).then(
    ({ functionError, payload }) => {
      if (!started && payload !== '')
        resolve(functionError === undefined ? toResponse(payload) : badGateway());
      else if (functionError === undefined) body.end();
      else if (!started || head !== undefined) resolve(badGateway());
      else body.destroy(new Error('The function failed while it was sending its response.'));
    },
    (error: unknown) => resolve(notInvoked(error)),
  );
  return promise;
}

const notInvoked = (error: unknown): HostResponse =>
  error instanceof TooManyRequestsError ? urlError(429, 'Rate Exceeded.') : badGateway();

/** The response of an invocation that returns its whole response. */
async function respondWhole(invocation: ReturnType<LambdaService['invoke']>): Promise<HostResponse> {
  try {
    const { functionError, payload } = await invocation;
    return functionError === undefined ? toResponse(payload) : badGateway();
  } catch (error) {
    return notInvoked(error);
  }
}

/**
 * Returns the host of a function URL of the app, for requests that CloudFront signs for this distribution. Throws on
 * settings that do not run locally.
 */
export function functionUrlHost(
  app: ResolvedApp,
  url: Resource,
  lambda: LambdaService,
  distribution: Resource,
): Host {
  const { TargetFunctionArn, InvokeMode, Cors } = propertiesOf(url, urlProperties);
  const target = linked(app, 'AWS::Lambda::Function', TargetFunctionArn);
  const functionName = target.physicalId;
  const apiId = URL.parse(url.attributes?.FunctionUrl ?? '')?.host.split('.')[0] ?? '';
  const cors = corsOf(Cors);
  const isAllowed = mayInvoke(distribution, app, target);

  async function handle(request: HostRequest, clientGone: AbortSignal): Promise<HostResponse> {
    if (!isAllowed) return urlError(403, 'Forbidden');
    const body = await readBody(request.body, payloadBytes);
    if (body === undefined) return urlError(413, 'Request Entity Too Large');
    const path = pathOf(request.target);
    if (path === undefined) return urlError(400, 'Bad Request');
    const [requestId, receivedAtMs] = [randomUUID(), Date.now()];
    const ids = { accountId: 'anonymous', apiId, requestId, traceId: newTraceId(receivedAtMs) };
    const context = { ...ids, routeKey: '$default', path, pathParameters: undefined };
    const event = toEvent({ ...request, body, receivedAtMs }, context);
    const payload = JSON.stringify(event);
    if (InvokeMode === 'BUFFERED') return respondWhole(lambda.invoke(functionName, payload, { requestId }));
    return respond((sink) => lambda.invoke(functionName, payload, { requestId, sink }), clientGone);
  }

  return async (request, clientGone) => {
    const { headers, ...rest } = await handle(request, clientGone);
    return { ...rest, headers: cors.decorate(request, headers) };
  };
}
