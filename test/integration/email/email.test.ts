/** Notifications by e-mail: preferences, content and outcome. */
import { describe, expect, inject, it } from 'vitest';
import { logged, logOf, mailbox, mailsTo, mailTo, prefer } from '../../support/builders/email.ts';
import { aReader, listOf, notifyHolders, notifyReader } from '../../support/builders/notifications.ts';
import { aStoredRule, executed } from '../../support/builders/rules.ts';
import { aTenant, close } from '../../support/builders/tenants.ts';
import { send } from '../../support/clients/api.ts';
import { watchEvents } from '../../support/clients/events.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

const always = { field: 'nothing', operator: 'IS_EMPTY' };

describe('a notification', () => {
  it('is mailed at once to a subscribed user, and the log shows its delivery', async () => {
    const admin = await aTenant();
    const reader = await aReader(admin);
    await prefer(reader, { mode: 'instant' });
    const notificationId = await notifyReader(admin, reader, { body: 'It should have left on Monday.' });
    const mail = await mailTo(reader.user.email);
    expect(mail).toMatchObject({ subject: 'Order SO-1001 is overdue', to: [reader.user.email] });
    expect(mail.text).toContain('It should have left on Monday.');
    expect(mail.tenantName).toBe(`pm-local-${admin.tenantId}`);
    const entry = await logged(admin, 'state=delivered');
    expect(entry).toMatchObject({ to: reader.user.email, notificationId, kind: 'notification', attempts: 1 });
    expect(await mailsTo(reader.user.email)).toHaveLength(1);
  });

  it('is mailed by the tenant’s settings, except to users who disabled mails', async () => {
    const admin = await aTenant();
    const [quiet, reader] = [await aReader(admin), await aReader(admin)];
    await prefer(quiet, { mode: 'off' });
    await admin.api.put('/api/email/settings', { body: { defaultMode: 'instant', senderName: 'Müller AG' } });
    await notifyReader(admin, quiet);
    await notifyHolders(admin, 'notifications.view', { title: 'For all who see notifications' });
    const mail = await mailTo(reader.user.email);
    expect(mail.subject).toBe('For all who see notifications');
    expect(mail.from).toMatch(/^=\?UTF-8\?B\?.+\?= <notifications@platform\.example>$/);
    expect((await logOf(admin)).map(({ to }) => to)).not.toContain(quiet.user.email);
  });

  it('is disabled by one click on the link in its headers', async () => {
    const admin = await aTenant();
    const reader = await aReader(admin);
    await prefer(reader, { mode: 'instant' });
    await notifyReader(admin, reader);
    const { headers } = await mailTo(reader.user.email);
    const header = (name: string) => headers.find((one) => one.name === name)?.value ?? '';
    expect(header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    const { pathname, search } = new URL(header('List-Unsubscribe').slice(1, -1));
    const page = await reader.api.get(`${pathname}${search}`);
    expect(page.status).toBe(200);
    const before = await reader.api.get<{ types: object }>('/api/email/preferences');
    expect(before.body.types).toEqual({});
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const click = await reader.api.post(`${pathname}${search}`, {
      headers: form,
      body: 'List-Unsubscribe=One-Click',
    });
    expect(click.status).toBe(200);
    const after = await reader.api.get<{ types: object }>('/api/email/preferences');
    expect(after.body.types).toEqual({ 'sales.order.overdue': 'off' });
    const forged = await reader.api.post(`${pathname}${search}x`, { headers: form, body: '' });
    expect(forged.status).toBe(404);
  });

  it('can be turned off by types of any name', async () => {
    const reader = await aReader(await aTenant());
    await prefer(reader, { types: { constructor: 'off' } });
    const { body } = await reader.api.get('/api/email/preferences');
    expect(body.types).toEqual({ constructor: 'off' });
  });

  it('uses the tenant’s template', async () => {
    const admin = await aTenant();
    const reader = await aReader(admin);
    await prefer(reader, { mode: 'instant' });
    const text = { subject: 'Look: {{ title }}', body: 'Dear reader,\n\n{{ body }}' };
    const saved = await admin.api.put('/api/email/templates/sales.order.overdue', { body: text });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    const bad = await admin.api.put('/api/email/templates/x', { body: { ...text, body: '{% if %}' } });
    expect(bad.status).toBe(400);
    const { body } = await admin.api.get<{ items: { version: number }[] }>('/api/email/templates');
    const [{ version } = { version: 0 }] = body.items;
    expect(saved.headers.get('etag')).toBe(`"${version}"`);
    const rewrite = (ifMatch: string) =>
      admin.api.put('/api/email/templates/sales.order.overdue', {
        body: text,
        headers: { 'if-match': ifMatch },
      });
    // A type without a template has version 0.
    expect((await rewrite('"0"')).status).toBe(412);
    expect((await rewrite(`"${version}"`)).status).toBe(200);
    expect((await rewrite(`"${version}"`)).status).toBe(412);
    await notifyReader(admin, reader, { body: 'It is late.' });
    expect(await mailTo(reader.user.email)).toMatchObject({ subject: 'Look: Order SO-1001 is overdue' });
  });
});

describe('an address', () => {
  it('that bounces is suppressed in the tenant until it is removed from the list', async () => {
    const admin = await aTenant();
    const reader = await aReader(admin);
    const { email } = reader.user;
    await prefer(reader, { mode: 'instant' });
    await mailbox('POST', '/outcomes', { outcome: 'bounce', address: email, times: 1 });
    await notifyReader(admin, reader);
    expect(await logged(admin, 'state=bounced')).toMatchObject({ to: email, reason: 'Permanent, General' });
    await notifyReader(admin, reader, { title: 'Another one' });
    expect(await logged(admin, 'state=skipped')).toMatchObject({ reason: 'suppressed' });
    expect(await mailsTo(email)).toHaveLength(1);
    const list = await admin.api.get<{ items: object[] }>(`/api/email/suppressions?search=${email}`);
    expect(list.body.items).toEqual([expect.objectContaining({ address: email, reason: 'bounce' })]);
    const removed = await admin.api.delete('/api/email/suppressions', { body: { address: email } });
    expect(removed.status).toBe(200);
    await notifyReader(admin, reader, { title: 'A third one' });
    await eventually('the third mail', async () => ((await mailsTo(email)).length === 2 ? true : undefined));
    const { body } = await admin.api.get<{ bouncedToday: number }>('/api/email/status');
    expect(body).toMatchObject({ isEnabled: true, blockedReason: null, bouncedToday: 1 });
  });

  it('that complains pauses the tenant', async () => {
    const admin = await aTenant();
    const reader = await aReader(admin);
    await prefer(reader, { mode: 'instant' });
    await mailbox('POST', '/outcomes', { outcome: 'complaint', address: reader.user.email, times: 1 });
    await notifyReader(admin, reader);
    await logged(admin, 'state=complained');
    const status = await eventually('the pause', async () => {
      const { body } = await admin.api.get<{ blockedReason: string | null }>('/api/email/status');
      return body.blockedReason === null ? undefined : body;
    });
    expect(status).toMatchObject({ isEnabled: false, blockedReason: 'paused', complainedToday: 1 });
    await eventually(
      'the notification of the pause',
      async () => (await listOf(admin, 'type=email.sending.paused')).items[0],
    );
  });
});

describe('a busy SES', () => {
  it('delays a mail without losing it', async () => {
    const admin = await aTenant();
    const reader = await aReader(admin);
    await prefer(reader, { mode: 'instant' });
    const fault = {
      effect: 'throttle',
      service: 'ses',
      action: 'SendEmail',
      bodyContains: reader.user.email,
      times: 1,
    };
    await fetch(`${inject('controlUrl')}/faults`, { method: 'POST', body: JSON.stringify(fault) });
    await notifyReader(admin, reader);
    expect(await logged(admin, 'state=delivered')).toMatchObject({ attempts: 2 });
  });
});

describe('a rule', () => {
  it('mails addresses of non-users after their confirmation', async () => {
    const caller = await aTenant();
    const address = `ops-${caller.tenantId}@example.com`;
    const config = { recipients: address, subject: 'Order {{entityId}}', message: 'Look at it.' };
    const successActions = [{ type: 'NOTIFY', config }];
    await aStoredRule(caller, { conditionExpression: always, successActions });
    await executed(caller, { entityId: 'SO-1' });
    const question = await mailTo(address);
    expect(question.subject).toMatch(/^Confirm that you want mails from /);
    expect(question.headers.map(({ name }) => name)).toEqual(['Auto-Submitted']);
    expect(await logged(caller, 'state=skipped')).toMatchObject({
      to: address,
      reason: 'unconfirmed',
      userId: null,
    });
    const link = /https?:\/\/\S+\/api\/email\/confirm\?token=\S+/.exec(question.text ?? '')?.[0] ?? '';
    const { pathname, search } = new URL(link);
    expect((await caller.api.post(`${pathname}${search}`, { body: '' })).status).toBe(200);
    await executed(caller, { entityId: 'SO-2' });
    const mail = await eventually('the mail', async () =>
      (await mailsTo(address)).find(({ subject }) => subject === 'Order SO-2'),
    );
    expect(mail.text).toContain('Look at it.');
    expect(await mailsTo(address)).toHaveLength(2);
  });
});

describe('a forgotten password', () => {
  const forgot = (email: string) => send('POST', '/api/auth/password/forgot', { body: { email } });
  const reset = (token: string, password: string) =>
    send('POST', '/api/auth/password/reset', {
      body: new URLSearchParams({ token, password }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });

  it('is replaced by a one-time link, which ends the sessions', async () => {
    const admin = await aTenant();
    const reader = await aReader(admin);
    const known = await forgot(reader.user.email);
    const unknown = await forgot(`unknown-${admin.tenantId}@example.com`);
    expect([known.status, known.body]).toEqual([202, { ok: true }]);
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    const mail = await mailTo(reader.user.email);
    const token = /reset\?token=([\w-]+)/.exec(mail.text ?? '')?.[1] ?? '';
    expect((await send('GET', `/api/auth/password/reset?token=${token}`)).status).toBe(200);
    expect((await reset(token, 'weak')).status).toBe(400);
    expect((await reset(token, 'Enigma-1942')).status).toBe(200);
    expect((await reset(token, 'Enigma-1943')).status).toBe(404);
    expect((await reader.api.get('/api/notifications')).status).toBe(401);
    expect(await mailsTo(`unknown-${admin.tenantId}@example.com`)).toEqual([]);
  });
});

describe('a link in a mail of a closed tenant', () => {
  it('neither confirms an address nor sets a password, but unsubscribes', async () => {
    const admin = await aTenant();
    const email = `invited-${admin.tenantId}@example.com`;
    const invited = await admin.api.post<{ link: string }>('/api/auth/users/invite', { body: { email } });
    const preview = await admin.api.post<Record<'confirmUrl' | 'unsubscribeUrl', string>>(
      '/api/email/preview',
      {
        body: { type: 'sales.order.overdue' },
      },
    );
    const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]+/, '');
    await close(admin, 'its tenant is closed');
    expect((await send('POST', pathOf(preview.body.confirmUrl))).status).toBe(404);
    expect((await send('POST', pathOf(preview.body.unsubscribeUrl))).status).toBe(200);
    const token = new URL(invited.body.link).searchParams.get('token') ?? '';
    const reset = await send('POST', '/api/auth/password/reset', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token, password: 'Enigma-1942' }).toString(),
    });
    expect(reset.status).toBe(404);
  });
});

describe('a link in a mail that is sent several times', () => {
  it('changes its contact once', async () => {
    const admin = await aTenant();
    const { body } = await admin.api.post<{ unsubscribeUrl: string }>('/api/email/preview', {
      body: { type: 'sales.order.overdue' },
    });
    const eventsSince = await watchEvents(admin.tenantId);
    for (let times = 0; times < 3; times += 1)
      expect((await send('POST', body.unsubscribeUrl.replace(/^https?:\/\/[^/]+/, ''))).status).toBe(200);
    expect((await eventsSince()).map(({ type }) => type)).toEqual(['email.contact.created']);
  });

  it('changes the preferences of its user once', async () => {
    const admin = await aTenant();
    const reader = await aReader(admin);
    await prefer(reader, { mode: 'instant' });
    await notifyReader(admin, reader);
    const { headers } = await mailTo(reader.user.email);
    const url = headers.find(({ name }) => name === 'List-Unsubscribe')?.value.slice(1, -1) ?? '';
    const eventsSince = await watchEvents(admin.tenantId);
    for (let times = 0; times < 3; times += 1)
      expect((await send('POST', url.replace(/^https?:\/\/[^/]+/, ''))).status).toBe(200);
    const types = (await eventsSince()).map(({ type }) => type);
    expect(types.filter((type) => type.startsWith('email.'))).toEqual(['email.preferences.updated']);
  });
});

describe('an invited user', () => {
  const choose = (token: string, password: string) =>
    send('POST', '/api/auth/password/reset', {
      body: new URLSearchParams({ token, password }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });

  it('chooses a password once, with the latest link only', async () => {
    const admin = await aTenant();
    const email = `once-${admin.tenantId}@example.com`;
    const body = { email, name: 'Once' };
    const invited = await admin.api.post<{ id: string; link: string }>('/api/auth/users/invite', { body });
    const token = new URL(invited.body.link).searchParams.get('token') ?? '';
    const other = await admin.api.post<{ link: string }>('/api/auth/users/invite', {
      body: { email: `other-${admin.tenantId}@example.com`, name: 'Other' },
    });
    const [, , secret = ''] = (new URL(other.body.link).searchParams.get('token') ?? '').split('.');
    const forged = [admin.tenantId, invited.body.id, secret].join('.');

    expect((await choose(forged, 'Enigma-1942')).status).toBe(404);
    const both = await Promise.all(['Enigma-1942', 'Enigma-1943'].map((one) => choose(token, one)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect((await choose(token, 'Enigma-1944')).status).toBe(404);
  });

  it('cannot use the link after an administrator has set a password', async () => {
    const admin = await aTenant();
    const email = `set-${admin.tenantId}@example.com`;
    const body = { email, name: 'Set' };
    const invited = await admin.api.post<{ id: string; link: string }>('/api/auth/users/invite', { body });
    const token = new URL(invited.body.link).searchParams.get('token') ?? '';
    const { id } = invited.body;
    const set = await admin.api.put('/api/auth/users', { body: { id, password: 'Enigma-1942' } });
    expect(set.status).toBe(200);
    expect((await choose(token, 'Enigma-1943')).status).toBe(404);
  });

  it('receives a link to choose a password', async () => {
    const admin = await aTenant();
    const email = `new-${admin.tenantId}@example.com`;
    const invited = await admin.api.post<{ id: string; link: string; isMailed: boolean }>(
      '/api/auth/users/invite',
      { body: { email, name: 'New' } },
    );
    expect(invited).toMatchObject({ status: 201, body: { isMailed: true } });
    const mail = await mailTo(email);
    expect(mail.text).toContain(new URL(invited.body.link).search);
    const twice = await admin.api.post('/api/auth/users/invite', { body: { email } });
    expect(twice.status).toBe(409);
  });
});
