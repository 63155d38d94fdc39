import { describe, expect, it } from 'vitest';
import { viewerRequestCode } from '../../../lib/aws/constructs/viewer-request.ts';
import {
  compileViewerRequest,
  toHeaders,
  toViewerRequest,
} from '../../../lib/local/http/cloudfront-function.ts';

const code = viewerRequestCode({
  streams: [
    { path: '/api/files/{id}', originId: 'get-file', revalidates: true },
    { path: '/api/frames', originId: 'get-frames' },
    { path: '/api/files/{id}/image/{name+}', originId: 'get-image' },
  ],
  exports: { paths: ['/api/things'], originId: 'exports' },
  furtherApi: { originId: 'further-api', prefixes: ['/api/sync', '/ofrep/v1'] },
  ingest: {
    originId: 'ingest',
    routes: [{ method: 'POST', path: '/api/files', maxBytes: 1000, overheadBytes: 100 }],
  },
});
const run = compileViewerRequest(code);

/** Runs the function as CloudFront does, and returns the selected origin and the headers. */
function viewerRequest(method: string, target: string, given: Record<string, string> = {}) {
  const headers = Object.entries({ host: 'api.example.com', ...given });
  const outcome = run(toViewerRequest({ method, target, headers }), {
    ip: '203.0.113.7',
    requestId: 'request-1',
  });
  const values = Object.entries(outcome.request.headers).map(([name, { value }]) => [name, value]);
  return { originId: outcome.originId, headers: Object.fromEntries(values), request: outcome.request };
}

describe('the viewer-request function', () => {
  it('copies Authorization into the private header, and keeps it', () => {
    const authorization = 'Bearer secret';
    const { headers } = viewerRequest('GET', '/api/x', { authorization });
    expect(headers).toMatchObject({ 'x-viewer-authorization': authorization, authorization });
  });

  it('removes every private header of a client', () => {
    const { headers } = viewerRequest('GET', '/api/x', {
      'x-viewer-authorization': 'Bearer forged',
      'x-origin-secret': 'guess',
      'x-viewer-address': '198.51.100.1',
      'x-viewer-host': 'evil.example',
    });
    expect(headers).toEqual({
      host: 'api.example.com',
      'x-viewer-address': '203.0.113.7',
      'x-viewer-host': 'api.example.com',
    });
  });

  it.each([
    ['GET', '/api/things?format=csv', 'exports'],
    ['HEAD', '/api/things?format=CSV', 'exports-whole'],
    ['GET', '/api/things?page=2&format=application%2Fxml', 'exports'],
    ['GET', '/api/things?format=text/markdown', 'exports'],
    ['GET', '/api/things?format=pdf&format=md', 'exports'],
    ['GET', '/api/things?format=md&format=pdf', 'exports'],
    ['GET', '/api/things?format=', undefined],
    ['GET', '/api/things?format=%zz', 'exports'],
    ['GET', '/api/things?format=csv&format=', undefined],
    ['GET', '/api/things', undefined],
    ['GET', '/api/sync', 'further-api'],
    ['POST', '/api/sync/runs/1', 'further-api'],
    ['GET', '/api/sync/runs?format=csv', 'further-api'],
    ['GET', '/api/synchronized', undefined],
    ['OPTIONS', '/ofrep/v1/evaluate', 'further-api'],
    ['POST', '/api/things?format=csv', undefined],
    ['POST', '/api/files', 'ingest'],
    ['POST', '/api/files?tenantId=1', 'ingest'],
    ['POST', '/api/files/', undefined],
    ['POST', '/api/files/1', undefined],
    ['OPTIONS', '/api/files', undefined],
    ['PUT', '/api/files', undefined],
    ['GET', '/api/things/1?format=csv', undefined],
    ['GET', '/api/other?format=csv', undefined],
    ['GET', '/api/files/1', 'get-file'],
    ['HEAD', '/api/files/1', 'get-file-whole'],
    ['GET', '/api/files/1?delivery=whole', 'get-file-whole'],
    ['GET', '/api/files/1?delivery=stream', 'get-file'],
    ['HEAD', '/api/files/1?delivery=stream', 'get-file-whole'],
    ['HEAD', '/api/frames', 'get-frames-whole'],
    ['GET', '/api/frames?delivery=whole', 'get-frames'],
    ['PUT', '/api/files/1', undefined],
    ['GET', '/api/files', undefined],
    ['GET', '/api/files/', undefined],
    ['GET', '/api/files/1/other', undefined],
    ['GET', '/api/files/1/image/a', 'get-image'],
    ['GET', '/api/files/1/image/a/b.png', 'get-image'],
    ['GET', '/api/files/1/image', undefined],
  ])('%s %s selects %s', (method, target, originId) => {
    expect(viewerRequest(method, target).originId).toBe(originId);
  });

  it('forwards no rest of a path, whose encoded characters would break the signature of the request', () => {
    expect(viewerRequest('GET', '/api/files/1/image/Green%20Firm+1.png?width=1').request).toMatchObject({
      uri: '/api/files/1/image',
      querystring: { width: { value: '1' } },
    });
    expect(viewerRequest('GET', '/api/files/1').request.uri).toBe('/api/files/1');
  });

  it.each([
    ['/api/files/1', 'get-file-whole'],
    ['/api/files/1?delivery=stream', 'get-file'],
    ['/api/frames', 'get-frames'],
    ['/api/things?format=csv', 'exports'],
  ])('%s selects %s for a client that has an earlier version', (target, originId) => {
    expect(viewerRequest('GET', target, { 'if-none-match': '"1"' }).originId).toBe(originId);
  });

  it.each([
    ['1000', undefined],
    ['1001', 413],
    ['41943040', 413],
    ['', undefined],
    ['many', undefined],
  ])('responds to an upload of %s bytes with %s', (length, statusCode) => {
    const outcome = run(
      toViewerRequest({ method: 'POST', target: '/api/files', headers: [['content-length', length]] }),
      { ip: '::1', requestId: 'request-1' },
    );
    expect(outcome.response?.statusCode).toBe(statusCode);
    expect(outcome.originId).toBe(statusCode === undefined ? 'ingest' : undefined);
    if (outcome.response === undefined) return;
    expect(outcome.response.headers['content-type']?.value).toContain('application/json');
    expect(JSON.parse(outcome.response.body.data)).toMatchObject({
      error: expect.stringContaining('maximum upload size'),
      code: 'body_too_large',
      maxBytes: 900,
      requestId: 'request-1',
    });
    expect(outcome.response.headers['x-request-id']).toEqual({ value: 'request-1' });
  });

  it('forwards an upload of unknown length', () => {
    expect(viewerRequest('POST', '/api/files', { 'transfer-encoding': 'chunked' }).originId).toBe('ingest');
  });

  it('keeps the rest of the request', () => {
    const { request } = viewerRequest('POST', '/api/x?a=1&a=2', {
      cookie: 'one=1; two=2',
      'x-other': 'kept',
    });
    expect(request).toMatchObject({ method: 'POST', uri: '/api/x', querystring: { a: { value: '2' } } });
    expect(toHeaders(request.headers, request.cookies)).toEqual(
      expect.arrayContaining([
        ['x-other', 'kept'],
        ['cookie', 'one=1; two=2'],
      ]),
    );
  });

  it('uses only syntax of its runtime', () => {
    const body = code.slice(code.indexOf('\nfunction'));
    expect(body).not.toMatch(/\?\.|\?\?|\.\.\.|\bof\b|\bclass\b|(?:const|let) [[{]/);
  });

  it('makes synth fail over 9 kB', () => {
    const stream = (index: number) => ({ path: `/api/things${index}/{id}`, originId: `get-thing-${index}` });
    const streams = Array.from({ length: 300 }, (_, index) => stream(index));
    const furtherApi = { originId: 'further-api', prefixes: [] };
    const make = () => viewerRequestCode({ streams, exports: null, ingest: null, furtherApi });
    expect(make).toThrow(/the limit is 9000/);
  });
});
