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
async function notifyAt({ admin, reader }: DigestReader, title: string, nowMs: number): Promise<void> {
  const { tenantId, organizationId } = admin;
  const request = {
    ...{ scope: { tenantId, organizationId }, to: { userId: reader.user.id }, type: 'sales.order.overdue' },
    ...{ severity: 'info' as const, title, body: `${title}: look at it.`, source: { module: 'sales' } },
  };
  await transact(notificationWrites(request, { nowMs }).writes);
}

/** Resolves when this many notifications wait in the digest of an hour. */
const waiting = ({ admin, reader, dueMs }: DigestReader, count: number, hourMsOfDigest = dueMs) =>
  eventually(`${count} notifications of the digest`, async () => {
    const pk = digestPartition(admin, reader.user.id, hourMsOfDigest);
    return (await queryAll({ pk, consistent: true })).length === count ? true : undefined;
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
type DigestReader = Awaited<ReturnType<typeof aDigestReader>>;

/** Notifies the reader, and waits until the digest has these notifications. */
async function collect(one: DigestReader, ...titles: string[]): Promise<void> {
  for (const title of titles) await notifyAt(one, title, one.atMs);
  await waiting(one, titles.length);
}

/** Sends the digest as the sweep does when its hour is over. */
async function sendDigest({ admin: { tenantId }, reader: { user }, dueMs }: DigestReader): Promise<void> {
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
    const one = await aDigestReader();
    const { admin, reader, dueMs } = one;
    const digest = { tenantId: admin.tenantId, userId: reader.user.id };
    await addToDigest({ ...digest, dueMs }, anEntry(admin, 'Order SO-2'));
    await addToDigest({ ...digest, dueMs: nextHourMs(Date.now() - hourMs) }, anEntry(admin, 'Order SO-1'));
    await runSchedule('email', 'sweepDigests');
    const [mail] = await digestsTo(reader, 1);
    expect(mail?.text).toContain('Order SO-1');
    await waiting(one, 1);
    expect(await mailsTo(reader.user.email)).toHaveLength(1);
  });

  it('receives the notifications of an hour in one mail', async () => {
    const one = await aDigestReader();
    const { admin, reader, atMs } = one;
    const laterMs = atMs + 2 * hourMs;
    await notifyAt(one, 'Order SO-3', laterMs);
    await collect(one, 'Order SO-1', 'Order SO-2');
    await waiting(one, 1, nextHourMs(laterMs));
    await sendDigest(one);
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
    await waiting(one, 0);
    await waiting(one, 1, nextHourMs(laterMs));
    expect(await mailsTo(reader.user.email)).toHaveLength(1);
  });

  it('receives a mail that is in the stories of its notifications', async () => {
    const one = await aDigestReader();
    await collect(one, 'Order SO-1', 'Order SO-2');
    await sendDigest(one);
    await digestsTo(one.reader, 1);
    const { tenantId } = one.admin;
    const roots = await eventually('both events in the log', async () => {
      const items = await queryAll({ pk: eventLogPartition({ tenantId }), consistent: true });
      const found = items.filter(({ type }) => type === 'notifications.notification.created').map(rootOf);
      return found.length === 2 ? found : undefined;
    });
    const [mail] = await logOf(one.admin);
    expect(roots).toContain(mail?.storyId);
    for (const root of roots) {
      const edges = await queryAll({ pk: storyPartition({ tenantId }, root), consistent: true });
      expect(edges.map((edge) => nodeId(toStoryEdge(edge)))).toContain(`mail:${mail?.id}`);
    }
  });

  it('receives many long notifications in one mail, without the text of those that do not fit', async () => {
    const one = await aDigestReader();
    const { admin, reader, dueMs } = one;
    const digest = { tenantId: admin.tenantId, userId: reader.user.id, dueMs };
    for (let number = 1; number <= 30; number++)
      await addToDigest(digest, anEntry(admin, `SO-${number}`, 'x'.repeat(2_000)));
    await sendDigest(one);
    const [mail] = await digestsTo(reader, 1);
    expect(mail?.subject).toBe('30 notifications');
    expect(mail?.text).toMatch(/And \d+ more in your inbox\./);
    await waiting(one, 0);
  });

  it('receives a late notification of the same hour in another mail', async () => {
    const one = await aDigestReader();
    await collect(one, 'Order SO-1');
    await sendDigest(one);
    await digestsTo(one.reader, 1);
    await waiting(one, 0);
    await collect(one, 'Order SO-2');
    await sendDigest(one);
    const texts = (await digestsTo(one.reader, 2)).map(({ text }) => text ?? '');
    expect(texts.filter((text) => text.includes('Order SO-2'))).toHaveLength(1);
  });

  it('receives none of a closed tenant, and the digest is not swept again', async () => {
    const { admin, reader } = await aDigestReader();
    const digest = {
      tenantId: admin.tenantId,
      userId: reader.user.id,
      dueMs: nextHourMs(Date.now() - hourMs),
    };
    await close(admin, 'its tenant is closed');
    await addToDigest(digest, anEntry(admin, 'Order SO-1'));
    await runSchedule('email', 'sweepDigests');
    expect(await getItem(digestDueKey(admin, reader.user.id, digest.dueMs))).toBeUndefined();
    expect(await mailsTo(reader.user.email)).toEqual([]);
  });

  it('receives none that was turned off before the digest was due', async () => {
    const one = await aDigestReader();
    const { reader } = one;
    await collect(one, 'Order SO-1');
    await prefer(reader, { mode: 'hourly', types: { 'sales.order.overdue': 'off' } });
    await sendDigest(one);
    await waiting(one, 0);
    await prefer(reader, { mode: 'off', types: { 'sales.order.overdue': 'hourly' } });
    await collect(one, 'Order SO-2');
    await sendDigest(one);
    const [mail] = await digestsTo(reader, 1);
    expect(mail?.text).toContain('Order SO-2');
    expect(mail?.text).not.toContain('Order SO-1');
  });
});
