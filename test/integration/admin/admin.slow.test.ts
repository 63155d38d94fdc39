import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DeleteScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { describe, expect, inject, it } from 'vitest';
import { dynamicScheduleGroupName } from '../../../lib/aws/names.ts';
import { listKeys, whoAmIPath } from '../../support/builders/api-keys.ts';
import { switcherOf } from '../../support/builders/directory.ts';
import { aStoredJob, schedulesOf } from '../../support/builders/scheduler.ts';
import { aFolder, filesIntegration } from '../../support/builders/sync-files.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { anAdminTool } from '../../support/clients/admin-tool.ts';
import { type Api, apiFor } from '../../support/clients/api.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

const { run, admin, dataDir } = anAdminTool();

const newKey = ['key', 'create', '--name', 'x', '--tenant', 'x'];
const statusOf = async (api: Api) => (await api.get(whoAmIPath)).status;

describe('npm run admin', () => {
  it('creates a tenant, an organization and a key that works at once', async () => {
    const tenant = await admin('tenant', 'create', '--name', 'from the tool');
    const inTenant = ['--tenant', String(tenant.id)];
    const organization = await admin('organization', 'create', ...inTenant, '--name', 'north');
    const key = await admin(
      ...['key', 'create', ...inTenant, '--organization', String(organization.id), '--name', 'first'],
      ...['--feature', 'api_keys.view', '--feature', 'business_rules.*'],
    );
    const api = apiFor(String(key.secret));
    expect((await api.get('/api/business_rules/rules')).status).toBe(200);
    expect((await listKeys({ api })).items.map(({ name }) => name)).toEqual(['first']);
    const listed = { id: tenant.id, name: 'from the tool', isActive: true };
    expect(await admin<unknown[]>('tenant', 'list')).toContainEqual(listed);
    const north = { name: 'north', slug: 'north' };
    expect(await admin('organization', 'list', ...inTenant)).toMatchObject([north]);
  });

  it('lists, rotates and deletes keys, and shows no hashes', async () => {
    const { tenantId, keyId, api } = await aTenant();
    const listed = await run(['key', 'list', '--tenant', tenantId, '--local']);
    expect(JSON.parse(listed.stdout)).toMatchObject([{ id: keyId, name: 'test key' }]);
    expect(listed.stdout).not.toMatch(/sha256/i);
    const byId = ['--tenant', tenantId, '--id', keyId];
    const rotated = await admin('key', 'rotate', ...byId, '--grace', '600');
    expect(JSON.stringify(rotated)).not.toMatch(/sha256/i);
    expect(await statusOf(api)).toBe(200);
    const again = await admin('key', 'rotate', ...byId);
    expect([await statusOf(api), await statusOf(apiFor(String(again.secret)))]).toEqual([401, 200]);
    await admin('key', 'delete', ...byId);
    expect(await statusOf(apiFor(String(again.secret)))).toBe(401);
  });

  it('renames, moves, closes, opens and deletes', async () => {
    const { tenantId, organizationId, api } = await aTenant();
    const inTenant = ['--tenant', tenantId];
    const parent = await admin('organization', 'create', ...inTenant, '--name', 'parent');
    const byId = [...inTenant, '--id', organizationId];
    await admin('organization', 'move', ...byId, '--parent', String(parent.id));
    await admin('organization', 'rename', ...byId, '--name', 'renamed');
    expect((await switcherOf({ api })).items).toMatchObject([
      { name: 'parent', selectable: false, children: [{ name: 'renamed', selectable: true }] },
    ]);
    await admin('organization', 'close', ...byId);
    expect(await statusOf(api)).toBe(401);
    await admin('organization', 'open', ...byId);
    expect(await statusOf(api)).toBe(200);
    await admin('organization', 'delete', ...inTenant, '--id', String(parent.id));
    expect((await switcherOf({ api })).items).toMatchObject([{ name: 'renamed', depth: 0 }]);
    await admin('tenant', 'rename', '--id', tenantId, '--name', 'other');
    await admin('tenant', 'close', '--id', tenantId);
    expect(await statusOf(api)).toBe(401);
    await admin('tenant', 'open', '--id', tenantId);
    expect(await statusOf(api)).toBe(200);
    await admin('tenant', 'delete', '--id', tenantId);
    expect(await statusOf(api)).toBe(401);
  });

  it('starts a sync run and waits until it ends', async () => {
    const caller = await aTenant();
    const folder = await aFolder(caller, 'csv');
    await folder.put('crm.customer', 'id,name\n1,Ada\n2,Grace\n');
    const place = ['--tenant', caller.tenantId, '--organization', caller.organizationId];
    const words = ['sync', 'run', filesIntegration, 'crm.customer', 'import'];
    const { code, stdout, stderr } = await run([...words, ...place, '--follow', '--local']);
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('completed 2') });
    expect(JSON.parse(stdout)).toMatchObject({ status: 'completed', createdCount: 2 });
    const unknown = await run([...words.slice(0, -1), 'sideways', ...place, '--local']);
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('direction') });
  });

  it('repairs the schedules of jobs', async () => {
    const { id } = await aStoredJob(await aTenant());
    const { endpointUrl: endpoint, region, accessKeyId, secretAccessKey } = inject('aws');
    const client = new SchedulerClient({ endpoint, region, credentials: { accessKeyId, secretAccessKey } });
    const GroupName = dynamicScheduleGroupName('local');
    // The scheduled worker that does the same may run first.
    const outcome = await eventually('schedules that are repaired', async () => {
      await client.send(new DeleteScheduleCommand({ Name: `job-${id}`, GroupName }));
      const { repaired, ...rest } = await admin<Record<string, number>>('scheduler', 'reconcile');
      return repaired === 0 ? undefined : { repaired, ...rest };
    });
    client.destroy();
    expect(outcome).toMatchObject({ failed: 0, finished: true });
    expect(await schedulesOf(id)).toHaveLength(1);
  });

  it.each<[string, string[], RegExp]>([
    ['no command', [], /^Usage: npm run admin/],
    [
      'an unknown command',
      ['tenant', 'renam'],
      /^error: unknown command 'renam'\n\(Did you mean rename\?\)\n$/,
    ],
    ['keys of no tenant', ['key', 'list'], /^--tenantId is required/],
    [
      'a check of the local table',
      ['restore', 'check'],
      /^restore check is for tables in AWS: name one with --stage/,
    ],
    ['an unknown option', ['tenant', 'list', '--colour', 'red'], /--colour/],
    ['a missing option', ['tenant', 'create', '--local'], /^--name is required/],
    ['a limit that is not a number', [...newKey, '--per-minute', '0'], /--requestsPerMinute/],
    ['an expiry in the past', [...newKey, '--expires', '2020-01-01'], /--expires/],
  ])('exits with 2 and one explanation for %s', async (_, args, message) => {
    const { code, stdout, stderr } = await run(args.length === 0 ? [] : [...args, '--local']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it('exits with 2 when the local runtime is not running, and says what to do', async () => {
    const { code, stderr } = await run(['tenant', 'list', '--local'], { dir: join(dataDir, 'nothing') });
    expect(code).toBe(2);
    expect(stderr).toContain(
      'access.json is missing: start the platform in another terminal first (npm start)',
    );
  });

  it('explains what to do if the runtime no longer listens', async () => {
    const dir = join(dataDir, 'stopped');
    mkdirSync(dir);
    const aws = { ...inject('aws'), endpointUrl: 'http://127.0.0.1:1' };
    writeFileSync(join(dir, 'access.json'), JSON.stringify({ aws }));
    const { code, stderr } = await run(['tenant', 'list', '--local'], { dir });
    expect([code, stderr]).toEqual([
      1,
      'Nothing listens at http://127.0.0.1:1: start the platform in another terminal first (npm start).\n',
    ]);
  });

  it('creates a tenant, its first user and a key; each step prints the command of the next', async () => {
    const tenant = await run(['tenant', 'create', '--name', 'steps', '--local']);
    const [, userStep = ''] = /^Next: npm run admin -- (.*)\n$/.exec(tenant.stderr) ?? [];
    const words = (step: string) => step.replaceAll("'", '').split(' ');
    const email = `first-${randomUUID()}@example.com`;
    const user = await run(words(userStep.replace('<address>', email)));
    const { password, tenantId } = JSON.parse(user.stdout);
    const [, keyStep = ''] = /^Next: npm run admin -- (.*)\n$/.exec(user.stderr) ?? [];
    const key = JSON.parse((await run(words(keyStep.replace('<name>', 'first')))).stdout);
    expect(key).toMatchObject({ tenantId, name: 'first', features: ['*'], requestsPerMinute: null });
    const body = new URLSearchParams({ email, password, tenantId });
    const login = await fetch(`${inject('baseUrl')}/api/auth/login`, { method: 'POST', body });
    expect(login.status).toBe(200);
    const usage = await admin('usage', 'show', '--tenantId', tenantId);
    expect(usage).toMatchObject({ users: 1, keys: 1, files: 0 });
    const table = await run(['user', 'list', '--tenantId', tenantId, '--local', '--output', 'table']);
    expect(table.stdout).toContain(`'${email}'`);
  });

  it('creates and deletes roles, users and webhooks', async () => {
    const { tenantId } = await aTenant();
    const inTenant = ['--tenantId', tenantId];
    const named = ['--name', 'support', '--features', 'webhooks.view'];
    const role = await admin('role', 'create', ...inTenant, ...named);
    const email = `ada-${randomUUID()}@example.com`;
    const user = await admin('user', 'create', ...inTenant, '--email', email, '--roles', 'support');
    expect(await admin('user', 'list', ...inTenant)).toMatchObject([{ email, roles: ['support'] }]);
    const changed = await admin('user', 'password', ...inTenant, '--id', String(user.id));
    expect(changed).toMatchObject({ password: expect.any(String) });
    await admin('user', 'delete', ...inTenant, '--id', String(user.id));
    await admin('role', 'delete', ...inTenant, '--id', String(role.id));
    expect(await admin('role', 'list', ...inTenant)).toEqual([]);
    expect(await admin('webhook', 'list', ...inTenant)).toEqual([]);
  });

  it('creates no role with a misspelled feature, so that the corrected command succeeds', async () => {
    const { tenantId } = await aTenant();
    const role = ['role', 'create', '--tenantId', tenantId, '--name', 'support', '--features'];
    const { code, stderr } = await run([...role, 'webhooks.veiw', '--local']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('did you mean \\"webhooks.view\\"')]);
    expect(await admin(...role, 'webhooks.view')).toMatchObject({ features: ['webhooks.view'] });
  });

  it('exits with 1 for a resource that does not exist', async () => {
    const { tenantId } = await aTenant();
    const unknown = ['--tenant', tenantId, '--id', '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10', '--local'];
    for (const [resource, stderr] of Object.entries({ key: 'Key', organization: 'Organization' }))
      expect(await run([resource, 'delete', ...unknown])).toMatchObject({
        code: 1,
        stderr: `${stderr} not found.\n`,
      });
  });

  it.each([[['--help']], [['-h']], [['tenant', '-h']], [['restore', 'check', '--help']]])(
    'shows its usage for %j, as a success',
    async (args) => {
      const { code, stdout } = await run(args);
      expect([code, stdout.slice(0, 20)]).toEqual([0, 'Usage: npm run admin']);
    },
  );
});
