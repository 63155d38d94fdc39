import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Runtime, type RuntimeOptions, startRuntime } from '../../../lib/demo/runtime.ts';
import { callOverHttp } from '../../support/clients/in-process.ts';
import { editTemplates } from '../../support/runtime/assembly.ts';

callOverHttp();

const dataDir = mkdtempSync(join(tmpdir(), 'runtime-test-'));
let runtime: Runtime;

const start = (options: Partial<RuntimeOptions> = {}) =>
  startRuntime({ port: 0, dataDir, assemblyDir: inject('assemblyDir'), quiet: true, ...options });

beforeAll(async () => {
  runtime = await start();
});

afterAll(async () => {
  await runtime.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const access = () => JSON.parse(readFileSync(runtime.accessPath, 'utf8'));
const control = async (path: string, init?: RequestInit) =>
  (await fetch(`${runtime.controlUrl}${path}`, init)).json() as Promise<Record<string, unknown>>;
const listRules = (key: string) =>
  fetch(`${runtime.baseUrl}/api/business_rules/rules`, { headers: { 'x-api-key': key } });

/** Takes the invoke permissions out of every template. */
function dropPermissions(assemblyDir: string): void {
  editTemplates(assemblyDir, ({ Resources }) => {
    for (const [id, { Type }] of Object.entries(Resources)) {
      if (Type === 'AWS::Lambda::Permission') delete Resources[id];
    }
  });
}

describe('the local runtime', () => {
  it('is ready when it reports it, and keeps its access file private', async () => {
    expect((await fetch(`${runtime.baseUrl}/api/health`)).status).toBe(200);
    const head = await fetch(`${runtime.baseUrl}/api/health`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(statSync(runtime.accessPath).mode & 0o777).toBe(0o600);
    expect(access()).toMatchObject({
      baseUrl: runtime.baseUrl,
      aws: { region: 'us-east-1', table: 'platform-modules-local' },
    });
  });

  it('meters and logs a request with its request id', async () => {
    const response = await listRules(access().keys.acmeAdmin);
    expect(response.status).toBe(200);
    const requestId = response.headers.get('x-request-id');
    const { calls } = await control(`/meter?requestId=${requestId}`);
    expect(calls).toContainEqual(
      expect.objectContaining({ functionName: 'pm-local-rules-list-rules', action: 'Query', status: 200 }),
    );
    const { lines } = await control(`/logs?requestId=${requestId}`);
    expect(lines).toContainEqual(expect.objectContaining({ functionName: 'pm-local-rules-list-rules' }));
  });

  it('injects faults and survives killed workers', async () => {
    const { id } = await control('/faults', {
      method: 'POST',
      body: '{"effect":"error","service":"dynamodb"}',
    });
    expect((await listRules(access().keys.acmeAdmin)).status).toBeGreaterThanOrEqual(500);
    await control(`/faults?id=${id}`, { method: 'DELETE' });
    expect(await control('/faults')).toMatchObject({ faults: [] });
    expect(await control('/stop-worker', { method: 'POST', body: '{"all":true}' })).toHaveProperty('stopped');
    expect((await listRules(access().keys.acmeAdmin)).status).toBe(200);
  });

  it('refuses a browser at the control server', async () => {
    const response = await fetch(`${runtime.controlUrl}/meter`, {
      headers: { origin: 'http://example.com' },
    });
    expect(response.status).toBe(403);
  });

  it.each(['/tasks', '/stripe', '/meter'])(
    'refuses %s of the control server with a foreign host name',
    async (path) => {
      const status = await new Promise((resolve, reject) => {
        const headers = { host: 'evil.example:4401' };
        request(`${runtime.controlUrl}${path}`, { headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .once('error', reject)
          .end();
      });
      expect(status).toBe(403);
    },
  );

  it('does not start twice on the same data or port', async () => {
    await expect(start()).rejects.toThrow('already runs with the data');
    const port = Number(new URL(runtime.baseUrl).port);
    const otherDir = mkdtempSync(join(tmpdir(), 'runtime-test-'));
    await expect(start({ dataDir: otherDir, port })).rejects.toThrow(`Port ${port} is in use`);
    rmSync(otherDir, { recursive: true });
  });

  it('keeps its data and keys after a restart, and returns 500 if a permission is missing', async () => {
    const before = access();
    await runtime.stop();
    runtime = await start({ transform: dropPermissions });
    expect((await fetch(`${runtime.baseUrl}/api/health`)).status).toBe(500);
    await runtime.stop();
    runtime = await start();
    expect(access().keys).toEqual(before.keys);
    expect(access().aws).toEqual(before.aws);
    expect((await listRules(before.keys.acmeAdmin)).status).toBe(200);
  });
});

describe('queues and schedules at the control server', () => {
  const post = (path: string, body: object) => control(path, { method: 'POST', body: JSON.stringify(body) });

  it('are listed, with their addresses for clients', async () => {
    const { queues } = (await control('/queues')) as { queues: { name: string; visible: number }[] };
    const names = queues.map(({ name }) => name);
    expect(Object.keys(access().aws.queues).sort()).toEqual(names.toSorted());
    for (const url of Object.values(access().aws.queues)) {
      expect(url).toMatch(new RegExp(`^${access().aws.endpointUrl}/000000000000/platform-modules-local-`));
    }
    const { schedules } = (await control('/schedules')) as { schedules: { name: string }[] };
    expect(schedules.map(({ name }) => name)).toContain('pm-local-events-sweep');
  });

  it('refuse unknown names', async () => {
    expect(await post('/queues/redrive', { queue: 'nowhere' })).toEqual({ error: 'unknown queue nowhere' });
    expect(await post('/queues/release', {})).toEqual({ error: 'queue is missing' });
    expect(await post('/schedules/run', { name: 'never' })).toEqual({ error: 'unknown schedule never' });
  });

  it('run schedules and redrive messages', async () => {
    expect(await post('/schedules/run', { name: 'pm-local-events-sweep' })).toEqual({ succeeded: true });
    expect(await post('/queues/release', { queue: 'publish-failures' })).toEqual({ released: 0 });
  });
});
