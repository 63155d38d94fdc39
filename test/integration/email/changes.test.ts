/** Changes of mail settings: each has an audit entry with old and new values, and an event. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { transact } from '../../../shared/kernel/table/write.ts';
import type { AuditAction } from '../../../shared/modules/audit/contract.ts';
import { recordReport } from '../../../shared/modules/email/sending/feedback.ts';
import { pauseReason } from '../../../shared/modules/email/sending/mail.ts';
import { insertMail } from '../../../shared/modules/email/sending/mail-store.ts';
import { countWrite, pauseSending, readDay } from '../../../shared/modules/email/sending/sending-store.ts';
import { readSesEvent } from '../../../shared/modules/email/sending/ses-event.ts';
import { suppress } from '../../../shared/modules/email/sending/suppression-store.ts';
import { readPreferences } from '../../../shared/modules/email/settings/settings-store.ts';
import { aTenantAdmin } from '../../support/builders/administrators.ts';
import { aMail, logged, mailTo, prefer } from '../../support/builders/email.ts';
import { aReader, notifyReader } from '../../support/builders/notifications.ts';
import { asTest, aTenant } from '../../support/builders/tenants.ts';
import { watchEvents } from '../../support/clients/events.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';
import { runSchedule } from '../../support/runtime/sweep.ts';

fanOutEvents();

async function aSuperAdminAtHome() {
  const caller = await aTenant();
  const admin = await aTenantAdmin(caller, { isSuperAdmin: true });
  const trail = async (resource: string) =>
    (await admin.api.get<{ items: AuditAction[] }>(`/api/audit_logs/actions?resource=${resource}`)).body
      .items;
  return { caller, admin, trail };
}

const isoTime = expect.stringMatching(/Z$/);

it('the end of a pause by a super admin is recorded, and its cause does not pause the tenant again', async () => {
  const { caller, admin, trail } = await aSuperAdminAtHome();
  const nowMs = Date.now();
  const reason = '5 of 100 mails of the day bounced.';
  await transact([countWrite(caller, { attempted: 100, bounced: 5 }, nowMs)]);
  await pauseSending(caller, { untilMs: nowMs + 86_400_000, reason }, nowMs);
  expect((await caller.api.post('/api/email/resume')).status).toBe(403);
  const events = await watchEvents(caller.tenantId);
  expect((await admin.api.post('/api/email/resume')).status).toBe(200);
  const [resumed, paused, ...others] = await trail('email.sending');
  expect(others).toEqual([]);
  expect(resumed).toMatchObject({ action: 'resumed', actorType: 'api_key', actorId: admin.keyId });
  expect(resumed?.changes).toEqual({ pausedUntil: { before: isoTime }, pausedReason: { before: reason } });
  expect(paused).toMatchObject({ action: 'paused', actorType: 'system', actorId: 'email' });
  expect((await events()).map(({ type }) => type)).toEqual(['email.sending.resumed']);
  expect((await admin.api.post('/api/email/resume')).status).toBe(200);
  expect(await trail('email.sending')).toHaveLength(2);
  const laterMs = Date.now();
  await transact([countWrite(caller, { attempted: 1, bounced: 1 }, laterMs)]);
  expect(pauseReason(await readDay(caller, laterMs))).toBeUndefined();
  const { body } = await caller.api.get('/api/email/status');
  expect(body).toMatchObject({ isEnabled: true, blockedReason: null });
});

it('a complaint about one of many mails of the day before does not pause the tenant', async () => {
  const caller = await aTenant();
  const { tenantId } = caller;
  const sentAtMs = Date.now() - 86_400_000;
  const mail = aMail({ tenantId, id: randomUUID(), state: 'sent', createdAtMs: sentAtMs });
  await insertMail(mail, { from: 'x@example.com', replyTo: null, text: '', html: '', headers: [] });
  await transact([countWrite(caller, { attempted: 5_000 }, sentAtMs)]);
  const about = { messageId: 'ses-1', timestamp: new Date(sentAtMs).toISOString(), destination: [mail.to] };
  const tags = { mail: [mail.id], tenant: [tenantId], 'created-at': [String(sentAtMs)] };
  await recordReport(readSesEvent(JSON.stringify({ eventType: 'Complaint', mail: { ...about, tags } })));
  expect(await readDay(caller, sentAtMs)).toMatchObject({ attempted: 5_000, complained: 1 });
  const { body } = await caller.api.get('/api/email/status');
  expect(body).toMatchObject({ complainedToday: 0, pausedUntil: null });
});

it('a bounce, and the removal of a suppressed address, are recorded with the address', async () => {
  const { caller, admin, trail } = await aSuperAdminAtHome();
  const address = `gone-${caller.tenantId}@example.com`;
  await suppress(caller, { address, reason: 'bounce', createdAtMs: Date.now() }, asTest());
  const events = await watchEvents(caller.tenantId);
  for (const status of [200, 200])
    expect((await caller.api.delete('/api/email/suppressions', { body: { address } })).status).toBe(status);
  const entries = await trail('email.suppression');
  expect(entries.map(({ action, changes }) => [action, changes])).toEqual([
    ['deleted', { address: { before: address }, reason: { before: 'bounce' } }],
    ['created', { address: { after: address }, reason: { after: 'bounce' } }],
  ]);
  const [event, ...others] = await events();
  expect(others).toEqual([]);
  expect(event).toMatchObject({ type: 'email.suppression.deleted', data: { reason: 'bounce' } });
  expect(JSON.stringify(event)).not.toContain(address);
  expect((await admin.api.get('/api/email/suppressions')).body).toMatchObject({ total: 0 });
});

it('preferences are erased with their user, and its links do not bring them back', async () => {
  const { caller, admin } = await aSuperAdminAtHome();
  const reader = await aReader(caller);
  await prefer(reader, { mode: 'instant' });
  await notifyReader(caller, reader);
  const { headers } = await mailTo(reader.user.email);
  const link = headers.find(({ name }) => name === 'List-Unsubscribe')?.value.slice(1, -1) ?? '';
  const { pathname, search } = new URL(link);
  expect((await admin.api.delete(`/api/auth/users?id=${reader.user.id}`)).status).toBe(200);
  const isErased = async () =>
    (await readPreferences(caller, reader.user.id)).revision === 0 ? true : undefined;
  await eventually('erased preferences', isErased);
  expect((await caller.api.post(`${pathname}${search}`, { body: '' })).status).toBe(200);
  expect(await isErased()).toBe(true);
});

/** A mail over the limits of today and tomorrow, with its reader, and what a super admin changes. */
async function aWaitingMail() {
  const { caller, admin } = await aSuperAdminAtHome();
  const reader = await aReader(caller);
  await prefer(reader, { mode: 'instant' });
  const change = (body: object) => admin.api.put('/api/email/settings', { body });
  await change({ mailsPerDay: 5 });
  const nowMs = Date.now();
  for (const atMs of [nowMs, nowMs + 86_400_000])
    await transact([countWrite(caller, { attempted: 5 }, atMs)]);
  await notifyReader(caller, reader);
  return { caller, reader, change, waiting: await logged(caller, 'state=deferred') };
}

it('mails over the daily limit wait, and are sent when a super admin raises the limit', async () => {
  const { caller, reader, waiting, change } = await aWaitingMail();
  expect(waiting).toMatchObject({ reason: 'daily_limit', attempts: 0, to: reader.user.email });
  expect((await caller.api.get('/api/email/status')).body).toMatchObject({ dailyLimit: 5, sentToday: 5 });
  await runSchedule('email', 'sweepDigests');
  expect(await change({ mailsPerDay: null })).toMatchObject({ status: 200, body: { mailsPerDay: null } });
  await runSchedule('email', 'sweepDigests');
  const sent = await logged(caller, 'state=delivered');
  expect(sent).toMatchObject({ id: waiting.id, reason: null, attempts: 1 });
});

type WaitingMail = Awaited<ReturnType<typeof aWaitingMail>>;
it.each<[string, string, (mail: WaitingMail) => Promise<unknown>]>([
  ['its recipient unsubscribes', 'unsubscribed', ({ reader }) => prefer(reader, { mode: 'off' })],
  ['its tenant disables mails', 'disabled', ({ change }) => change({ isEnabled: false })],
])('a mail that waits for the next day is skipped if %s', async (_, reason, end) => {
  const mail = await aWaitingMail();
  await end(mail);
  await mail.change({ mailsPerDay: null });
  await runSchedule('email', 'sweepDigests');
  expect(await logged(mail.caller, 'state=skipped')).toMatchObject({ id: mail.waiting.id, reason });
});
