/** Notifications by e-mail while workers die, SES and the table are throttled, and messages come twice. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { functionName } from '../../lib/aws/names.ts';
import { byRunLength } from '../../lib/lab/faults/run-length.ts';
import type { AcceptedMail } from '../../lib/local/ses/mail-box.ts';
import { toItem } from '../../shared/kernel/table/item.ts';
import { userKey } from '../../shared/kernel/table/keys.ts';
import type { Write } from '../../shared/kernel/table/write.ts';
import { mailPartition } from '../../shared/modules/email/keys.ts';
import * as workers from '../../shared/modules/email/workers.ts';
import { notificationWrites } from '../../shared/modules/notifications/notification-request.ts';
import { eventually } from '../support/clients/eventually.ts';
import { amidKills } from '../support/fault-injection/killing.ts';
import { type OwnRuntime, stage, startOwnRuntime } from '../support/runtime/own-runtime.ts';

const { notifications, addresses, everyMs } = byRunLength({
  long: { notifications: 2_000, addresses: 500, everyMs: 400 },
  short: { notifications: 60, addresses: 15, everyMs: 400 },
});
const withinMs = 1_800_000;
const functions = [workers.makeMails, workers.sendMails, workers.recordMailEvents].map(({ module, name }) =>
  functionName(stage, module, name),
);
const queues = ['email', 'email-send', 'email-feedback'];

let runtime: OwnRuntime;
let kills = 0;
let sent: AcceptedMail[] = [];
/** Addresses by the ids of the notifications that they must get. */
const expected = new Map<string, string>();
const bounced = { userId: randomUUID(), address: 'bounced@example.com' };

const put = async (writes: readonly Write[]): Promise<void> => {
  for (const write of writes) if ('put' in write) await runtime.put(write.put);
};

async function addUser(id: string, email: string): Promise<void> {
  const { id: tenantId, organizations } = runtime.tenant;
  const now = new Date().toISOString();
  const user = {
    ...{ id, tenantId, organizationId: organizations.north, email, name: null, roleIds: [], acl: null },
    ...{ isActive: true, passwordHash: null, createdAt: now, updatedAt: now },
  };
  await runtime.put(toItem(userKey({ tenantId }, id), 'user', user, { revision: 1 }));
}

/** Stores a notification as any module does: with its event, in one transaction. */
async function notify(userId: string, title: string): Promise<string> {
  const { id: tenantId, organizations } = runtime.tenant;
  const scope = { tenantId, organizationId: organizations.north };
  const about = { type: 'sales.order.overdue', severity: 'info', source: { module: 'sales' } } as const;
  const notice = { ...about, scope, to: { userId }, title };
  const { id, writes } = notificationWrites(notice, { nowMs: Date.now() });
  await put(writes);
  return id;
}

const log = () => runtime.query(mailPartition({ tenantId: runtime.tenant.id }));
const isOver = (state: unknown): boolean => state !== 'queued' && state !== 'sending';

/**
 * Shows again what dead workers had, and gives back what was received too often: each kill counts against a whole batch, and
 * an operator redrives what died of it.
 */
async function giveBack(): Promise<void> {
  for (const queue of queues) {
    await runtime.redrive(queue);
    await runtime.release(queue);
  }
}

/** Whether a message waits anywhere, or an event that is to become one. */
async function hasMessages(): Promise<boolean> {
  const waiting = (await runtime.queues()).filter(({ name }) => queues.includes(name));
  if (waiting.some(({ visible, inFlight, delayed }) => visible + inFlight + delayed > 0)) return true;
  return (await runtime.outbox()).length > 0;
}

/** Looks in a row without any message after which nothing more happens to a mail. */
const looksBeforeLost = 20;

/**
 * Lets the time pass for messages of workers that died, until every notification has led to a mail that is over. Throws for
 * a mail that is not over and has no message any more.
 */
async function settle(count: number): Promise<void> {
  let looksWithout = 0;
  await eventually(
    `${count} mails that are over`,
    async () => {
      await giveBack();
      const mails = await log();
      const left = mails.filter(({ state }) => !isOver(state));
      if (mails.length >= count && left.length === 0) return true;
      looksWithout = (await hasMessages()) ? 0 : looksWithout + 1;
      if (looksWithout >= looksBeforeLost)
        throw new Error(`${mails.length} mails and no message, not over: ${JSON.stringify(left)}`);
      await sleep(500);
      return undefined;
    },
    withinMs,
  );
}

beforeAll(async () => {
  runtime = await startOwnRuntime({ settings: { EMAIL_MAILS_PER_DAY: '100000' } });
  await runtime.request('PUT', '/api/email/settings', { defaultMode: 'instant' });
  await addUser(bounced.userId, bounced.address);
  await runtime.control('POST', '/mail/outcomes', { outcome: 'bounce', address: bounced.address });
  await notify(bounced.userId, 'The first one');
  await eventually('the bounce', async () => (await log()).find(({ state }) => state === 'bounced'));

  const userOf = (n: number) => ({ id: randomUUID(), email: `user-${n}@example.com` });
  const users = Array.from({ length: addresses }, (_, n) => userOf(n));
  for (const { id, email } of users) await addUser(id, email);
  await runtime.addFault({ effect: 'throttle', service: 'ses', action: 'SendEmail', rate: 0.1 });
  await runtime.addFault({ effect: 'throttle', service: 'dynamodb', rate: 0.03 });
  await runtime.addFault({ effect: 'duplicate', rate: 0.1 });
  kills = await amidKills(runtime, { everyMs, only: functions }, async () => {
    for (let n = 0; n < notifications; n += 1) {
      const user = users[n % users.length];
      if (user !== undefined) expected.set(await notify(user.id, `Notification ${n}`), user.email);
    }
    await notify(bounced.userId, 'The second one');
    await eventually(
      'half of the mails',
      async () => {
        await giveBack();
        await sleep(200);
        return (await log()).length >= notifications / 2 ? true : undefined;
      },
      withinMs,
    );
  });
  await runtime.clearFaults();
  await settle(notifications + 2);
  ({ mails: sent } = await runtime.control<{ mails: AcceptedMail[] }>('GET', '/mail?limit=20000'));
}, 2 * withinMs);
afterAll(() => runtime.stop());

describe('e-mail under kills, throttles and doubled messages', () => {
  it('sends each notification to its address', async () => {
    const mails = await log();
    const sentMails = mails.filter(({ state }) => state === 'sent' || state === 'delivered');
    const arrived = new Set(sentMails.map(({ notificationId }) => notificationId));
    expect([...expected.keys()].filter((id) => !arrived.has(id))).toEqual([]);
    const accepted = new Set(sent.map(({ tags }) => tags.mail));
    const lost = mails.filter(({ id, state }) => state !== 'skipped' && !accepted.has(String(id)));
    expect(lost).toEqual([]);
  });

  it('sends hardly any of them twice: at most one for each worker that died', () => {
    const times = Map.groupBy(sent, ({ tags }) => tags.mail);
    const doubles = [...times.values()].filter(({ length }) => length > 1).length;
    process.stdout.write(`e-mail: ${sent.length} mails, ${kills} kills, ${doubles} sent twice\n`);
    expect(kills).toBeGreaterThan(0);
    expect(doubles).toBeLessThanOrEqual(kills);
  });

  it('sends no more to an address that bounced', async () => {
    expect(sent.filter(({ to }) => to[0] === bounced.address)).toHaveLength(1);
    const states = (await log())
      .filter(({ to }) => to === bounced.address)
      .map(({ state, reason }) => `${state}: ${reason}`);
    expect(states).toEqual(expect.arrayContaining(['bounced: Permanent, General', 'skipped: suppressed']));
  });
});
