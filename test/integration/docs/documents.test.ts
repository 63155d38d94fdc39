/** The public documents of the API. */
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../../shared/catalog/endpoints.ts';
import { version } from '../../../shared/kernel/settings/version.ts';
import type { OpenApiDocument } from '../../../shared/modules/docs/openapi/types.ts';
import { callsOf, send } from '../../support/clients/api.ts';
import { callOverHttp } from '../../support/clients/in-process.ts';

callOverHttp();

describe('GET /api/docs/openapi', () => {
  it('returns the OpenAPI 3.1 document of every endpoint, without credentials', async () => {
    const answer = await send<OpenApiDocument>('GET', '/api/docs/openapi');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.body).toMatchObject({ openapi: '3.1.0', info: { version } });
    for (const { method, path, operationId } of endpoints) {
      expect(answer.body.paths[path]?.[method.toLowerCase() as 'get']?.operationId).toBe(operationId);
    }
  });

  it('names a server that is correct on every host', async () => {
    const { body } = await send<OpenApiDocument>('GET', '/api/docs/openapi');
    expect(body.servers.map(({ url }) => url)).toEqual(['/']);
  });

  it('sends no DynamoDB request', async () => {
    const answer = await send('GET', '/api/docs/openapi');
    expect(await callsOf(answer)).toEqual([]);
  });
});

describe('GET /api/docs/markdown', () => {
  it('returns Markdown with every operation, without credentials', async () => {
    const answer = await send<string>('GET', '/api/docs/markdown');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toMatch(/^# Platform Modules API\n/);
    for (const { method, path, operationId } of endpoints) {
      expect(answer.body).toContain(`### ${method} \`${path}\`\n`);
      expect(answer.body).toContain(`\`${operationId}\``);
    }
  });
});

describe('GET /api/docs/api', () => {
  it('redirects to the explorer', async () => {
    const answer = await send('GET', '/api/docs/api');
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe('/docs/api');
  });
});

describe('common paths', () => {
  it.each(['/', '/docs', '/docs/', '/docs/api/'])('%s redirects to the explorer', async (path) => {
    const answer = await send('GET', path);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe('/docs/api');
  });

  it('accept GET only', async () => {
    const answer = await send('POST', '/docs');
    expect(answer.status).toBe(405);
    expect(answer.body).toMatchObject({ code: 'method_not_allowed' });
  });
});

describe('GET /docs/api', () => {
  it('returns a page that may load nothing from other hosts', async () => {
    const { status, headers, body } = await send<string>('GET', '/docs/api');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(body).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  });

  it('links to the console, and the document names all three', async () => {
    const { body: page } = await send<string>('GET', '/docs/api');
    for (const path of ['/console/', '/api/docs/markdown', '/api/docs/openapi'])
      expect(page).toContain(`<a href="${path}">`);
    const { body: markdown } = await send<string>('GET', '/api/docs/markdown');
    for (const path of ['/console/', '/docs/api', '/api/docs/markdown'])
      expect(markdown).toContain(`](${path})`);
  });

  it('refers to immutable assets', async () => {
    const { body } = await send<string>('GET', '/docs/api');
    const assets = [...body.matchAll(/(?:src|href)="(\/docs\/api\/[^"]+)"/g)].map(([, path]) => path ?? '');
    expect(assets).toHaveLength(4);
    for (const path of assets) {
      const asset = await send<string>('GET', path);
      expect(asset.status).toBe(200);
      expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(asset.body.length).toBeGreaterThan(100);
    }
  });
});

describe('GET /docs/api/{file}', () => {
  const styleSheet = async (acceptEncoding: string) => {
    const { body: page } = await send<string>('GET', '/docs/api');
    const path = /href="(\/docs\/api\/swagger-ui[^"]+\.css)"/.exec(page)?.[1] ?? '';
    return send<string>('GET', path, { headers: { 'accept-encoding': acceptEncoding } });
  };

  it.each([
    ['gzip, deflate', 'gzip'],
    ['br;q=1.0, gzip;q=0.5', 'gzip'],
    ['*', 'gzip'],
    ['identity', null],
    ['gzip;q=0', null],
    ['br', null],
  ])('returns for "%s" the encoding %s', async (accepted, encoding) => {
    const asset = await styleSheet(accepted);
    expect(asset.headers.get('content-encoding')).toBe(encoding);
    expect(asset.headers.get('vary')).toBe('accept-encoding');
    expect(asset.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(asset.body).toContain('.swagger-ui');
  });

  it.each(['unknown.js', 'package.json', '..%2f..%2fpackage.json', 'constructor'])(
    'has no file %s',
    async (file) => {
      const answer = await send('GET', `/docs/api/${file}`);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.body).toMatchObject({ code: 'not_found' });
    },
  );
});
