import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eraseOnce, lookFor } from '../../../lib/admin/erase.ts';
import { progressOn } from '../../../lib/admin/progress.ts';
import { endpoints } from '../../../shared/endpoints.ts';
import { anAdminTool } from '../../support/admin-tool.ts';
import { type Api, apiFor } from '../../support/api.ts';
import { aNewKey, keysPath, whoAmIPath } from '../../support/api-keys.ts';
import type { TestCaller } from '../../support/builders.ts';
import { aFilledTenant, untilStill } from '../../support/filled-tenant.ts';
import { aStoredRule, itemsOf, listRules } from '../../support/rules.ts';

const tool = anAdminTool();
afterAll(tool.remove);
const silent = progressOn({ write: () => undefined });

/** What everybody may ask without naming anything, but for the keys, which say when they were used last. */
const questions = endpoints
  .filter(({ method, path, holdsConnection }) => method === 'GET' && !path.includes('{') && !holdsConnection)
  .map(({ path }) => path)
  .filter((path) => path.startsWith('/api/') && !path.startsWith('/api/docs') && path !== keysPath);

/** Deliveries that wait are tried again, and tell of it; everything else comes back to the letter. */
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

let tenant: TestCaller;
beforeAll(async () => {
  tenant = await aFilledTenant();
}, 120_000);

describe('npm run admin -- backup and restore', () => {
  it('export, wipe, import: the same rows and the same answers', async () => {
    const { tenantId, api } = tenant;
    const folder = join(tool.dataDir, 'backup');
    await untilStill(tenantId);
    const [rows, answers] = [stillItems(tenantId), await answersOf(api)];
    expect(answers['/api/business_rules/rules']).toMatchObject({ status: 200 });
    const saved = await tool.admin<Record<string, number>>('backup', '--out', folder, '--tenant', tenantId);
    expect(saved.items).toBeGreaterThan(200);

    await eraseOnce(tenantId, silent);
    await eraseOnce(tenantId, silent);
    expect(await lookFor(tenantId, silent)).toMatchObject({ items: 0, objects: 0, schedules: 0 });
    expect((await api.get(whoAmIPath)).status).toBe(401);

    const restored = await tool.admin<Record<string, number>>(
      ...['restore', '--from', folder, '--tenant', tenantId, '--yes'],
    );
    expect(restored).toMatchObject({ revoked: 0, erased: 0, files: saved.files });
    expect(stillItems(tenantId)).toEqual(rows);
    expect(await answersOf(api)).toEqual(answers);
  });

  it('undoes what came since, and keeps closed who was shut out since', async () => {
    const { tenantId, api } = tenant;
    const folder = join(tool.dataDir, 'earlier');
    const leaver = await aNewKey(tenant);
    const { id: memberKey } = leaver;
    const before = await listRules(tenant);
    await tool.admin('backup', '--out', folder, '--tenant', tenantId);
    await aStoredRule(tenant, { ruleId: 'CAME-LATER' });
    await api.delete(`${keysPath}?id=${memberKey}`);

    const refused = await tool.run(['restore', '--from', folder, '--tenant', tenantId, '--local'], {
      input: 'y\n',
    });
    expect(refused.code).toBe(2);
    const restored = await tool.admin<Record<string, number>>(
      ...['restore', '--from', folder, '--tenant', tenantId, '--yes'],
    );
    expect(restored.revoked).toBe(1);
    expect(await listRules(tenant)).toEqual(before);
    expect((await apiFor(leaver.secret).get(whoAmIPath)).status).toBe(401);
    const { body } = await api.get<{ items: { id: string }[]; total: number }>(keysPath);
    expect(body.items.map(({ id }) => id)).not.toContain(memberKey);
    expect(body.total).toBe(body.items.length);
  });

  it('refuses a folder that is no backup', async () => {
    const outcome = await tool.run(['restore', '--from', 'bin', '--tenant', 'x', '--yes', '--local']);
    expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining('holds no backup') });
  });
});
