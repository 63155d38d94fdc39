import { describe, expect, it } from 'vitest';
import { synthesize } from '../support/runtime/template.ts';

const apiOf = (settings: Record<string, string>) =>
  synthesize({ stage: 'dev', settings, endpoints: [], workers: [] }).ofType('AWS::ApiGatewayV2::Api')[0]
    ?.properties;

describe('origins that may call the API from a browser', () => {
  it('are none by default', () => {
    expect(apiOf({})).not.toHaveProperty('CorsConfiguration');
  });

  it('may send credentials and read what clients need', () => {
    const api = apiOf({ CORS_ALLOWED_ORIGINS: 'https://app.example.com, http://localhost:3000' });
    expect(api?.CorsConfiguration).toEqual({
      AllowOrigins: ['https://app.example.com', 'http://localhost:3000'],
      AllowCredentials: true,
      AllowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      AllowHeaders: expect.arrayContaining([
        'authorization',
        'content-type',
        'if-match',
        'if-none-match',
        'idempotency-key',
        'mcp-protocol-version',
        'prefer',
        'x-api-key',
        'traceparent',
        'tracestate',
        'baggage',
      ]),
      ExposeHeaders: expect.arrayContaining([
        'etag',
        'preference-applied',
        'retry-after',
        'www-authenticate',
        'x-ratelimit-limit',
        'x-ratelimit-remaining',
        'x-ratelimit-reset',
        'x-request-id',
      ]),
      MaxAge: 3600,
    });
  });

  it('may send the headers of a setting besides those of the API', () => {
    const api = apiOf({
      CORS_ALLOWED_ORIGINS: 'https://app.example.com',
      CORS_ALLOWED_HEADERS: 'X-Trace, sentry-trace',
    });
    expect(api?.CorsConfiguration).toMatchObject({
      AllowHeaders: expect.arrayContaining(['x-api-key', 'x-trace', 'sentry-trace']),
    });
    expect(JSON.stringify(api?.CorsConfiguration)).not.toContain('traceparent');
  });

  it('never contain wildcards, which browsers refuse together with credentials', () => {
    const api = apiOf({ CORS_ALLOWED_ORIGINS: 'https://a.example' });
    expect(JSON.stringify(api?.CorsConfiguration)).not.toContain('*');
  });

  const origins = ['*', 'https://*.example.com', 'app.example.com', 'https://app.example.com/'];
  it.each([
    ...origins.map((value) => ['CORS_ALLOWED_ORIGINS', value] as const),
    ...['*', 'a b', 'x-ok, naïve'].map((value) => ['CORS_ALLOWED_HEADERS', value] as const),
  ])('stop synth when %s is %s', (name, value) => {
    const settings = { CORS_ALLOWED_ORIGINS: 'https://app.example.com', [name]: value };
    expect(() => apiOf(settings)).toThrow(name);
  });
});
