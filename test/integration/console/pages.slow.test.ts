/** Every page of the console: accessible, without console messages, and with few requests. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UserRow } from '../../../shared/kernel/auth/identity-types.ts';
import { aFile } from '../../support/builders/attachments.ts';
import { aMember, aRole } from '../../support/builders/roles.ts';
import { aStoredRule, aStoredSet, executed, rulesPath } from '../../support/builders/rules.ts';
import { aJob, aStoredJob, endedRun, trigger } from '../../support/builders/scheduler.ts';
import { aFolder, filesIntegration, synced } from '../../support/builders/sync-files.ts';
import { mappingsPath } from '../../support/builders/sync-mappings.ts';
import { schedule } from '../../support/builders/sync-schedules.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { aUser } from '../../support/builders/users.ts';
import { aWebhook, decidedDelivery, publish } from '../../support/builders/webhooks.ts';
import { useChromium } from '../../support/clients/browser.ts';
import {
  accessibilityProblems,
  contrastProblems,
  cutElements,
  openConsole,
} from '../../support/clients/console.ts';
import { type Sink, startSink } from '../../support/clients/sink.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

const browser = useChromium();
fanOutEvents();

/** Would run if it were interpreted as HTML. */
const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>';

const maxCalls = 6;

/** Requests that the home page sends after its first content; its own test delays the first responses. */
const putOffAtHome = /^\/api\/(?:overview\/|progress\/active$|attachments\/usage$)/;

let sink: Sink;
let admin: UserRow;
/** Replaces ids in the paths of the pages. */
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  sink = await startSink();
  sink.respond(() => ({ status: 400, headers: { 'content-type': 'text/html' }, body: hostile }));
  const home = await aTenant({ isSuperAdmin: true });
  admin = await aUser(home, { acl: { features: ['*'], isSuperAdmin: true, organizations: null } });
  const text = { name: hostile, description: hostile };
  const subject = { integrationId: filesIntegration, entityType: 'crm.customer' };
  const entityType = 'sales.order';
  const made = async (path: string, body: object) => String((await home.api.post(path, { body })).body.id);
  const put = (path: string, body: object) => home.api.put(path, { body });

  const webhook = await aWebhook(home, { ...text, name: `Orders ${hostile}` }, sink);
  await publish(home, { note: hostile });
  const delivery = await decidedDelivery(home, webhook.id);
  const note = { requiredFeature: 'webhooks.view', type: 'test.note', title: hostile, body: hostile };
  await made('/api/notifications/feature', note);
  const job = await aStoredJob(home, aJob({ ...text, targetPayload: { text: hostile } }));
  await endedRun(home, await trigger(home, job.id));
  const content = { filename: `${hostile}.txt`, value: hostile };
  const file = await aFile(home.api, { tags: JSON.stringify([hostile]) }, content);
  const rule = await aStoredRule(home, {
    ...{ ruleName: `Limit ${hostile}`, description: hostile },
    successActions: [{ type: 'SHOW_INFO', config: { message: hostile } }],
  });
  await put(rulesPath, { id: rule.id, description: `${hostile} again` });
  const { logIds } = await executed(home, { entityId: hostile, data: { total: hostile }, explain: true });
  const set = await aStoredSet(home, { setName: hostile, description: hostile }, [rule]);
  const folder = await aFolder(home, 'csv');
  const quoted = `"${hostile.replaceAll('"', '""')}"`;
  await folder.put('crm.customer', `id,name\n1,${hostile.replaceAll('"', "'")}\n,${quoted}\n`);
  const run = await synced(home);
  const fields = [{ externalField: hostile, localField: 'name', defaultValue: hostile }];
  await made('/api/entities/definitions', { entityType, key: 'note', kind: 'text', label: hostile });
  await put('/api/email/templates/test.note', { subject: hostile, body: hostile });
  const groups = [{ group: hostile, roles: [] }];
  await put('/api/auth/provider', { issuer: 'https://login.example.com', clientId: hostile, groups });
  const role = await aRole(home, { features: ['webhooks.*'] }, hostile);
  const record = { entityType, externalId: hostile, fields: { note: hostile }, cf_note: hostile };
  const toggle = {
    identifier: `t_${Date.now()}`,
    name: hostile,
    type: 'json',
    defaultValue: { text: hostile },
  };
  ids = {
    ...{ webhook: webhook.id, delivery: delivery.id, job: job.id, file: file.id, rule: rule.id, set: set.id },
    ...{ log: String(logIds?.[0]), run: run.id, role: role.id, tenant: home.tenantId },
    inbound: await made('/api/webhooks/inbound-endpoints', { ...text, providerKey: 'github' }),
    toggle: await made('/api/feature_toggles/global', toggle),
    mapping: await made(mappingsPath, { ...subject, mapping: { fields } }),
    schedule: (await schedule(home, subject)).id,
    record: await made('/api/entities/records', record),
    user: (await aMember(home, [role], { name: hostile })).id,
  };
});
afterAll(() => sink?.stop());

const pages = [
  ['/', '/work', '/notifications'],
  ['/webhooks', '/webhooks/new', '/webhooks/:webhook', '/webhooks/:webhook/edit'],
  ['/deliveries', '/deliveries?status=expired&event=sales.order.shipped', '/deliveries/:delivery'],
  ['/inbound', '/inbound/new', '/inbound/:inbound', '/inbound/:inbound/edit'],
  ['/events', '/events/types', '/events/types/of?type=webhooks.delivery.failed', '/events/publish'],
  ['/events/story?eventId=none'],
  ['/toggles', '/toggles/new', '/toggles/:toggle', '/toggles/:toggle/targeting'],
  ['/toggles/:toggle/own-targeting', '/toggles/playground', '/toggles/segments', '/toggles/segments/new'],
  ['/jobs', '/jobs/new', '/jobs/failures', '/jobs/:job', '/jobs/:job/edit'],
  ['/rules', '/rules/new', '/rules/log', '/rules/log/:log', '/rules/:rule', '/rules/:rule/edit'],
  ['/rules/sets', '/rules/sets/new', '/rules/sets/:set', '/rules/playground'],
  ['/sync', '/sync/start', '/sync/runs/:run', '/sync/mappings', '/sync/mappings/of'],
  ['/sync/mappings/:mapping', '/sync/schedules', '/sync/schedules/new', '/sync/schedules/:schedule'],
  ['/records', '/records?type=sales.order', '/records/new?type=sales.order'],
  ['/records/:record?type=sales.order', '/records/:record/edit?type=sales.order'],
  ['/records/fields?type=sales.order', '/records/fields/new?type=sales.order'],
  ['/records/fields/note?type=sales.order'],
  ['/payments', '/payments/methods'],
  ['/files', '/files?view=list&text=onerror', '/files/:file', '/files/partitions'],
  ['/integrations', '/integrations/gateway_stripe', '/integrations/webhook_custom'],
  ['/mails', '/mails/settings', '/mails/suppressions', '/mails/templates', '/mails/templates/new'],
  ['/mails/templates/edit?type=test.note', '/preferences'],
  ['/users', '/users/:user', '/users/:user/rights'],
  ['/roles', '/roles/:role'],
  ['/keys', '/identity-provider', '/organizations', '/audit', '/sessions'],
  ['/tenants', '/tenants/:tenant', '/dead-letters', '/dead-letters/webhook-recovery', '/no-such-page'],
].flat();

const pathOf = (page: string): string => page.replace(/:(\w+)/, (_, name: string) => String(ids[name]));

const colorSchemes = ['light', 'dark'] as const;

const desktop = { width: 1440, height: 900 };
const tablet = { width: 1024, height: 800 };
const phone = { width: 390, height: 844 };

describe('every page meets WCAG 2.2 AA, fits its window and logs nothing in the browser console', () => {
  it('signing in', async () => {
    const { page, complaints, close } = await openConsole(browser(), { at: '/' });
    for (const colorScheme of colorSchemes) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityProblems(page), colorScheme).toEqual([]);
    }
    await page.getByRole('button', { name: 'Sign in with an API key' }).click();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  // One visit for all pages: a session and a profile for each would double the time.
  let visit: Awaited<ReturnType<typeof openConsole>>;
  beforeAll(async () => {
    visit = await openConsole(browser(), { user: admin });
  });
  afterAll(() => visit?.close());

  it.each(pages)('%s, which escapes stored text and sends few requests', async (path) => {
    const { page, complaints } = visit;
    complaints.length = 0;
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(desktop);
    await visit.open(pathOf(path));
    await expect.poll(() => page.locator('.loading').count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await contrastProblems(page)).toEqual([]);
    await expect.poll(() => cutElements(page, false)).toEqual([]);
    await page.setViewportSize(tablet);
    await expect.poll(() => cutElements(page, false)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(phone);
    expect(await accessibilityProblems(page)).toEqual([]);
    await expect.poll(() => cutElements(page, true)).toEqual([]);
    expect(await page.title()).toContain('Platform console');
    await expect.poll(() => page.locator('main img[onerror], main script').count()).toBe(0);
    const calls = new Set(visit.calls().filter((call) => path !== '/' || !putOffAtHome.test(call)));
    expect(calls.size, [...calls].join('\n')).toBeLessThanOrEqual(maxCalls);
    expect(complaints).toEqual([]);
  });
});
