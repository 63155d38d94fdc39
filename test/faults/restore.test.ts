/** The whole of a runtime: exported, wiped, imported, and asked the same again. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, inject, it } from 'vitest';
import { type Runtime, startRuntime } from '../../lib/demo/runtime.ts';
import { byRunLength } from '../../lib/lab/faults/run-length.ts';
import { encodeForm, formType, uploadParts } from '../../lib/lab/fuzz/multipart.ts';
import { endpoints } from '../../shared/catalog/endpoints.ts';
import type { Endpoint } from '../../shared/kernel/http/endpoint-spec.ts';
import { exportedRowsOf } from '../../shared/kernel/lists/exported-list.ts';
import { aRule } from '../support/builders/tenants.ts';
import { aWebhookBody } from '../support/builders/webhooks.ts';
import { changeSettings, editTemplates } from '../support/runtime/assembly.ts';

interface Access {
  keys: Record<'acmeAdmin' | 'globexAdmin', string>;
  login: { email: string; password: string; tenantId: string };
}

const dataDir = mkdtempSync(join(tmpdir(), 'restore-test-'));
const folder = mkdtempSync(join(tmpdir(), 'restore-backup-'));
let runtime: Runtime | undefined;
afterAll(async () => {
  await runtime?.stop();
  for (const dir of [dataDir, folder]) rmSync(dir, { recursive: true, force: true });
});

const start = (fresh: boolean): Promise<Runtime> =>
  startRuntime({
    port: 0,
    dataDir,
    fresh,
    quiet: true,
    assemblyDir: inject('assemblyDir'),
    transform: (assemblyDir) =>
      editTemplates(assemblyDir, (template) => changeSettings(template, { RATE_LIMITS: 'off' })),
    // Events stay in the outbox: what workers write later would differ from what was read before the backup.
    fanOut: 'followed tenants',
  });
const access = (): Access => JSON.parse(readFileSync(join(dataDir, 'access.json'), 'utf8')) as Access;

async function admin(...args: string[]): Promise<Record<string, number>> {
  const { stdout } = await promisify(execFile)(process.execPath, ['bin/admin.ts', ...args, '--local'], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir },
  });
  return JSON.parse(stdout) as Record<string, number>;
}

async function ask(path: string, key: string, init: RequestInit = {}) {
  const headers = { 'x-api-key': key, 'content-type': 'application/json', ...init.headers };
  const response = await fetch(`${runtime?.baseUrl}${path}`, { ...init, headers });
  const text = await response.text();
  if (!text.startsWith('{')) return { status: response.status, body: text };
  // An error names its request, which is another one each time.
  const { requestId: _, ...body } = JSON.parse(text);
  return { status: response.status, body };
}

const isAsked = byRunLength<(endpoint: Endpoint) => boolean>({
  long: ({ holdsConnection = false }) => !holdsConnection,
  // What is stored, in each module.
  short: (endpoint) => exportedRowsOf(endpoint) !== undefined,
});
/**
 * Reads without a parameter. Keys change with each use, the audit log with the restoration, statistics with the time.
 */
const changing = /\{|docs|api_keys|audit|\/stats$|overview\/activity/;
const questions = endpoints
  .filter((endpoint) => endpoint.method === 'GET' && isAsked(endpoint))
  .map(({ path }) => path)
  .filter((path) => path.startsWith('/api/') && !changing.test(path));

async function answersOf({ keys, login }: Access): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const path of questions) answers[path] = await ask(path, keys.acmeAdmin);
  answers.globex = await ask('/api/business_rules/rules', keys.globexAdmin);
  answers.credentials = await ask('/api/integrations/sync_http_json/credentials', keys.acmeAdmin);
  const library = (answers['/api/attachments/library'] as { body: { items: { id: string }[] } }).body;
  answers.file = await ask(`/api/attachments/file/${library.items[0]?.id}`, keys.acmeAdmin);
  const form = { method: 'POST', body: new URLSearchParams(login) };
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  answers.logIn = (await ask('/api/auth/login', '', { ...form, headers: type })).status;
  return answers;
}

it('answers as before, secrets included, after everything was lost and restored', async () => {
  runtime = await start(true);
  const { acmeAdmin, globexAdmin } = access().keys;
  const post = (path: string, body: object, key = acmeAdmin, method = 'POST') =>
    ask(path, key, { method, body: JSON.stringify(body) });
  await post('/api/business_rules/rules', aRule());
  await post('/api/business_rules/rules', aRule({ ruleId: 'OF-GLOBEX' }), globexAdmin);
  await post('/api/entities/records', { entityType: 'sales.order', fields: { total: 5 } });
  await post('/api/webhooks', aWebhookBody());
  const credentials = { baseUrl: 'https://api.example.com', token: 'token-to-be-kept' };
  await post('/api/integrations/sync_http_json/credentials', { credentials }, acmeAdmin, 'PUT');
  const body = new Uint8Array(encodeForm(uploadParts()));
  await ask('/api/attachments', acmeAdmin, { method: 'POST', body, headers: { 'content-type': formType } });
  const before = access();
  const answers = await answersOf(before);
  const out = join(folder, 'all');
  const saved = await admin('backup', '--out', out);
  expect(saved.files).toBeGreaterThan(0);

  await runtime.stop();
  runtime = await start(true);
  expect((await ask('/api/business_rules/rules', acmeAdmin)).status).toBe(401);

  const restored = await admin('restore', '--from', out, '--yes');
  expect(restored).toMatchObject({ files: saved.files, erased: 0 });
  expect(access().keys).toEqual(before.keys);
  expect(await answersOf(access())).toEqual(answers);

  // And it stays so.
  await runtime.stop();
  runtime = await start(false);
  expect(await answersOf(access())).toEqual(answers);
});
