/** Hands mails that waited for the tenant's limit of the day to the worker that sends them, the oldest first. */
import type { Message } from '../../../kernel/queues/message.ts';
import { sendMessages } from '../../../kernel/queues/send.ts';
import {
  type DeferredMail,
  type DueRelease,
  endRelease,
  findRelease,
  listDeferred,
  scheduleRelease,
} from './deferral-store.ts';
import { nextDayMs } from './mail.ts';
import { sendToWorker, toSendMessage } from './messages.ts';
import { readSending } from './sending-store.ts';

export const releaseType = 'email.deferred.due';
/** Mails that one message releases; another one continues behind them. */
const mailsPerMessage = 500;

/** Where a release continues. */
interface ReleaseProgress {
  after: string;
  /** Mails that the tenant may still send. */
  left: number;
}
export type ReleaseData = DueRelease & { progress?: ReleaseProgress };

/** The message that has a release made, or continued. */
export function toReleaseMessage(data: ReleaseData): Message<ReleaseData> {
  const { tenantId, dueMs, progress } = data;
  const id = `release-${dueMs}${progress === undefined ? '' : `-${progress.after}`}`;
  return {
    ...{ v: 1 as const, id, type: releaseType, tenantId, organizationId: null },
    ...{ idempotencyKey: `${tenantId}:${id}`, data },
  };
}

/**
 * Chooses which mails are sent now: those whose time is up, of which the worker records that, and as many others as the
 * tenant may send. Pure.
 */
export function chooseReleased<One extends Pick<DeferredMail, 'expiresAtMs'>>(
  mails: readonly One[],
  left: number,
  nowMs: number,
): { released: One[]; left: number; isLimitReached: boolean } {
  const waiting = mails.filter(({ expiresAtMs }) => expiresAtMs > nowMs);
  const sent = new Set(waiting.slice(0, Math.max(0, left)));
  return {
    released: mails.filter((mail) => mail.expiresAtMs <= nowMs || sent.has(mail)),
    left: left - sent.size,
    isLimitReached: sent.size < waiting.length,
  };
}

/**
 * Releases mails of a tenant as far as its limit allows; the others wait for the next day. Messages that come twice release
 * the same mails, which are sent once.
 */
export async function releaseDeferred({ data }: Message<ReleaseData>): Promise<void> {
  const { tenantId, dueMs, progress } = data;
  const nowMs = Date.now();
  const due = await findRelease(data);
  if (due === undefined) return;
  const left = progress?.left ?? (await allowance(tenantId, nowMs));
  const page = { after: progress?.after ?? null, limit: mailsPerMessage };
  const { mails, lastKey } = await listDeferred({ tenantId }, page);
  const choice = chooseReleased(mails, left, nowMs);
  if (choice.released.length > 0)
    await sendToWorker(choice.released.map((mail) => ({ message: toSendMessage(mail) })));
  if (lastKey !== null && !choice.isLimitReached) {
    const next = { tenantId, dueMs, progress: { after: lastKey, left: choice.left } };
    await sendMessages('email', [{ message: toReleaseMessage(next) }]);
    return;
  }
  if (choice.isLimitReached) await scheduleRelease({ tenantId, dueMs: nextDayMs(nowMs) }, nowMs);
  await endRelease(due);
}

async function allowance(tenantId: string, nowMs: number): Promise<number> {
  const { counts, maxMailsPerDay } = await readSending({ tenantId }, nowMs);
  return maxMailsPerDay - counts.attempted;
}
