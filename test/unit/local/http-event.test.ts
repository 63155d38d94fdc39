import { describe, expect, it } from 'vitest';
import {
  type HttpRequest,
  headerBytes,
  pathOf,
  toEvent,
  toResponse,
} from '../../../lib/local/http/http-event.ts';

function aRequest(fields: Partial<HttpRequest> = {}): HttpRequest {
  return {
    method: 'GET',
    target: '/api/things',
    headers: [['host', '127.0.0.1:4400']],
    body: Buffer.alloc(0),
    sourceIp: '127.0.0.1',
    receivedAtMs: Date.UTC(2026, 2, 12, 19, 3, 58, 390),
    ...fields,
  };
}

const context = {
  accountId: '000000000000',
  apiId: 'abc123',
  requestId: 'JKJaXmPLvHcESHA=',
  routeKey: 'GET /api/things',
  pathParameters: undefined,
  traceId: 'Root=1-0-0',
};

function eventOf(fields: Partial<HttpRequest>) {
  const request = aRequest(fields);
  return toEvent(request, { ...context, path: pathOf(request.target) ?? '' });
}

function bodyOf(contentType: string, body: Buffer) {
  const event = eventOf({ method: 'POST', headers: [['content-type', contentType]], body });
  return { body: event.body, isBase64Encoded: event.isBase64Encoded };
}

function headersOf(payload: unknown): Record<string, string> {
  return Object.fromEntries(toResponse(JSON.stringify(payload)).headers);
}

describe('event of payload format 2.0', () => {
  it('contains version, route, path and request context', () => {
    const event = eventOf({
      headers: [...aRequest().headers, ['user-agent', 'curl/8']],
    });
    expect(event).toMatchObject({
      version: '2.0',
      routeKey: 'GET /api/things',
      rawPath: '/api/things',
      rawQueryString: '',
      isBase64Encoded: false,
      requestContext: {
        accountId: '000000000000',
        apiId: 'abc123',
        domainName: '127.0.0.1',
        http: {
          ...{ method: 'GET', path: '/api/things', protocol: 'HTTP/1.1' },
          ...{ sourceIp: '127.0.0.1', userAgent: 'curl/8' },
        },
        requestId: 'JKJaXmPLvHcESHA=',
        routeKey: 'GET /api/things',
        stage: '$default',
        time: '12/Mar/2026:19:03:58 +0000',
        timeEpoch: Date.UTC(2026, 2, 12, 19, 3, 58, 390),
      },
    });
  });

  it('omits missing parts of the request', () => {
    const event = eventOf({});
    for (const absent of ['cookies', 'queryStringParameters', 'pathParameters', 'body']) {
      expect(event).not.toHaveProperty(absent);
    }
  });

  it('joins duplicate headers and extracts the cookies', () => {
    const event = eventOf({
      headers: [
        ['host', 'h'],
        ['x-tag', 'a'],
        ['x-tag', 'b'],
        ['cookie', 'one=1; two=2'],
        ['cookie', 'three=3'],
      ],
    });
    expect(event.headers).toMatchObject({ 'x-tag': 'a,b' });
    expect(event.headers).not.toHaveProperty('cookie');
    expect(event.cookies).toEqual(['one=1', 'two=2', 'three=3']);
  });

  it('supports names of object members', () => {
    const event = eventOf({ target: '/x?constructor=1&__proto__=2', headers: [['constructor', 'c']] });
    expect(JSON.stringify(event.queryStringParameters)).toBe('{"constructor":"1","__proto__":"2"}');
    expect(event.headers).toMatchObject({ constructor: 'c' });
  });

  it('keeps the raw query, and decodes and joins its values', () => {
    const event = eventOf({ target: '/api/things?q=a%20b&tag=x&tag=y&empty=' });
    expect(event.rawQueryString).toBe('q=a%20b&tag=x&tag=y&empty=');
    expect(event.queryStringParameters).toEqual({ q: 'a b', tag: 'x,y', empty: '' });
  });

  it('decodes the path', () => {
    expect(eventOf({ target: '/api/a%20b/%C3%A9' }).rawPath).toBe('/api/a b/é');
  });

  it('appends the peer to x-forwarded-for', () => {
    const event = eventOf({ headers: [['x-forwarded-for', '203.0.113.9']] });
    expect(event.headers).toMatchObject({ 'x-forwarded-for': '203.0.113.9, 127.0.0.1' });
  });

  it.each(['application/json', 'text/plain; charset=utf-8', 'application/xml', 'application/vnd.api+json'])(
    'passes %s as text',
    (contentType) => {
      const body = '{"a":"é"}';
      expect(bodyOf(contentType, Buffer.from(body))).toEqual({ body, isBase64Encoded: false });
    },
  );

  it.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'image/png', ''])(
    'passes "%s" as base64',
    (contentType) => {
      expect(bodyOf(contentType, Buffer.from('a=1'))).toEqual({ body: 'YT0x', isBase64Encoded: true });
    },
  );

  it('passes JSON that is not UTF-8 unchanged', () => {
    const bytes = Buffer.from([0x22, 0xff, 0xfe, 0x22]);
    const { body, isBase64Encoded } = bodyOf('application/json', bytes);
    expect(isBase64Encoded).toBe(true);
    expect(Buffer.from(String(body), 'base64')).toEqual(bytes);
  });

  it('counts the request line and the header values towards the header limit', () => {
    expect(headerBytes({ method: 'GET', target: '/', headers: [['x', '12345']] })).toBe(14 + 5);
  });
});

describe('response of an HTTP API', () => {
  it('uses status, headers, cookies and body of a structured response', () => {
    const cookies = ['a=1', 'b=2; HttpOnly'];
    const { status, headers, body } = toResponse(
      JSON.stringify({ statusCode: 201, headers: { 'X-A': 1 }, cookies, body: '{}' }),
    );
    expect([status, body.toString()]).toEqual([201, '{}']);
    expect(headers).toContainEqual(['x-a', '1']);
    expect(headers.filter(([name]) => name === 'set-cookie')).toHaveLength(2);
  });

  it('decodes a base64 body', () => {
    const response = toResponse(JSON.stringify({ statusCode: 200, body: '/wD+', isBase64Encoded: true }));
    expect(response.body).toEqual(Buffer.from([0xff, 0x00, 0xfe]));
  });

  it.each([
    [{ a: 1 }, '{"a":1}'],
    ['hello', 'hello'],
    [[1, 2], '[1,2]'],
    [null, 'null'],
  ])('returns 200 with JSON for %j without a status', (payload, body) => {
    const response = toResponse(JSON.stringify(payload));
    expect(response).toMatchObject({ status: 200, headers: [['content-type', 'application/json']] });
    expect(response.body.toString()).toBe(body);
  });

  it('sets plain text for an untyped body, and no type for an empty one', () => {
    expect(headersOf({ statusCode: 200, body: 'x' })).toEqual({ 'content-type': 'text/plain;charset=UTF-8' });
    expect(headersOf({ statusCode: 204 })).toEqual({});
  });

  it('removes headers that the gateway sets', () => {
    const headers = { Connection: 'close', 'Content-Length': '9' };
    expect(headersOf({ statusCode: 204, headers })).toEqual({});
  });

  it.each([
    [{ statusCode: 'abc' }],
    [{ statusCode: 99 }],
    [{ statusCode: 200, body: { an: 'object' } }],
    [{ statusCode: 200, headers: { a: { b: 1 } } }],
    [{ statusCode: 200, cookies: 'a=1' }],
  ])('returns 500 for the malformed %j', (payload) => {
    const response = toResponse(JSON.stringify(payload));
    expect(response.status).toBe(500);
    expect(response.body.toString()).toBe('{"message":"Internal Server Error"}');
  });
});
