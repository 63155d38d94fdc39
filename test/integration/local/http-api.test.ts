import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type HttpApiService, startHttpApi } from '../../../lib/local/http/http-api.ts';
import { httpApisOf } from '../../../lib/local/http/http-wiring.ts';
import type { InvocationResult, LambdaService } from '../../../lib/local/lambda/lambda.ts';
import type { ResolvedApp } from '../../../lib/local/types.ts';
import { callOverHttp } from '../../support/clients/in-process.ts';
import { aResource, resolvedApp } from '../../support/runtime/resolved-app.ts';

callOverHttp();

const functionArn = 'arn:aws:lambda:us-east-1:000000000000:function:things';
const apiArn = 'arn:aws:execute-api:us-east-1:000000000000';

interface Wiring {
  sourceArn?: string;
  principal?: string;
  timeoutMs?: number;
  routeKeys?: string[];
}

function anApp({ sourceArn, principal, timeoutMs, routeKeys = ['$default'] }: Wiring): ResolvedApp {
  const inTest = (type: string, name: string, properties: object) =>
    aResource(type, name, `arn:test:${name}`, properties);
  const stage = { ApiId: 'api1', StageName: '$default', AutoDeploy: true };
  return resolvedApp(
    inTest('AWS::ApiGatewayV2::Api', 'api1', {}),
    inTest('AWS::ApiGatewayV2::Stage', 'stage1', stage),
    aResource('AWS::Lambda::Function', 'things', functionArn),
    inTest('AWS::ApiGatewayV2::Integration', 'integration1', {
      ApiId: 'api1',
      IntegrationType: 'AWS_PROXY',
      IntegrationUri: functionArn,
      PayloadFormatVersion: '2.0',
      TimeoutInMillis: timeoutMs,
    }),
    inTest('AWS::Lambda::Permission', 'permission1', {
      Action: 'lambda:InvokeFunction',
      FunctionName: 'things',
      Principal: principal ?? 'apigateway.amazonaws.com',
      SourceArn: sourceArn ?? `${apiArn}:api1/*`,
    }),
    ...routeKeys.map((RouteKey) => {
      const route = { ApiId: 'api1', RouteKey, Target: 'integrations/integration1' };
      return inTest('AWS::ApiGatewayV2::Route', RouteKey, route);
    }),
  );
}

type Event = {
  headers: Record<string, string>;
  body?: string;
  isBase64Encoded: boolean;
  requestContext: { requestId: string };
};

const servers: HttpApiService[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const server of servers.splice(0)) await server.stop();
});

type Answer = (event: Event, requestId: string | undefined) => Promise<unknown> | unknown;

/** An API whose only function returns what `answer` makes of the event. */
async function start(answer: Answer, wiring: Wiring = {}): Promise<HttpApiService> {
  const lambda: Pick<LambdaService, 'invoke'> = {
    async invoke(_name, payload, options): Promise<InvocationResult> {
      return { payload: JSON.stringify(await answer(JSON.parse(payload), options?.requestId)) };
    },
  };
  const app = anApp(wiring);
  const [api] = httpApisOf(app);
  if (api === undefined) throw new Error('no API');
  const server = await startHttpApi({ app, api, lambda: lambda as LambdaService });
  servers.push(server);
  return server;
}

const serve = async (answer: Answer, wiring?: Wiring): Promise<string> => (await start(answer, wiring)).url;

async function read(response: Response) {
  return { status: response.status, body: await response.text() };
}

describe('the HTTP API', () => {
  it('answers what the function answers, under its own request id', async () => {
    const url = await serve((event, requestId) => ({
      statusCode: 201,
      cookies: ['a=1', 'b=2'],
      headers: { 'x-request-id': event.requestContext.requestId, 'x-metered-as': requestId },
      body: 'made',
    }));
    const response = await fetch(`${url}/things`);
    const id = response.headers.get('apigw-requestid');
    expect(id).toMatch(/^[\w-]{15}=$/);
    expect(response.headers.get('x-request-id')).toBe(id);
    expect(response.headers.get('x-metered-as')).toBe(id);
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(await read(response)).toEqual({ status: 201, body: 'made' });
  });

  it('carries bytes both ways unharmed', async () => {
    const url = await serve(({ body, isBase64Encoded }) => ({ statusCode: 200, body, isBase64Encoded }));
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}/x`, { method: 'POST', headers, body: bytes });
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
  });

  it('announces the length of text in bytes, and sends no body to HEAD', async () => {
    const url = await serve(() => ({ statusCode: 200, body: 'é€' }));
    for (const [method, body] of Object.entries({ GET: 'é€', HEAD: '' })) {
      const response = await fetch(`${url}/x`, { method });
      expect(response.headers.get('content-length')).toBe('5');
      expect(await read(response)).toEqual({ status: 200, body });
    }
  });

  it.each([
    ['HEAD', 200, null],
    ['GET', 304, null],
    ['DELETE', 204, null],
    ['GET', 200, '0'],
  ])('announces for an empty response to %s with %i the length %j', async (method, statusCode, length) => {
    const url = await serve(() => ({ statusCode }));
    expect((await fetch(`${url}/x`, { method })).headers.get('content-length')).toBe(length);
  });

  it('passes names of headers in lower case', async () => {
    const url = await serve(({ headers }) => ({ statusCode: 200, body: headers['x-tag'] }));
    const [response] = await once(request(`${url}/x`, { headers: { 'X-Tag': 'a' } }).end(), 'response');
    expect(await text(response)).toBe('a');
  });

  it('returns 404 where no route matches and 400 for a path that cannot be decoded', async () => {
    const url = await serve(() => 'ok', { routeKeys: ['GET /things'] });
    expect(await read(await fetch(`${url}/other`))).toEqual({ status: 404, body: '{"message":"Not Found"}' });
    expect((await fetch(`${url}/%zz`)).status).toBe(400);
  });

  it.each([
    ['no permission for that route', { sourceArn: `${apiArn}:api1/*/GET/other` }],
    ['a permission of another API', { sourceArn: `${apiArn}:api2/*` }],
    ['a permission for another service', { principal: 's3.amazonaws.com' }],
  ])('returns 500 with %s', async (_what, wiring) => {
    const url = await serve(() => 'ok', { ...wiring, routeKeys: ['GET /things'] });
    expect(await read(await fetch(`${url}/things`))).toEqual({
      status: 500,
      body: '{"message":"Internal Server Error"}',
    });
  });

  it('takes the permission of exactly the route', async () => {
    const sourceArn = `${apiArn}:api1/*/GET/things/{id}`;
    const url = await serve(() => 'ok', { sourceArn, routeKeys: ['GET /things/{id}'] });
    expect(await read(await fetch(`${url}/things/7`))).toEqual({ status: 200, body: 'ok' });
  });

  it('refuses bodies over 10 MB and headers over 10 240 bytes', async () => {
    const url = await serve(() => 'ok');
    const large = await fetch(`${url}/x`, { method: 'POST', body: new Uint8Array(10_485_761) });
    expect(await read(large)).toEqual({ status: 413, body: '{"message":"Request Entity Too Large"}' });
    expect((await fetch(`${url}/x`, { headers: { a: 'x'.repeat(10_240) } })).status).toBe(431);
    expect((await fetch(`${url}/x`, { headers: { a: 'x'.repeat(9_000) } })).status).toBe(200);
  });

  it.each([
    ['its own timeout', 12_000, 12_000],
    ['30 s when it has no timeout', undefined, 30_000],
  ])('returns 503 as soon as the integration takes longer than %s', async (_, timeoutMs, expectedMs) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const called = Promise.withResolvers<void>();
    const neverAnswers = () => {
      called.resolve();
      return new Promise(() => {});
    };
    const { host } = await start(neverAnswers, { timeoutMs });
    const responses: { status: number; body: string }[] = [];
    const waiting = { method: 'GET', target: '/x', headers: [], body: undefined, sourceIp: '127.0.0.1' };
    host(waiting).then(({ status, body }) => responses.push({ status, body: String(body) }));
    await called.promise;
    await vi.advanceTimersByTimeAsync(expectedMs - 1);
    expect(responses).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(responses).toEqual([{ status: 503, body: '{"message":"Service Unavailable"}' }]);
  });

  it('returns 500 for a header that HTTP does not allow', async () => {
    const url = await serve(() => ({ statusCode: 200, headers: { 'x-a': 'one\r\ntwo' }, body: 'x' }));
    expect((await fetch(`${url}/x`)).status).toBe(500);
  });

  it('survives a client that leaves in the middle of its body', async () => {
    const url = await serve(() => 'ok');
    await new Promise<void>((left) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
        socket.write('POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\nabc', () => socket.destroy());
      });
      socket.once('close', () => left());
    });
    expect((await fetch(`${url}/x`)).status).toBe(200);
  });
});
