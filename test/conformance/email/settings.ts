/** Conformance cases of e-mail: settings, preferences, templates, and the links in mails. */
import { beforeAll, expect } from 'vitest';
import { logOf, prefer } from '../../support/builders/email.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import { send } from '../../support/clients/api.ts';
import { postForm } from '../../support/clients/browser-request.ts';
import { casesOf } from '../support/conformance.ts';
import { anEmail, password } from '../support/people.ts';
import { aReader, type Reader } from '../support/readers.ts';
import { aCaller, aKey, aSuperAdmin, aTenant, unique } from '../support/stage.ts';

const { proves } = casesOf('email');

let caller: TestCaller;
let reader: Reader;
beforeAll(async () => {
  caller = await aCaller();
  reader = await aReader(caller);
});

const settingsPath = '/api/email/settings';
/** A type that only one test uses. */
const aType = (): string => unique('sales.order.');
const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/]+/, '');
/** The entries of the whole tenant, which callers of all organizations see. */
async function auditOf(home: TestCaller, resource: string) {
  const { api } = await aKey({ ...home, organizations: null });
  const path = `/api/audit_logs/actions?resource=${resource}`;
  return (await api.get<{ items: { action: string; changes: object }[] }>(path)).body.items;
}

proves('default-settings', async () => {
  const { api } = await aTenant();
  expect((await api.get(settingsPath)).body).toEqual({
    ...{ isEnabled: true, senderName: null, replyTo: null },
    ...{ defaultMode: 'off', mailsPerDay: null, domains: [] },
  });
});

proves('one-setting', async () => {
  const owner = await aTenant();
  const change = async (body: object) => (await owner.api.put(settingsPath, { body })).body;
  await change({ senderName: 'Example Ltd', replyTo: 'support@example.com' });
  const before = await change({ defaultMode: 'hourly' });
  expect(before).toMatchObject({ senderName: 'Example Ltd', replyTo: 'support@example.com' });
  expect(await change({ isEnabled: false })).toEqual({ ...before, isEnabled: false });
  const [{ changes } = { changes: {} }] = await auditOf(owner, 'email.settings');
  expect(changes).toEqual({ isEnabled: { before: true, after: false } });
});

proves('daily-limit', async () => {
  const owner = await aTenant();
  const limit = ({ api }: TestCaller) => api.put(settingsPath, { body: { mailsPerDay: 5 } });
  expect((await limit(owner)).status).toBe(403);
  const { body: read } = await owner.api.get(settingsPath);
  // Clients send the settings back as they have read them.
  expect((await owner.api.put(settingsPath, { body: { ...read, senderName: 'Example' } })).status).toBe(200);
  expect((await limit(await aKey({ ...owner, isSuperAdmin: true }))).body).toMatchObject({ mailsPerDay: 5 });
  expect((await owner.api.get('/api/email/status')).body).toMatchObject({ dailyLimit: 5, sentToday: 0 });
});

proves('disabled', async () => {
  const { api } = await aTenant();
  await api.put(settingsPath, { body: { isEnabled: false } });
  const { body } = await api.get('/api/email/status');
  expect(body.isEnabled).toBe(false);
  expect(['disabled', 'no_sender']).toContain(body.blockedReason);
});

proves('preferences', async () => {
  const preferences = async () => (await reader.api.get('/api/email/preferences')).body;
  expect(await preferences()).toMatchObject({ mode: null, types: {}, effectiveMode: 'off' });
  await prefer(reader, { mode: 'hourly' });
  await prefer(reader, { types: { constructor: 'off' } });
  expect(await preferences()).toMatchObject({
    ...{ mode: 'hourly', types: { constructor: 'off' }, effectiveMode: 'hourly' },
  });
});

interface Preview {
  subject: string;
  text: string;
  html: string;
  unsubscribeUrl: string;
  confirmUrl: string;
}
const preview = ({ api }: TestCaller, body: object) => api.post<Preview>('/api/email/preview', { body });
const saveTemplate = ({ api }: TestCaller, type: string, body: object, ifMatch?: string) =>
  api.put(`/api/email/templates/${type}`, { body, headers: { ...(ifMatch && { 'if-match': ifMatch }) } });
const ownText = { subject: 'Look: {{ title }}', body: 'Dear reader,\n\n{{ body }}' };

proves('preview', async () => {
  const type = aType();
  const before = (await logOf(caller)).length;
  expect((await preview(caller, { type, variables: { title: 'Order 7 is late' } })).body.subject).toBe(
    'Order 7 is late',
  );
  await saveTemplate(caller, type, ownText);
  const variables = { title: 'Order 8', body: '<img src="https://example.com/x.png">' };
  const { body } = await preview(caller, { type, variables });
  expect(body).toMatchObject({
    subject: 'Look: Order 8',
    text: expect.stringMatching(/^Dear reader,\n\n<img /),
    unsubscribeUrl: expect.stringMatching(/\/api\/email\/unsubscribe\?token=./),
  });
  expect(body.html).toContain('Dear reader,');
  expect(body.html).toContain('&lt;img ');
  expect(body.html).not.toContain('<img');
  expect(body.text).toContain(body.unsubscribeUrl);
  expect(await logOf(caller)).toHaveLength(before);
});

proves('draft', async () => {
  const type = aType();
  const draft = await preview(caller, { type, subject: 'Draft {{ title }}', variables: { title: '9' } });
  expect(draft).toMatchObject({ status: 200, body: { subject: 'Draft 9' } });
  expect((await caller.api.get(`/api/email/templates?search=${type}`)).body).toMatchObject({ items: [] });
});

proves('broken-template', async () => {
  const type = aType();
  const broken = { subject: 'Look', body: '{% if %}' };
  for (const { status, body } of [
    await preview(caller, { type, ...broken }),
    await saveTemplate(caller, type, broken),
  ])
    expect([status, body]).toMatchObject([400, { details: [{ field: 'body' }] }]);
});

proves('template-version', async () => {
  const type = aType();
  expect((await saveTemplate(caller, type, ownText, '"1"')).status).toBe(412);
  const saved = await saveTemplate(caller, type, ownText, '"0"');
  expect([saved.status, saved.headers.get('etag')]).toEqual([200, `"${saved.body.version}"`]);
  expect((await saveTemplate(caller, type, ownText, '"0"')).status).toBe(412);
  expect((await saveTemplate(caller, type, ownText, `"${saved.body.version}"`)).status).toBe(200);
});

proves('deleted-template', async () => {
  const type = aType();
  await saveTemplate(caller, type, ownText);
  expect((await caller.api.delete(`/api/email/templates/${type}`)).status).toBe(200);
  expect((await preview(caller, { type, variables: { title: 'Order 7' } })).body.subject).toBe('Order 7');
  expect((await caller.api.delete(`/api/email/templates/${type}`)).status).toBe(404);
});

proves('secret-links', ['email.password.reset', 'email.user.invited', 'email.confirmation'], async (type) => {
  const save = (body: string) => saveTemplate(caller, type, { subject: 'Look', body });
  for (const body of ['{{ link }}', 'https://evil.example/?x={{ link | url_encode }}', '{{ token }}'])
    expect(await save(body)).toMatchObject({ status: 400, body: { details: [{ field: 'body' }] } });
  expect((await save('Dear reader,\n{% button "Here" %}\nBye')).status).toBe(200);
  const { body } = await preview(caller, { type });
  expect(body.text).toMatch(/^Dear reader,\n\nHere:\nhttps?:\/\/\S+\?token=example\n\nBye\n/);
  expect(body.html).toMatch(/<a href="[^"]+\?token=example"[^>]*>Here<\/a>/);
});

/** The links of a mail to the example address of previews. */
const linksOf = async (owner: TestCaller) => {
  const { body } = await preview(owner, { type: 'sales.order.overdue' });
  return { unsubscribe: pathOf(body.unsubscribeUrl), confirm: pathOf(body.confirmUrl) };
};

proves('unsubscribe-link', async () => {
  const owner = await aTenant();
  const { unsubscribe } = await linksOf(owner);
  const page = await send('GET', unsubscribe);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(await auditOf(owner, 'email.contact')).toEqual([]);
  for (let times = 0; times < 3; times += 1) expect((await send('POST', unsubscribe)).status).toBe(200);
  expect(await auditOf(owner, 'email.contact')).toMatchObject([{ action: 'created' }]);
});

proves('forged-link', ['unsubscribe', 'confirm'] as const, async (which) => {
  const { [which]: link } = await linksOf(caller);
  expect((await send('POST', `${link}x`)).status).toBe(404);
  expect((await send('POST', link.slice(0, -3))).status).toBe(404);
});

proves('unknown-suppression', async () => {
  const answer = await caller.api.delete('/api/email/suppressions', { body: { address: anEmail() } });
  expect(answer).toMatchObject({ status: 200, body: { ok: true } });
});

proves('domain-record', async () => {
  const domain = `${unique('shop')}.example`;
  const answer = await caller.api.post('/api/email/domains', { body: { domain: domain.toUpperCase() } });
  expect(answer).toMatchObject({
    status: 200,
    body: { domain, isVerified: false, record: { type: 'TXT', name: `_platform-email.${domain}` } },
  });
  const { body } = await caller.api.get<{ domains: object[] }>(settingsPath);
  expect(body.domains).toContainEqual({ name: domain, verifiedAt: null });
});

interface Invited {
  id: string;
  link: string;
  expiresAt: string;
}
const invite = async (email = anEmail()) =>
  (await caller.api.post<Invited>('/api/auth/users/invite', { body: { email } })).body;
const tokenOf = ({ link }: Invited): string => new URL(link).searchParams.get('token') ?? '';
const choose = async (token: string, chosen = password) =>
  (await postForm('/api/auth/password/reset', { token, password: chosen })).status;

proves('invitation', async () => {
  const email = anEmail();
  const invited = await invite(email);
  const days = (Date.parse(invited.expiresAt) - Date.now()) / 86_400_000;
  expect(days).toBeCloseTo(7, 1);
  const twice = await caller.api.post('/api/auth/users/invite', { body: { email } });
  expect([twice.status, twice.body.code]).toEqual([409, 'email_taken']);
});

proves('one-password', async () => {
  const invited = await invite();
  const token = tokenOf(invited);
  expect(await choose(token, 'weak')).toBe(400);
  const both = await Promise.all([choose(token), choose(token)]);
  expect(both.toSorted()).toEqual([200, 404]);
  expect(await choose(token)).toBe(404);
});

proves('link-of-one-user', async () => {
  const [invited, other] = [await invite(), await invite()];
  const [, , secret = ''] = tokenOf(other).split('.');
  expect(await choose([caller.tenantId, invited.id, secret].join('.'))).toBe(404);
});

proves('invited-again', async () => {
  const invited = await invite();
  const again = await caller.api.post<Invited>(`/api/auth/users/${invited.id}/invite`);
  expect(again.status).toBe(200);
  expect((Date.parse(again.body.expiresAt) - Date.now()) / 86_400_000).toBeCloseTo(7, 1);
  expect(await choose(tokenOf(invited))).toBe(404);
  expect(await choose(tokenOf(again.body))).toBe(200);
  const late = await caller.api.post(`/api/auth/users/${invited.id}/invite`);
  expect([late.status, late.body.code]).toEqual([409, 'cannot_invite']);
});

proves('password-was-set', async () => {
  const invited = await invite();
  const set = await caller.api.put('/api/auth/users', { body: { id: invited.id, password } });
  expect(set.status).toBe(200);
  expect(await choose(tokenOf(invited))).toBe(404);
});

proves('closed-tenant', async () => {
  const owner = await aTenant();
  const { body: invited } = await owner.api.post<Invited>('/api/auth/users/invite', {
    body: { email: anEmail() },
  });
  const { unsubscribe, confirm } = await linksOf(owner);
  const { api } = await aSuperAdmin();
  const body = { id: owner.tenantId, isActive: false };
  await api.put(`/api/directory/tenants?tenantId=${owner.tenantId}`, { body });
  expect((await send('POST', confirm)).status).toBe(404);
  expect((await send('POST', unsubscribe)).status).toBe(200);
  expect(await choose(tokenOf(invited))).toBe(404);
});
