import { expect } from 'vitest';
import { endpoints } from '../../shared/catalog/endpoints.ts';
import { sampleOf } from '../../shared/catalog/samples.ts';
import type { JsonSchema } from '../../shared/kernel/contracts/json-schema.ts';
import { bodyOf } from '../../shared/kernel/samples/sample.ts';
import { toWire } from '../../shared/kernel/samples/wire.ts';
import { type OpenApiDocument, resolveReference } from '../../shared/modules/docs/openapi/types.ts';
import { send } from '../support/clients/api.ts';
import { conformance } from './support/conformance.ts';
import { aCaller } from './support/stage.ts';

const { proves } = conformance('docs');

const get = <Body = string>(path: string, headers: Record<string, string> = {}) =>
  send<Body>('GET', path, { headers });
const explorer = async (): Promise<string> => (await get('/docs/api')).body;
const document = async (): Promise<OpenApiDocument> => (await get<OpenApiDocument>('/api/docs/openapi')).body;

proves('openapi', async () => {
  const { headers, body } = await get<OpenApiDocument>('/api/docs/openapi');
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  const { version } = (await get<{ version: string }>('/api/health')).body;
  expect(body).toMatchObject({ openapi: '3.1.0', info: { version } });
  for (const { method, path, operationId } of endpoints)
    expect(body.paths[path]?.[method.toLowerCase() as 'get']?.operationId).toBe(operationId);
});

proves('any-host', async () => {
  expect((await document()).servers.map(({ url }) => url)).toEqual(['/']);
});

proves('markdown', async () => {
  const answer = await get('/api/docs/markdown');
  expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const text = answer.body;
  expect(text).toMatch(/^# Platform Modules API\n/);
  for (const { method, path, operationId } of endpoints) {
    expect(text).toContain(`### ${method} \`${path}\`\n`);
    expect(text).toContain(`\`${operationId}\``);
  }
});

proves('home', ['/', '/docs', '/docs/', '/docs/api/', '/api/docs/api'], async (path) => {
  const answer = await get(path);
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/docs/api']);
});

proves('get-only', async () => {
  const answer = await send('POST', '/docs');
  expect(answer).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
});

proves('explorer-policy', async () => {
  const answer = await get('/docs/api');
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const policy = answer.headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.body).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
});

proves('links', async () => {
  const page = await explorer();
  for (const path of ['/console/', '/api/docs/markdown', '/api/docs/openapi'])
    expect(page).toContain(`<a href="${path}">`);
  const { body: markdown } = await get('/api/docs/markdown');
  for (const path of ['/console/', '/docs/api', '/api/docs/markdown'])
    expect(markdown).toContain(`](${path})`);
});

proves('immutable-assets', async () => {
  const assets = [...(await explorer()).matchAll(/(?:src|href)="(\/docs\/api\/[^"]+)"/g)];
  expect(assets).toHaveLength(4);
  for (const [, path = ''] of assets) {
    const asset = await get(path);
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(asset.body.length).toBeGreaterThan(100);
  }
});

proves(
  'compressed-assets',
  [
    ['gzip, deflate', 'gzip'],
    ['br;q=1.0, gzip;q=0.5', 'gzip'],
    ['*', 'gzip'],
    ['identity', null],
    ['gzip;q=0', null],
    ['br', null],
  ] as const,
  async ([accepted, encoding]) => {
    const path = /href="(\/docs\/api\/swagger-ui[^"]+\.css)"/.exec(await explorer())?.[1] ?? '';
    const asset = await get(path, { 'accept-encoding': accepted });
    expect(asset.headers.get('content-encoding')).toBe(encoding);
    expect(asset.headers.get('vary')).toContain('accept-encoding');
    expect(asset.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(asset.body).toContain('.swagger-ui');
  },
);

proves(
  'unknown-assets',
  ['unknown.js', 'package.json', '..%2f..%2fpackage.json', 'constructor'],
  async (file) => {
    const answer = await get(`/docs/api/${file}`);
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  },
);

proves('prefilled-upload', async () => {
  const { endpoint, shown } = sampleOf('uploadAttachment');
  const { key } = await aCaller();
  const described = await document();
  const media = described.paths[endpoint.path]?.post?.requestBody?.content['multipart/form-data'];
  const { properties = {} } = resolveReference<JsonSchema>(described, media?.schema ?? {});
  const texts = Object.entries(properties).filter(([, { format }]) => format !== 'binary');
  expect(texts.map(([name]) => name)).not.toContain('tenantId');
  const examples = Object.fromEntries(texts.map(([name, schema]) => [name, schema.examples?.[0]]));
  expect(Object.values(examples)).not.toContain(undefined);
  const parts = { body: { ...examples, file: bodyOf(shown).file } };
  const { path, headers, body } = toWire(endpoint, parts);
  const answer = await send('POST', path, { body, headers: { 'x-api-key': key, ...headers } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
});
