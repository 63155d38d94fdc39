import { describe, expect, it } from 'vitest';
import { consoleRequestCode, consoleResponseCode } from '../../../lib/aws/constructs/console-request.ts';
import { matchesPattern } from '../../../lib/local/http/cloudfront-behaviors.ts';
import {
  compileViewerRequest,
  compileViewerResponse,
  toViewerRequest,
} from '../../../lib/local/http/cloudfront-function.ts';

const run = compileViewerRequest(consoleRequestCode());
const ask = (target: string, method = 'GET') =>
  run(toViewerRequest({ method, target, headers: [] }), { ip: '203.0.113.7', requestId: 'request-1' });

describe('an address of the console', () => {
  it.each([
    ['/console/', '/console/index.html'],
    ['/console/webhooks', '/console/index.html'],
    ['/console/webhooks/7c1f5f0e/deliveries?status=failed', '/console/index.html'],
    ['/console/a.b/rules', '/console/index.html'],
    ['/console/index.html', '/console/index.html'],
    ['/console/assets/app-1a2b.js', '/console/assets/app-1a2b.js'],
    ['/console/assets/missing.css', '/console/assets/missing.css'],
  ])('%s is the file %s', (target, file) => {
    const { request, response } = ask(target);
    expect(response).toBeUndefined();
    expect(request.uri).toBe(file);
  });

  it('is redirected if the slash is missing, so that relative addresses work', () => {
    expect(ask('/console').response).toMatchObject({
      statusCode: 302,
      headers: { location: { value: '/console/' }, 'x-request-id': { value: 'request-1' } },
    });
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('refuses %s as the API does', (method) => {
    const { response } = ask('/console/index.html', method);
    expect(response).toMatchObject({
      statusCode: 405,
      headers: { allow: { value: 'GET, HEAD' }, 'x-request-id': { value: 'request-1' } },
    });
    expect(JSON.parse(response?.body.data ?? '')).toMatchObject({
      error: expect.any(String),
      code: 'method_not_allowed',
      requestId: 'request-1',
    });
  });

  it('has the id of its request', () => {
    const respond = compileViewerResponse(consoleResponseCode());
    const viewer = { ip: '203.0.113.7', requestId: 'request-1' };
    expect(respond({ status: 200, headers: [['etag', '"1"']] }, viewer)).toEqual([
      ['x-request-id', 'request-1'],
    ]);
  });
});

describe('a path pattern of CloudFront', () => {
  it.each([
    ['/console/*', '/console/', true],
    ['/console/*', '/console/a/b.js', true],
    ['/console/*', '/console', false],
    ['/console/*', '/consoles/', false],
    ['/console', '/console', true],
    ['/console', '/console/', false],
    ['/a?c.js', '/abc.js', true],
    ['/a?c.js', '/abcxjs', false],
    ['images/*', '/images/x', true],
    ['/Console/*', '/console/', false],
  ])('%s matches %s: %s', (pattern, path, expected) => {
    expect(matchesPattern(pattern)(path)).toBe(expected);
  });
});
