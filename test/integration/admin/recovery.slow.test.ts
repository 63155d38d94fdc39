import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { eraseOnce, findTenantData } from '../../../lib/admin/erase.ts';
import { progressOn } from '../../../lib/admin/progress.ts';
import { causeOf } from '../../../shared/kernel/events/cause.ts';
import { listObjects } from '../../../shared/kernel/files/bucket.ts';
import { uploadsOf } from '../../../shared/kernel/files/tenant-files.ts';
import { getSchedule, listSchedules } from '../../../shared/kernel/schedules/schedules.ts';
import { table } from '../../../shared/kernel/table/table.ts';
import { recordEvents } from '../../../shared/modules/events/log/log-store.ts';
import { aNewKey, keysPath, listKeys, whoAmIPath } from '../../support/builders/api-keys.ts';
import { aFile } from '../../support/builders/attachments.ts';
import { emailEntities } from '../../support/builders/filled-email.ts';
import { addTheRest, aFilledTenant, untilUnchanged } from '../../support/builders/filled-tenant.ts';
import { aStoredRule, itemsOf, listRules } from '../../support/builders/rules.ts';
import { aStoredJob } from '../../support/builders/scheduler.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { aStoredToggle, aSuperAdmin, overridePath, setOverride } from '../../support/builders/toggles.ts';
import { anAdminTool } from '../../support/clients/admin-tool.ts';
import { type Api, apiFor } from '../../support/clients/api.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

const tool = anAdminTool();

/** Returns all rows of the table that contain a text, read from the database file. */
function rowsWith(text: string): string[] {
  const database = new DatabaseSync(inject('databaseFile'), { readOnly: true });
  try {
    const { name } = table();
    const found = database.prepare(`SELECT pk, sk FROM "${name}" WHERE instr(item_json, ?) > 0`);
    return found.all(text).map(({ pk, sk }) => `${pk} ${sk}`);
  } finally {
    database.close();
  }
}

async function objectsWith(text: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of listObjects('')) if (key.includes(text)) keys.push(key);
  return keys;
}

async function schedulesWith(text: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of listSchedules()) {
    if ((await getSchedule(name))?.message.includes(text)) names.push(name);
  }
  return names;
}

/** Two events of the log, of which one led to the other, with data in the bucket. */
async function recordLongEvents({ tenantId, organizationId }: TestCaller): Promise<void> {
  const event = (id: string) => ({
    ...{ v: 1 as const, id, type: 'sales.order.shipped', tenantId, organizationId, version: 1 },
    ...{ idempotencyKey: `${tenantId}:${id}`, occurredAt: new Date().toISOString() },
    data: { id: 'SO-1', text: 'x'.repeat(9_000) },
  });
  const root = event(randomUUID());
  const cause = causeOf(root);
  await recordEvents([root, { ...event(randomUUID()), ...(cause && { cause }) }]);
}

const silent = progressOn({ write: () => undefined });

/** One list of each module; the test of the whole runtime requests all lists. */
const questions = [
  '/api/business_rules/rules',
  '/api/business_rules/sets',
  '/api/scheduler/jobs',
  '/api/feature_toggles/overrides',
  '/api/attachments/library',
  '/api/attachments/usage',
  '/api/payment_gateways/transactions',
  '/api/integrations',
  '/api/webhooks',
  '/api/webhooks/inbound-endpoints',
  '/api/auth/users',
  '/api/auth/roles',
  '/api/directory/organization-switcher',
];

/** Pending deliveries are retried, which changes them; all other items are restored exactly. */
const moving = /#(WEBHOOK|DELIVERY|AUDIT|FEED|FEEDEVENT|STREAMS|NOTICES|NOTIFIED|INBOX|CALLS|JOB)(#|$)/;
const stillItems = (tenantId: string) => itemsOf(tenantId).filter(({ pk }) => !moving.test(pk));

async function answersOf(api: Api): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const path of questions) {
    const { status, body } = await api.get(path);
    answers[path] = { status, body };
  }
  const { body } = await api.get<{ items: { id: string }[] }>('/api/attachments/library');
  const [file] = body.items;
  answers.file = (await api.get<string>(`/api/attachments/file/${file?.id}`)).body;
  answers.credentials = (await api.get('/api/integrations/sync_http_json/credentials')).body;
  return answers;
}

interface Outcome {
  deleted: Record<'items' | 'objects' | 'uploads' | 'schedules', number>;
  left: Record<string, number>;
}
const nothing = { items: 0, objects: 0, uploads: 0, schedules: 0 };

let tenant: TestCaller;
let neighbour: TestCaller;
const exported = join(tool.dataDir, 'handed-over');
beforeAll(async () => {
  [tenant, neighbour] = await Promise.all([aFilledTenant(), aTenant()]);
  await aStoredRule(neighbour);
  await aStoredJob(neighbour);
});

describe('npm run admin -- tenant export', () => {
  it('exports everything but credentials, with counts', async () => {
    const counts = await tool.admin<Record<string, number>>(
      ...['tenant', 'export', '--id', tenant.tenantId, '--out', exported],
    );
    const read = (file: string) => readFileSync(join(exported, file), 'utf8');
    const items = read('items.ndjson')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(items).toHaveLength(counts.items ?? -1);
    const inPartitions = itemsOf(tenant.tenantId).filter(({ entity }) => entity !== 'user-session');
    expect(items.length).toBeGreaterThan(inPartitions.length);
    const manifest = JSON.parse(read('manifest.json')) as Record<string, Record<string, string>>;
    expect(manifest).toMatchObject({ tenantId: tenant.tenantId, ...counts });
    for (const key of Object.keys(manifest.filesSha256 ?? {}))
      expect(existsSync(join(exported, 'files', key)), key).toBe(true);
    expect(counts.files).toBeGreaterThanOrEqual(4);
    expect(counts.schedules).toBeGreaterThanOrEqual(2);
    expect(read('items.ndjson')).not.toMatch(/secretSha256|passwordHash|"s1\.\d|scrypt\$/);
    const entities = new Set(items.map(({ entity }) => entity));
    for (const entity of emailEntities.data) expect(entities, entity).toContain(entity);
    for (const entity of emailEntities.credentials) expect(entities, entity).not.toContain(entity);
    expect(items.every((item) => !JSON.stringify(item).includes(neighbour.tenantId))).toBe(true);
  });

  it('overwrites nothing', async () => {
    const again = await tool.run([
      ...['tenant', 'export', '--id', tenant.tenantId, '--out', exported, '--local'],
    ]);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('must be empty') });
  });
});

describe('npm run admin -- backup and restore', () => {
  it('export, wipe, import: the same rows and the same responses', async () => {
    const { tenantId, api } = tenant;
    const folder = join(tool.dataDir, 'backup');
    await recordLongEvents(tenant);
    await untilUnchanged(tenantId);
    const keptFiles = async () =>
      (await objectsWith(tenantId)).filter((key) => !/^(staging|thumbs)\//.test(key));
    const [rows, answers, files] = [stillItems(tenantId), await answersOf(api), await keptFiles()];
    expect(answers['/api/business_rules/rules']).toMatchObject({ status: 200 });
    const saved = await tool.admin<Record<string, number>>('backup', '--out', folder, '--tenant', tenantId);
    expect(saved.items).toBeGreaterThan(200);

    await eraseOnce(tenantId, silent);
    await eraseOnce(tenantId, silent);
    expect(await findTenantData(tenantId, silent)).toMatchObject({ items: 0, objects: 0, schedules: 0 });
    expect((await api.get(whoAmIPath)).status).toBe(401);

    const restored = await tool.admin<Record<string, number>>(
      ...['restore', '--from', folder, '--tenant', tenantId, '--yes'],
    );
    expect(restored).toMatchObject({ revoked: 0, erased: 0, files: saved.files });
    expect(stillItems(tenantId)).toEqual(rows);
    expect(await answersOf(api)).toEqual(answers);
    expect(await keptFiles()).toEqual(files);
  });

  it('undoes later changes, but keeps users locked out who were removed since', async () => {
    const { tenantId, api } = tenant;
    const folder = join(tool.dataDir, 'earlier');
    const removedUser = await aNewKey(tenant);
    const { id: memberKey } = removedUser;
    const before = await listRules(tenant);
    await tool.admin('backup', '--out', folder, '--tenant', tenantId);
    await aStoredRule(tenant, { ruleId: 'CAME-LATER' });
    await api.delete(`${keysPath}?id=${memberKey}`);

    const restore = ['restore', '--from', folder, '--tenant', tenantId];
    expect((await tool.run([...restore, '--local'], { input: 'y\n' })).code).toBe(2);
    const restored = await tool.admin<Record<string, number>>(...restore, '--yes');
    expect(restored.revoked).toBe(1);
    expect(await listRules(tenant)).toEqual(before);
    expect((await apiFor(removedUser.secret).get(whoAmIPath)).status).toBe(401);
    const { body } = await api.get<{ items: { id: string }[]; total: number }>(keysPath);
    expect(body.items.map(({ id }) => id)).not.toContain(memberKey);
    expect(body.total).toBe(body.items.length);
  });

  it('counts the uses of global segments by restored values, so that only used segments stay', async () => {
    const admin = await aSuperAdmin();
    const segmentsPath = '/api/feature_toggles/segments';
    const aGlobalSegment = async (name: string) => {
      const condition = { field: 'user.plan', operator: '=', value: 'pro' };
      const body = { name: `${name} ${admin.tenantId}`, condition, isGlobal: true };
      return (await admin.api.post<{ id: string }>(segmentsPath, { body })).body.id;
    };
    const [used, unused] = [await aGlobalSegment('used'), await aGlobalSegment('unused')];
    const toggle = await aStoredToggle(admin);
    await setOverride(admin, toggle.id, true);
    const setSegment = (id: string) => {
      const body = { rules: [{ segments: [id], value: true }] };
      return admin.api.put(`${overridePath(toggle.id)}/targeting`, { body });
    };
    const ownSegment = { name: 'Own', segments: [used] };
    expect((await setSegment(used)).status).toBe(200);
    expect((await admin.api.post(segmentsPath, { body: ownSegment })).status).toBe(201);
    const folder = join(tool.dataDir, 'segments');
    await tool.admin('backup', '--out', folder, '--tenant', admin.tenantId);
    expect((await setSegment(unused)).status).toBe(200);

    await tool.admin('restore', '--from', folder, '--tenant', admin.tenantId, '--yes');
    const { body } = await admin.api.get<{ items: { id: string; uses: number }[] }>(
      `${segmentsPath}?search=${admin.tenantId}`,
    );
    const usesOf = (id: string) => body.items.find((item) => item.id === id)?.uses;
    expect([usesOf(used), usesOf(unused)]).toEqual([2, 0]);
    const remove = (id: string) => admin.api.delete(`${segmentsPath}?id=${id}`);
    expect([(await remove(used)).status, (await remove(unused)).status]).toEqual([409, 200]);
  });

  it('restores no files of a tenant that was erased since', async () => {
    const caller = await aTenant();
    const { tenantId } = caller;
    await aStoredRule(caller);
    await aFile(caller.api);
    const folder = join(tool.dataDir, 'erased');
    const saved = await tool.admin<Record<string, number>>('backup', '--out', folder, '--tenant', tenantId);
    expect(saved.files).toBeGreaterThan(0);
    await tool.admin('tenant', 'erase', '--id', tenantId, '--yes');
    const restored = await tool.admin('restore', '--from', folder, '--tenant', tenantId, '--yes');
    expect(restored).toMatchObject({ files: 0 });
    expect(await objectsWith(tenantId)).toEqual([]);
  });

  it('keeps keys and addresses of the runtime when it refuses a backup', async () => {
    const folder = join(tool.dataDir, 'other-format');
    mkdirSync(join(folder, 'local'), { recursive: true });
    writeFileSync(join(folder, 'format.json'), '{"format":1}');
    writeFileSync(join(folder, 'local', 'access.json'), '{"keys":{"acmeAdmin":"pmk_of_the_backup"}}');
    const accessFile = join(tool.dataDir, 'access.json');
    const before = readFileSync(accessFile, 'utf8');
    const outcome = await tool.run(['restore', '--from', folder, '--yes', '--local']);
    expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining('has format 1') });
    expect(readFileSync(accessFile, 'utf8')).toBe(before);
  });

  it('refuses a folder without a backup', async () => {
    const outcome = await tool.run(['restore', '--from', 'bin', '--tenant', 'x', '--yes', '--local']);
    expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining('contains no backup') });
  });
});

describe('npm run admin -- tenant erase', () => {
  it('asks for the id of the tenant as confirmation, and deletes nothing without it', async () => {
    const args = ['tenant', 'erase', '--id', tenant.tenantId, '--local'];
    for (const input of ['', 'yes\n', `${neighbour.tenantId}\n`])
      expect((await tool.run(args, { input })).code).toBe(2);
    expect((await tenant.api.get(whoAmIPath)).status).toBe(200);
  });

  it('deletes every item, object, upload and schedule of the tenant, and nothing of others', async () => {
    const { tenantId } = tenant;
    await addTheRest(tenant);
    await recordLongEvents(tenant);
    const rows = rowsWith(tenantId);
    expect(rows.length).toBeGreaterThan(200);
    const kinds = [
      ...['#MAILS ', '#EMAILCONTACT#', '#MAILSUPPRESSED ', '#MAILSDEFERRED ', '#EMAILPREFERENCES '],
      ...['EMAILDUE#', 'EMAILDEFERRED#', 'ACCOUNTTOKEN#', '#EVENTLOG ', '#CAUSE#'],
    ];
    expect(kinds.filter((kind) => !rows.some((row) => row.includes(kind)))).toEqual([]);
    const objects = await objectsWith(tenantId);
    expect(objects.length).toBeGreaterThanOrEqual(5);
    expect(objects.some((key) => key.startsWith('events/'))).toBe(true);
    const before = itemsOf(neighbour.tenantId);
    const input = `${tenantId}\n`;
    const outcome = await tool.run(['tenant', 'erase', '--id', tenantId, '--local'], { input });
    expect(outcome.code, outcome.stderr).toBe(0);
    const { deleted, left } = JSON.parse(outcome.stdout) as Outcome;
    expect(left).toEqual(nothing);
    for (const [what, count] of Object.entries(deleted)) expect(count, what).toBeGreaterThan(0);

    expect(rowsWith(tenantId)).toEqual([]);
    expect(await objectsWith(tenantId)).toEqual([]);
    expect(await Array.fromAsync(uploadsOf(tenantId))).toEqual([]);
    expect(await schedulesWith(tenantId)).toEqual([]);
    expect((await tenant.api.get(whoAmIPath)).status).toBe(401);
    expect(itemsOf(neighbour.tenantId)).toEqual(before);
    expect((await listKeys(neighbour)).items).toHaveLength(1);
  });

  it('can be repeated without effect', async () => {
    const again = await tool.admin<Outcome>('tenant', 'erase', '--id', tenant.tenantId, '--yes');
    expect(again).toEqual({ deleted: nothing, left: nothing });
  });

  it('resumes after an interruption', async () => {
    const caller = await aTenant();
    await aStoredRule(caller);
    const { tenantId } = caller;
    await tool.admin('tenant', 'delete', '--id', tenantId);
    const { deleted } = await tool.admin<Outcome>('tenant', 'erase', '--id', tenantId, '--yes');
    expect(deleted.items).toBeGreaterThan(3);
    expect(rowsWith(tenantId)).toEqual([]);
  });

  it('reports an unknown tenant', async () => {
    const unknown = randomUUID();
    const outcome = await tool.run(['tenant', 'erase', '--id', unknown, '--yes', '--local']);
    expect(outcome).toMatchObject({ code: 1, stderr: 'Tenant not found.\n' });
    expect(rowsWith(unknown)).toEqual([]);
  });
});
