/** The console in the local runtime: uploaded and served by the resources of the template. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callOverHttp } from '../../support/clients/in-process.ts';
import { type OwnRuntime, startOwnRuntime } from '../../support/runtime/own-runtime.ts';

callOverHttp();

const dir = mkdtempSync(join(tmpdir(), 'console-build-'));
const page = '<!doctype html><title>Console</title>';
const built = Promise.withResolvers<void>();
let runtime: OwnRuntime;

beforeAll(async () => {
  mkdirSync(join(dir, 'assets'));
  writeFileSync(join(dir, 'index.html'), page);
  writeFileSync(join(dir, 'assets', 'app-1a2b.js'), 'export {};');
  runtime = await startOwnRuntime({ console: { dir, build: () => built.promise } });
});
afterAll(async () => {
  built.resolve();
  await runtime?.stop();
  rmSync(dir, { recursive: true, force: true });
});

const get = (path: string, init: RequestInit = {}) =>
  fetch(`${runtime.baseUrl}${path}`, { redirect: 'manual', ...init });

describe('the console on one machine', () => {
  // First, while the build runs.
  it('shows that it is being built, while the API responds', async () => {
    const answer = await get('/console/webhooks');
    expect([answer.status, answer.headers.get('refresh')]).toEqual([503, '2']);
    expect(await answer.text()).toContain('The console is being built');
    expect((await get('/api/health')).status).toBe(200);
    built.resolve();
    await runtime.consoleReady;
  });

  it('serves its page for every path without an extension, not cacheable', async () => {
    await runtime.consoleReady;
    for (const path of ['/console/', '/console/webhooks/1?status=failed', '/console/index.html']) {
      const answer = await get(path);
      expect([answer.status, await answer.text()]).toEqual([200, page]);
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    }
    const bare = await get('/console');
    expect([bare.status, bare.headers.get('location')]).toEqual([302, '/console/']);
  });

  it('serves hashed files, cacheable for a year, and 404 for unknown ones', async () => {
    const { status, headers } = await get('/console/assets/app-1a2b.js');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    const known = { 'if-none-match': String(headers.get('etag')) };
    expect((await get('/console/assets/app-1a2b.js', { headers: known })).status).toBe(304);
    for (const path of ['assets/gone.js', '../files.json', '%2e%2e/files.json'])
      expect((await get(`/console/${path}`)).status).toBe(404);
  });

  it('sends a content security policy, also with errors', async () => {
    for (const path of ['/console/', '/console/assets/gone.js']) {
      const { headers } = await get(path);
      expect(headers.get('content-security-policy')).toContain("script-src 'self'; style-src 'self';");
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    }
    expect((await get('/api/health')).headers.get('content-security-policy')).toBeNull();
  });

  it('accepts read methods only', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect((await get('/console/', { method })).status).toBe(405);
    const head = await get('/console/', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });
});
