/** CORS headers of the API. */
import { describe, expect, it } from 'vitest';
import { aTenant } from '../../support/builders/tenants.ts';
import { callsOf } from '../../support/clients/api.ts';
import { browse } from '../../support/clients/browser-request.ts';
import { callOverHttp } from '../../support/clients/in-process.ts';
import { allowedOrigin } from '../../support/runtime/allowed-origin.ts';

callOverHttp();

const path = '/api/business_rules/rules';
const corsHeaders = (headers: Headers) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));

describe('a preflight', () => {
  const preflight = (origin: string) =>
    browse('OPTIONS', path, {
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'if-match,x-api-key',
      },
    });

  it('of an allowed origin receives the allowed methods and headers', async () => {
    const { status, headers, body } = await preflight(allowedOrigin);
    expect({ status, body }).toEqual({ status: 204, body: undefined });
    const cors = corsHeaders(headers);
    expect(cors).toMatchObject({
      'access-control-allow-origin': allowedOrigin,
      'access-control-allow-credentials': 'true',
    });
    expect(cors['access-control-allow-methods']?.split(',')).toEqual(
      expect.arrayContaining(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    );
    expect(cors['access-control-allow-headers']?.split(',')).toEqual(
      expect.arrayContaining(['authorization', 'content-type', 'if-match', 'x-api-key']),
    );
  });

  it.each(['https://evil.example', 'http://app.example.com', `${allowedOrigin}.evil.example`, 'null'])(
    'of %s receives no CORS headers',
    async (origin) => {
      const { headers } = await preflight(origin);
      expect(corsHeaders(headers)).toEqual({});
    },
  );
});

describe('an answer', () => {
  it('to an allowed origin can be read, with the headers that clients need', async () => {
    const { key } = await aTenant();
    const { status, headers } = await browse('GET', path, {
      headers: { origin: allowedOrigin, 'x-api-key': key },
    });
    expect(status).toBe(200);
    expect(corsHeaders(headers)).toMatchObject({
      'access-control-allow-origin': allowedOrigin,
      'access-control-allow-credentials': 'true',
    });
    const exposed = headers.get('access-control-expose-headers')?.split(',') ?? [];
    expect(exposed).toEqual(
      expect.arrayContaining([
        'etag',
        'preference-applied',
        'retry-after',
        'x-request-id',
        'x-ratelimit-limit',
        'x-ratelimit-remaining',
        'x-ratelimit-reset',
      ]),
    );
  });

  it('with an error can be read as well', async () => {
    const answer = await browse('GET', path, { headers: { origin: allowedOrigin } });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('access-control-allow-origin')).toBe(allowedOrigin);
    expect(await callsOf(answer)).toEqual([]);
  });

  it('to another origin, or without an origin, has no CORS headers', async () => {
    const { key } = await aTenant();
    const origins: Record<string, string>[] = [{ origin: 'https://evil.example' }, {}];
    for (const origin of origins) {
      const { headers } = await browse('GET', path, { headers: { ...origin, 'x-api-key': key } });
      expect(corsHeaders(headers)).toEqual({});
    }
  });

  it('that is streamed can be read as well', async () => {
    const { api } = await aTenant();
    for (const streamed of ['/api/events/stream', `/api/webhooks?format=csv`]) {
      const own = await api.get(streamed, { headers: { origin: allowedOrigin } });
      expect(own.status).toBe(200);
      expect(corsHeaders(own.headers)).toMatchObject({
        'access-control-allow-origin': allowedOrigin,
        'access-control-allow-credentials': 'true',
      });
      const foreign = await api.get(streamed, { headers: { origin: 'https://evil.example' } });
      expect(corsHeaders(foreign.headers)).toEqual({});
    }
  });
});
