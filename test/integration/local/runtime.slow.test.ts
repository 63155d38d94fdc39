import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { type Runtime, type RuntimeOptions, startRuntime } from '../../../lib/demo/runtime.ts';
import { StartError } from '../../../lib/local/loopback.ts';
import { aRule } from '../../support/builders/tenants.ts';
import { callOverHttp } from '../../support/clients/in-process.ts';
import { folderOfTest } from '../../support/folders.ts';
import { editTemplates, type LocalTemplate } from '../../support/runtime/assembly.ts';

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

const nameOf = (operation: string) => `pm-local-rules-${operation}`;

interface Statement {
  Action: string[];
  Condition?: unknown;
}

/** The statements of a role's policy. */
const statementsOf = ({ Resources }: LocalTemplate, role: string): Statement[] => {
  const policies = Resources[role]?.Properties?.Policies as { PolicyDocument: { Statement: Statement[] } }[];
  return policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
};

/** Three functions of the rules: one may not be invoked, one may not write, and one may do more than it needs. */
function changeGrants(template: LocalTemplate): void {
  const { Resources } = template;
  const find = (operation: string) =>
    Object.entries(Resources).find(([, { Properties }]) => Properties?.FunctionName === nameOf(operation));
  const [uncallable] = find('get-rule') ?? [];
  for (const [id, { Type, Properties }] of Object.entries(Resources)) {
    const { Ref } = (Properties?.FunctionName ?? {}) as { Ref?: string };
    if (Type === 'AWS::Lambda::Permission' && Ref !== undefined && Ref === uncallable) delete Resources[id];
  }
  const grantsOf = (operation: string) => {
    const [, { Properties } = {}] = find(operation) ?? [];
    const { Role } = (Properties ?? {}) as { Role?: { 'Fn::GetAtt': [string, string] } };
    const statements = Role === undefined ? [] : statementsOf(template, Role['Fn::GetAtt'][0]);
    return statements.filter(({ Condition }) => Condition === undefined);
  };
  for (const statement of grantsOf('create-set'))
    statement.Action = statement.Action.filter((action) => action !== 'dynamodb:PutItem');
  for (const { Action } of grantsOf('create-rule'))
    if (Action.includes('dynamodb:PutItem')) Action.push('dynamodb:Scan');
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
    const body = '{"effect":"error","service":"dynamodb"}';
    const { id } = await control('/faults', { method: 'POST', body });
    expect((await listRules(access().keys.acmeAdmin)).status).toBeGreaterThanOrEqual(500);
    await control(`/faults?id=${id}`, { method: 'DELETE' });
    expect(await control('/faults')).toMatchObject({ faults: [] });
    expect(await control('/stop-worker', { method: 'POST', body: '{"all":true}' })).toHaveProperty('stopped');
    expect((await listRules(access().keys.acmeAdmin)).status).toBe(200);
  });

  it('refuses a browser at the control server', async () => {
    const headers = { origin: 'http://example.com' };
    expect((await fetch(`${runtime.controlUrl}/meter`, { headers })).status).toBe(403);
  });

  it.each(['//', '/unknown'])('has no %s at the control server, and keeps running', async (path) => {
    expect((await fetch(`${runtime.controlUrl}${path}`)).status).toBe(404);
    expect(await control('/faults')).toMatchObject({ faults: [] });
  });

  it.each(['/tasks', '/stripe', '/meter'])(
    'refuses %s of the control server with a foreign host name',
    async (path) => {
      const headers = { host: 'evil.example:4401' };
      const [response] = await once(request(`${runtime.controlUrl}${path}`, { headers }).end(), 'response');
      response.resume();
      expect(response.statusCode).toBe(403);
    },
  );

  it('does not start while its database does not respond, and says so in one line', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', 'http://127.0.0.1:1');
    onTestFinished(() => void vi.unstubAllEnvs());
    const failure = await start({ dataDir: folderOfTest() }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StartError);
    expect(String(failure)).toMatch(/^[^\n]* did not respond: [^\n]*127\.0\.0\.1:1$/);
  });

  it('does not start twice on the same data or port', async () => {
    await expect(start()).rejects.toThrow('already runs with the data');
    const port = Number(new URL(runtime.baseUrl).port);
    const otherDir = mkdtempSync(join(tmpdir(), 'runtime-test-'));
    await expect(start({ dataDir: otherDir, port })).rejects.toThrow(`Port ${port} is in use`);
    rmSync(otherDir, { recursive: true });
  });
});

describe('a runtime that was stopped and started again, with other grants and no console', () => {
  let before: ReturnType<typeof access>;
  beforeAll(async () => {
    before = access();
    await runtime.stop();
    runtime = await start({
      transform: (assemblyDir) => editTemplates(assemblyDir, changeGrants),
      console: { dir: join(dataDir, 'none'), build: () => Promise.reject(new Error('syntax')) },
    });
  });

  const call = async (path: string, body?: object) => {
    const response = await fetch(`${runtime.baseUrl}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'x-api-key': before.keys.acmeAdmin, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  it('keeps its data and keys', async () => {
    expect([access().keys, access().aws]).toEqual([before.keys, before.aws]);
    expect((await listRules(before.keys.acmeAdmin)).status).toBe(200);
  });

  it('returns 500 if a function may not be invoked', async () => {
    const path = '/api/business_rules/rules/5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10';
    expect((await call(path)).status).toBe(500);
  });

  it('returns 500 if a function lacks a grant, and the log names action and resource', async () => {
    const set = { setId: 'CHECKOUT', setName: 'Checkout', enabled: true };
    const { status, text, headers } = await call('/api/business_rules/sets', set);
    expect(status).toBe(500);
    expect(text).not.toContain('dynamodb');
    const { lines } = await control(`/logs?requestId=${headers.get('x-request-id')}`);
    expect(JSON.stringify(lines)).toMatch(/dynamodb:PutItem.*table\/platform-modules-local/);
  });

  it('reports a grant that no request used', async () => {
    const created = await call('/api/business_rules/rules', aRule({ ruleId: 'GRANTED' }));
    expect(created.status, created.text).toBe(201);
    const { unused } = (await control('/grants')) as { unused: { functionName: string; action: string }[] };
    const own = unused.filter(({ functionName }) => functionName === nameOf('create-rule'));
    const actions = own.map(({ action }) => action);
    expect(actions).toContain('dynamodb:Scan');
    expect(actions).not.toContain('dynamodb:PutItem');
  });

  it('says on the page of the console why it cannot be built, and the API works', async () => {
    await expect(runtime.consoleReady).rejects.toThrow('syntax');
    const { status, headers, text } = await call('/console/');
    expect([status, headers.get('refresh')]).toEqual([503, null]);
    expect(text).toContain('npm run console:build');
    expect((await call('/api/health')).status).toBe(200);
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
