/** Hourly digests, and what else is mailed once an hour. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { nodeId, toStoryEdge } from '../../../shared/kernel/events/cause.ts';
import { sendMessages } from '../../../shared/kernel/queues/send.ts';
import { storyPartition } from '../../../shared/kernel/table/keys.ts';
import { getItem, queryAll } from '../../../shared/kernel/table/read.ts';
import { transact } from '../../../shared/kernel/table/write.ts';
import { toDigestMessage } from '../../../shared/modules/email/channel/digest.ts';
import { addToDigest, nextHourMs } from '../../../shared/modules/email/channel/digest-store.ts';
import { mailId } from '../../../shared/modules/email/channel/notification-mail.ts';
import { digestDueKey, digestPartition } from '../../../shared/modules/email/keys.ts';
import { insertMail } from '../../../shared/modules/email/sending/mail-store.ts';
import { eventLogPartition } from '../../../shared/modules/events/keys.ts';
import { rootOf } from '../../../shared/modules/events/log/logged-event.ts';
import { notificationWrites } from '../../../shared/modules/notifications/notification-request.ts';
import { aMail, logOf, mailsTo, prefer } from '../../support/builders/email.ts';
import { aReader, type Reader } from '../../support/builders/notifications.ts';
import { aTenant, close, type TestCaller } from '../../support/builders/tenants.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';
import { runSchedule } from '../../support/runtime/sweep.ts';

fanOutEvents();

const hourMs = 3_600_000;

/** Creates a notification at the given time. */
async function notifyAt(
  { tenantId, organizationId }: TestCaller,
  { user }: Reader,
  title: string,
  nowMs: number,
): Promise<void> {
  const { writes } = notificationWrites(
    {
      ...{ scope: { tenantId, organizationId }, to: { userId: user.id }, type: 'sales.order.overdue' },
      ...{ severity: 'info', title, body: `${title}: look at it.`, source: { module: 'sales' } },
    },
    { nowMs },
  );
  await transact(writes);
}

/** Resolves when this many notifications wait in the digest of an hour. */
const waiting = ({ tenantId }: TestCaller, { user }: Reader, dueMs: number, count: number) =>
  eventually(`${count} notifications of the digest`, async () => {
    const items = await queryAll({ pk: digestPartition({ tenantId }, user.id, dueMs), consistent: true });
    return items.length === count ? true : undefined;
  });

/**
 * A user with an hourly digest. Its hour begins tomorrow: sweeps are shared with other tests, and one that runs while the
 * test adds notifications would send them in several mails.
 */
async function aDigestReader() {
  const admin = await aTenant();
  const reader = await aReader(admin);
  await prefer(reader, { mode: 'hourly' });
  const atMs = Date.now() + 24 * hourMs;
  return { admin, reader, atMs, dueMs: nextHourMs(atMs) };
}

/** Sends the digest as the sweep does when its hour is over. */
async function sendDigest({ tenantId }: TestCaller, { user }: Reader, dueMs: number): Promise<void> {
  const due = await getItem(digestDueKey({ tenantId }, user.id, dueMs));
  const lastEntryId = String(due?.lastEntryId);
  const message = toDigestMessage({ tenantId, userId: user.id, dueMs, lastEntryId });
  await sendMessages('email', [{ message }]);
}

function anEntry({ organizationId }: TestCaller, title: string, body = 'Look at it.') {
  return { id: randomUUID(), type: 'sales.order.overdue', organizationId, title, body, link: '' };
}

const digestsTo = ({ user }: Reader, count: number) =>
  eventually(`${count} digests`, async () => {
    const mails = await mailsTo(user.email);
    return mails.length === count ? mails : undefined;
  });

describe('a notification that is refreshed', () => {
  it('creates one mail an hour, whenever it is refreshed', async () => {
    const { tenantId, ...admin } = await aTenant();
    const content = { from: 'a@example.com', replyTo: null, text: 'x', html: '<p>x</p>', headers: [] };
    const nowMs = Date.now();
    const mailOf = (hour: number, createdAtMs: number) =>
      aMail({ tenantId, id: mailId(tenantId, `notification:${hour}`, 'ada@example.com'), createdAtMs });
    expect(await insertMail(mailOf(1, nowMs), content)).toBe(true);
    expect(await insertMail(mailOf(1, nowMs + 1), content)).toBe(false);
    expect(await insertMail(mailOf(2, nowMs + 2), content)).toBe(true);
    expect((await logOf(admin)).map(({ createdAt }) => Date.parse(createdAt))).toEqual([nowMs + 2, nowMs]);
  });
});

describe('a user who wants mails hourly', () => {
  it('receives the digest of an hour that is over, not yet that of a later one', async () => {
    const { admin, reader, dueMs } = await aDigestReader();
    const digest = { tenantId: admin.tenantId, userId: reader.user.id };
    await addToDigest({ ...digest, dueMs }, anEntry(admin, 'Order SO-2'));
    await addToDigest({ ...digest, dueMs: nextHourMs(Date.now() - hourMs) }, anEntry(admin, 'Order SO-1'));
    await runSchedule('email', 'sweepDigests');
    const [mail] = await digestsTo(reader, 1);
    expect(mail?.text).toContain('Order SO-1');
    await waiting(admin, reader, dueMs, 1);
    expect(await mailsTo(reader.user.email)).toHaveLength(1);
  });

  it('receives the notifications of an hour in one mail', async () => {
    const { admin, reader, atMs, dueMs } = await aDigestReader();
    const laterMs = atMs + 2 * hourMs;
    for (const title of ['Order SO-1', 'Order SO-2']) await notifyAt(admin, reader, title, atMs);
    await notifyAt(admin, reader, 'Order SO-3', laterMs);
    await waiting(admin, reader, dueMs, 2);
    await waiting(admin, reader, nextHourMs(laterMs), 1);
    await sendDigest(admin, reader, dueMs);
    const [mail] = await digestsTo(reader, 1);
    expect(mail?.subject).toBe('2 notifications');
    expect(mail?.text).toContain('Order SO-1: look at it.');
    expect(mail?.text).toContain('Order SO-2: look at it.');
    expect(mail?.text).not.toContain('Order SO-3');
    const links = mail?.headers.filter(({ name }) => name.startsWith('List-Unsubscribe'));
    expect(links).toHaveLength(2);
    expect(await logOf(admin)).toEqual([
      expect.objectContaining({ kind: 'digest', to: reader.user.email, userId: reader.user.id }),
    ]);
    await waiting(admin, reader, dueMs, 0);
    await waiting(admin, reader, nextHourMs(laterMs), 1);
    expect(await mailsTo(reader.user.email)).toHaveLength(1);
  });

  it('receives a mail that is in the stories of its notifications', async () => {
    const { admin, reader, atMs, dueMs } = await aDigestReader();
    for (const title of ['Order SO-1', 'Order SO-2']) await notifyAt(admin, reader, title, atMs);
    await waiting(admin, reader, dueMs, 2);
    await sendDigest(admin, reader, dueMs);
    await digestsTo(reader, 1);
    const { tenantId } = admin;
    const roots = await eventually('both events in the log', async () => {
      const items = await queryAll({ pk: eventLogPartition({ tenantId }), consistent: true });
      const found = items.filter(({ type }) => type === 'notifications.notification.created').map(rootOf);
      return found.length === 2 ? found : undefined;
    });
    const [mail] = await logOf(admin);
    expect(roots).toContain(mail?.storyId);
    for (const root of roots) {
      const edges = await queryAll({ pk: storyPartition({ tenantId }, root), consistent: true });
      expect(edges.map((edge) => nodeId(toStoryEdge(edge)))).toContain(`mail:${mail?.id}`);
    }
  });

  it('receives many long notifications in one mail, without the text of those that do not fit', async () => {
    const { admin, reader, dueMs } = await aDigestReader();
    const digest = { tenantId: admin.tenantId, userId: reader.user.id, dueMs };
    for (let number = 1; number <= 30; number++)
      await addToDigest(digest, anEntry(admin, `SO-${number}`, 'x'.repeat(2_000)));
    await sendDigest(admin, reader, dueMs);
    const [mail] = await digestsTo(reader, 1);
    expect(mail?.subject).toBe('30 notifications');
    expect(mail?.text).toMatch(/And \d+ more in your inbox\./);
    await waiting(admin, reader, dueMs, 0);
  });

  it('receives a late notification of the same hour in another mail', async () => {
    const { admin, reader, atMs, dueMs } = await aDigestReader();
    await notifyAt(admin, reader, 'Order SO-1', atMs);
    await waiting(admin, reader, dueMs, 1);
    await sendDigest(admin, reader, dueMs);
    await digestsTo(reader, 1);
    await waiting(admin, reader, dueMs, 0);
    await notifyAt(admin, reader, 'Order SO-2', atMs);
    await waiting(admin, reader, dueMs, 1);
    await sendDigest(admin, reader, dueMs);
    const texts = (await digestsTo(reader, 2)).map(({ text }) => text ?? '');
    expect(texts.filter((text) => text.includes('Order SO-2'))).toHaveLength(1);
  });

  it('receives none of a closed tenant, and the digest is not swept again', async () => {
    const { admin, reader } = await aDigestReader();
    const dueMs = nextHourMs(Date.now() - hourMs);
    await close(admin, 'its tenant is closed');
    await addToDigest(
      { tenantId: admin.tenantId, userId: reader.user.id, dueMs },
      anEntry(admin, 'Order SO-1'),
    );
    await runSchedule('email', 'sweepDigests');
    expect(await getItem(digestDueKey(admin, reader.user.id, dueMs))).toBeUndefined();
    expect(await mailsTo(reader.user.email)).toEqual([]);
  });

  it('receives none that was turned off before the digest was due', async () => {
    const { admin, reader, atMs, dueMs } = await aDigestReader();
    await notifyAt(admin, reader, 'Order SO-1', atMs);
    await waiting(admin, reader, dueMs, 1);
    await prefer(reader, { mode: 'hourly', types: { 'sales.order.overdue': 'off' } });
    await sendDigest(admin, reader, dueMs);
    await waiting(admin, reader, dueMs, 0);
    await prefer(reader, { mode: 'off', types: { 'sales.order.overdue': 'hourly' } });
    await notifyAt(admin, reader, 'Order SO-2', atMs);
    await waiting(admin, reader, dueMs, 1);
    await sendDigest(admin, reader, dueMs);
    const [mail] = await digestsTo(reader, 1);
    expect(mail?.text).toContain('Order SO-2');
    expect(mail?.text).not.toContain('Order SO-1');
  });
});
