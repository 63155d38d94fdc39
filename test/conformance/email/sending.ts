/** Conformance cases of mails: who receives them, and what becomes of them. They read the mailbox of the local runtime. */
import { beforeAll, expect } from 'vitest';
import type { Story } from '../../../shared/modules/events/story/story-contract.ts';
import { logged, logOf, mailbox, mailsTo, mailTo, prefer } from '../../support/builders/email.ts';
import { listOf, notifyHolders, notifyReader } from '../../support/builders/notifications.ts';
import { aRule, type TestCaller } from '../../support/builders/tenants.ts';
import { send } from '../../support/clients/api.ts';
import { postForm, postJson } from '../../support/clients/browser-request.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { casesOf } from '../support/conformance.ts';
import { anEmail, password } from '../support/people.ts';
import { aReader, type Reader } from '../support/readers.ts';
import { localControl } from '../support/receivers.ts';
import { aKey, aTenantWithEvents, unique } from '../support/stage.ts';

const { proves } = casesOf('email');

let owner: TestCaller;
beforeAll(async () => {
  owner = await aTenantWithEvents();
});

/** A user who receives mails at once. */
async function aSubscriber(caller: TestCaller = owner, features: readonly string[] = []): Promise<Reader> {
  localControl();
  const reader = await aReader(caller, features);
  await prefer(reader, { mode: 'instant' });
  return reader;
}
const userOf = ({ user }: Reader) => `userId=${user.id}`;
const tokenPath = (url: string): string => {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
};

proves('instant', async () => {
  const reader = await aSubscriber();
  const notificationId = await notifyReader(owner, reader, { body: 'It should have left on Monday.' });
  const mail = await mailTo(reader.user.email);
  expect(mail).toMatchObject({ subject: 'Order SO-1001 is overdue', to: [reader.user.email] });
  expect(mail.text).toContain('It should have left on Monday.');
  expect(await logged(owner, `state=delivered&${userOf(reader)}`)).toMatchObject({
    ...{ to: reader.user.email, notificationId, kind: 'notification', attempts: 1 },
  });
  expect(await mailsTo(reader.user.email)).toHaveLength(1);
});

proves('default-mode', async () => {
  localControl();
  const caller = await aTenantWithEvents();
  const [quiet, reader] = [await aReader(caller), await aReader(caller)];
  await prefer(quiet, { mode: 'off' });
  await caller.api.put('/api/email/settings', { body: { defaultMode: 'instant', senderName: 'Müller AG' } });
  await notifyHolders(caller, 'notifications.view', { title: 'For all who see notifications' });
  const mail = await mailTo(reader.user.email);
  expect(mail.subject).toBe('For all who see notifications');
  expect(mail.from).toMatch(/^=\?UTF-8\?B\?.+\?= </);
  expect((await logOf(caller)).map(({ to }) => to)).not.toContain(quiet.user.email);
});

proves('sender-name', async () => {
  const reader = await aSubscriber();
  const { tenantName } = (await reader.api.get('/api/auth/session')).body;
  await notifyReader(owner, reader);
  expect((await mailTo(reader.user.email)).from).toMatch(new RegExp(`^"${tenantName}" <`));
});

proves('own-template', async () => {
  const reader = await aSubscriber();
  const type = unique('sales.order.');
  const body = { subject: 'Look: {{ title }}', body: 'Dear reader,\n\n{{ body }}' };
  await owner.api.put(`/api/email/templates/${type}`, { body });
  await notifyReader(owner, reader, { type, body: 'It is late.' });
  const mail = await mailTo(reader.user.email);
  expect(mail.subject).toBe('Look: Order SO-1001 is overdue');
  expect(mail.text).toMatch(/^Dear reader,\n\nIt is late\./);
});

proves('one-click', async () => {
  const reader = await aSubscriber();
  await notifyReader(owner, reader);
  const { headers } = await mailTo(reader.user.email);
  const header = (name: string) => headers.find((one) => one.name === name)?.value ?? '';
  expect(header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  const path = tokenPath(header('List-Unsubscribe').slice(1, -1));
  const types = async () => (await reader.api.get('/api/email/preferences')).body.types;
  expect((await send('GET', path)).status).toBe(200);
  expect(await types()).toEqual({});
  for (const _ of [1, 2])
    expect((await postForm(path, { 'List-Unsubscribe': 'One-Click' })).status).toBe(200);
  expect(await types()).toEqual({ 'sales.order.overdue': 'off' });
  const { api } = await aKey({ ...owner, organizations: null });
  const { body } = await api.get<{ items: { changes: object }[] }>(
    `/api/audit_logs/actions?resource=email.preferences&actorId=${reader.user.id}`,
  );
  expect(body.items.map(({ changes }) => changes)).toEqual([
    { types: { before: {}, after: { 'sales.order.overdue': 'off' } } },
    { mode: { before: null, after: 'instant' } },
  ]);
});

proves('bounce', async () => {
  const reader = await aSubscriber();
  const address = reader.user.email;
  await mailbox('POST', '/outcomes', { outcome: 'bounce', address, times: 1 });
  await notifyReader(owner, reader);
  expect(await logged(owner, `state=bounced&${userOf(reader)}`)).toMatchObject({
    reason: 'Permanent, General',
  });
  await notifyReader(owner, reader, { title: 'Another one' });
  expect(await logged(owner, `state=skipped&${userOf(reader)}`)).toMatchObject({ reason: 'suppressed' });
  expect(await mailsTo(address)).toHaveLength(1);
  const listed = async () =>
    (await owner.api.get<{ items: object[] }>(`/api/email/suppressions?search=${address}`)).body.items;
  expect(await listed()).toMatchObject([{ address, reason: 'bounce' }]);
  expect((await owner.api.delete('/api/email/suppressions', { body: { address } })).status).toBe(200);
  expect(await listed()).toEqual([]);
  await notifyReader(owner, reader, { title: 'A third one' });
  await eventually('the next mail', async () => ((await mailsTo(address)).length === 2 ? true : undefined));
});

proves('complaint', async () => {
  localControl();
  const caller = await aTenantWithEvents();
  const reader = await aSubscriber(caller, ['email.manage']);
  await mailbox('POST', '/outcomes', { outcome: 'complaint', address: reader.user.email, times: 1 });
  await notifyReader(caller, reader);
  await logged(caller, 'state=complained');
  const status = await eventually('the pause', async () => {
    const { body } = await caller.api.get('/api/email/status');
    return body.blockedReason === null ? undefined : body;
  });
  expect(status).toMatchObject({ isEnabled: false, blockedReason: 'paused', complainedToday: 1 });
  const pause = await eventually(
    'the notification of the pause',
    async () => (await listOf(reader, 'type=email.sending.paused')).items[0],
  );
  expect(pause.title).toBe('E-mails are paused');
  const { api } = await aKey({ ...caller, isSuperAdmin: true });
  expect((await api.post('/api/email/resume')).status).toBe(200);
  await notifyReader(caller, reader, { title: 'Another one' });
  expect(await logged(caller, 'state=skipped')).toMatchObject({
    ...{ reason: 'suppressed', subject: 'Another one' },
  });
  expect(await mailsTo(reader.user.email)).toHaveLength(1);
});

/** A rule that mails to the address about the records for which it is executed. */
async function aMailingRule(recipients: string) {
  const entityType = unique('sales.');
  const config = { recipients, subject: 'Order {{entityId}}', message: 'Look at it.' };
  const rule = {
    ...aRule({ ruleId: unique('MAIL'), entityType, successActions: [{ type: 'NOTIFY', config }] }),
    conditionExpression: { field: 'nothing', operator: 'IS_EMPTY' },
  };
  expect((await owner.api.post('/api/business_rules/rules', { body: rule })).status).toBe(201);
  return (entityId: string) =>
    owner.api.post('/api/business_rules/execute', { body: { entityType, entityId, data: {} } });
}

proves('unconfirmed-address', async () => {
  localControl();
  const address = anEmail();
  const execute = await aMailingRule(address);
  await execute('SO-1');
  const question = await mailTo(address);
  expect(question.subject).toMatch(/^Confirm that you want mails from /);
  expect(question.headers.map(({ name }) => name)).toEqual(['Auto-Submitted']);
  expect(await logged(owner, `state=skipped&search=${address}`)).toMatchObject({
    ...{ reason: 'unconfirmed', userId: null },
  });
  const link = /https?:\/\/\S+\/api\/email\/confirm\?token=\S+/.exec(question.text ?? '')?.[0] ?? '';
  expect((await send('POST', tokenPath(link))).status).toBe(200);
  await execute('SO-2');
  const mail = await eventually('the mail', async () =>
    (await mailsTo(address)).find(({ subject }) => subject === 'Order SO-2'),
  );
  expect(mail.text).toContain('Look at it.');
  expect(await mailsTo(address)).toHaveLength(2);
});

proves('invitation-mail', async () => {
  localControl();
  const email = anEmail();
  const { body } = await owner.api.post<{ link: string }>('/api/auth/users/invite', { body: { email } });
  expect(body).toMatchObject({ isMailed: true });
  expect((await mailTo(email)).text).toContain(new URL(body.link).search);
});

proves('mail-story', ['invitation', 'confirmation'], async (kind) => {
  localControl();
  const address = anEmail();
  if (kind === 'invitation') await owner.api.post('/api/auth/users/invite', { body: { email: address } });
  else await (await aMailingRule(address))('SO-1');
  const { id, storyId } = await logged(owner, `search=${address}`);
  const story = await owner.api.get<Story>(`/api/events/${encodeURIComponent(storyId ?? '')}/story`);
  expect(story.body).toMatchObject({ id: storyId });
  expect(story.body.nodes.map((node) => node.id)).toContain(`mail:${id}`);
});

proves('forgotten-password', async () => {
  localControl();
  const { user, api } = await aReader(owner);
  const unknown = anEmail();
  for (const email of [user.email, unknown])
    expect(await postJson('/api/auth/password/forgot', { email })).toMatchObject({
      ...{ status: 202, body: { ok: true } },
    });
  const mail = await mailTo(user.email);
  const token = /reset\?token=([\w.-]+)/.exec(mail.text ?? '')?.[1] ?? '';
  expect((await send('GET', `/api/auth/password/reset?token=${token}`)).status).toBe(200);
  const reset = (chosen: string) => postForm('/api/auth/password/reset', { token, password: chosen });
  expect((await reset('weak')).status).toBe(400);
  expect((await reset(password)).status).toBe(200);
  expect((await reset(password)).status).toBe(404);
  expect((await api.get('/api/notifications')).status).toBe(401);
  expect(await mailsTo(unknown)).toEqual([]);
});
