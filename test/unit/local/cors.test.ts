import { describe, expect, it } from 'vitest';
import { corsOf } from '../../../lib/local/http/cors.ts';
import type { Headers } from '../../../lib/local/types.ts';

const origin = 'https://app.example.com';
const configuration = {
  AllowOrigins: [origin],
  AllowCredentials: true,
  AllowMethods: ['GET', 'PUT'],
  AllowHeaders: ['if-match'],
  ExposeHeaders: ['etag', 'x-request-id'],
  MaxAge: 60,
};

const aPreflight = (from: string, method = 'OPTIONS') => ({
  method,
  headers: [
    ['origin', from],
    ['access-control-request-method', 'PUT'],
  ] as Headers,
});
const aRequest = (from: string) => ({ method: 'GET', headers: [['origin', from]] as Headers });
const preflight = aPreflight(origin);
const simple = aRequest(origin);

it('an API without CORS configuration keeps preflights and headers of the integration', () => {
  const cors = corsOf(undefined);
  expect(cors.preflight(preflight)).toBeUndefined();
  const own: [string, string][] = [['access-control-allow-origin', '*']];
  expect(cors.decorate(simple, own)).toEqual(own);
});

describe('an API with CORS configuration', () => {
  const cors = corsOf(configuration);

  it('responds to the preflight of an allowed origin', () => {
    expect(cors.preflight(preflight)).toEqual({
      status: 204,
      headers: [
        ['access-control-allow-origin', origin],
        ['access-control-allow-credentials', 'true'],
        ['access-control-allow-methods', 'GET,PUT'],
        ['access-control-allow-headers', 'if-match'],
        ['access-control-max-age', '60'],
      ],
      body: '',
    });
  });

  it('responds to the preflight of another origin without headers', () => {
    const empty = { status: 204, headers: [], body: '' };
    expect(cors.preflight(aPreflight('https://evil.example'))).toEqual(empty);
  });

  it.each([
    ['another method', aPreflight(origin, 'POST')],
    ['no origin', { ...preflight, headers: preflight.headers.slice(1) }],
    ['no requested method', { ...preflight, headers: preflight.headers.slice(0, 1) }],
  ])('does not treat a request with %s as a preflight', (_, request) => {
    expect(cors.preflight(request)).toBeUndefined();
  });

  it('replaces the headers of the integration', () => {
    const sent: [string, string][] = [
      ['content-type', 'text/plain'],
      ['access-control-allow-origin', '*'],
    ];
    expect(cors.decorate(simple, sent)).toEqual([
      ['content-type', 'text/plain'],
      ['access-control-allow-origin', origin],
      ['access-control-allow-credentials', 'true'],
      ['access-control-expose-headers', 'etag,x-request-id'],
    ]);
    expect(cors.decorate(aRequest('https://evil.example'), sent)).toEqual([['content-type', 'text/plain']]);
  });

  it('can allow every origin, but not with credentials', () => {
    const open = corsOf({ AllowOrigins: ['*'] });
    expect(open.decorate(simple, [])).toEqual([['access-control-allow-origin', '*']]);
    expect(() => corsOf({ AllowOrigins: ['*'], AllowCredentials: true })).toThrow(/AWS refuses/);
  });
});
