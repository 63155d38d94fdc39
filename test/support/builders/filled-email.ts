/** One item of each kind that e-mail stores of a tenant, without sending an e-mail. */
import { randomUUID } from 'node:crypto';
import { issueReset } from '../../../shared/modules/email/accounts/token-store.ts';
import { addToDigest } from '../../../shared/modules/email/channel/digest-store.ts';
import { linkFor } from '../../../shared/modules/email/links.ts';
import { scheduleRelease } from '../../../shared/modules/email/sending/deferral-store.ts';
import { deferMail, insertMail } from '../../../shared/modules/email/sending/mail-store.ts';
import { pauseSending } from '../../../shared/modules/email/sending/sending-store.ts';
import { suppress } from '../../../shared/modules/email/sending/suppression-store.ts';
import { readContact, saveContact } from '../../../shared/modules/email/settings/contact-store.ts';
import {
  readPreferences,
  readSettings,
  savePreferences,
  saveSettings,
} from '../../../shared/modules/email/settings/settings-store.ts';
import { saveEmailTemplate } from '../../../shared/modules/email/texts/template-service.ts';
import { aMail } from './email.ts';
import { asTest, type TestCaller } from './tenants.ts';

/** Longer than a test takes, so that no sweep of another test finds it due. */
const laterMs = 2 * 86_400_000;

/** Entities of a tenant's items after `fillEmail`: those that an export contains, and those that it omits. */
export const emailEntities = {
  data: [
    ...['mail', 'mail_suppression', 'mail_pause', 'mail_deferred', 'mail_deferred_due'],
    ...['email_settings', 'email_preferences', 'email_contact', 'email_template'],
    ...['digest_entry', 'digest_due'],
  ],
  credentials: ['mail_content', 'email_link_key', 'account_token'],
} as const;

/** May be repeated. */
export async function fillEmail({ tenantId }: Pick<TestCaller, 'tenantId'>): Promise<void> {
  const [scope, nowMs, context] = [{ tenantId }, Date.now(), asTest()];
  const [userId, dueMs] = [randomUUID(), nowMs + laterMs];
  const content = { from: 'a@example.com', replyTo: null, text: 'x', html: '<p>x</p>', headers: [] };
  const one = () => aMail({ tenantId, id: randomUUID(), createdAtMs: nowMs, expiresAtMs: dueMs });
  await insertMail({ ...one(), state: 'delivered' }, content);
  const deferred = one();
  await insertMail(deferred, content);
  await deferMail(deferred, nowMs);
  await scheduleRelease({ tenantId, dueMs }, nowMs);
  const address = `ops-${tenantId}@example.com`;
  await suppress(scope, { address, reason: 'bounce', createdAtMs: nowMs }, context);
  await pauseSending(scope, { untilMs: dueMs, reason: 'Bounces.' }, nowMs);
  const contact = { address, state: 'confirmed', askedAtMs: nowMs, typesOff: [] } as const;
  await saveContact(scope, await readContact(scope, address), contact, context);
  const settings = await readSettings(scope);
  await saveSettings(scope, settings, { ...settings, senderName: 'Example Ltd' }, context);
  const preferences = { mode: 'hourly', types: {} } as const;
  await savePreferences(scope, userId, await readPreferences(scope, userId), preferences, context);
  const text = { type: 'sales.order.overdue', subject: '{{ title }}', body: '{{ body }}' };
  await saveEmailTemplate({ scope, context }, text);
  const shown = { type: text.type, organizationId: null, title: 't', body: '', link: '' };
  const entry = { id: randomUUID(), ...shown };
  await addToDigest({ ...scope, userId, dueMs }, entry);
  await linkFor({ purpose: 'confirm', tenantId, reader: { address }, type: null });
  const user = { id: userId, tenantId, email: address, passwordHash: null, isActive: true };
  await issueReset(user, nowMs);
}
