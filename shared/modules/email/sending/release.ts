/** Enqueues mails that waited for the tenant's daily limit, oldest first. */
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
/** Maximum number of mails that one message releases; another message continues. */
const maxMailsPerMessage = 500;

/** The progress of a release in several messages. */
interface ReleaseProgress {
  after: string;
  /** Number of mails that the tenant may still send. */
  left: number;
}
export type ReleaseData = DueRelease & { progress?: ReleaseProgress };

/** Builds the message that starts or continues a release. */
export function toReleaseMessage(data: ReleaseData): Message<ReleaseData> {
  const { tenantId, dueMs, progress } = data;
  const id = `release-${dueMs}${progress === undefined ? '' : `-${progress.after}`}`;
  return {
    ...{ v: 1 as const, id, type: releaseType, tenantId, organizationId: null },
    ...{ idempotencyKey: `${tenantId}:${id}`, data },
  };
}

/**
 * Selects the mails to enqueue: expired mails, which the worker then skips, and as many others as the tenant may send.
 * Pure.
 */
export function selectReleased<Row extends Pick<DeferredMail, 'expiresAtMs'>>(
  mails: readonly Row[],
  left: number,
  nowMs: number,
): { released: Row[]; left: number; isLimitReached: boolean } {
  const waiting = mails.filter(({ expiresAtMs }) => expiresAtMs > nowMs);
  const sent = new Set(waiting.slice(0, Math.max(0, left)));
  return {
    released: mails.filter((mail) => mail.expiresAtMs <= nowMs || sent.has(mail)),
    left: left - sent.size,
    isLimitReached: sent.size < waiting.length,
  };
}

/**
 * Releases mails of a tenant within its limit; the others wait for the next day. Repeated messages release the same mails,
 * which are sent once.
 */
export async function releaseDeferred({ data }: Message<ReleaseData>): Promise<void> {
  const { tenantId, dueMs, progress } = data;
  const nowMs = Date.now();
  const due = await findRelease(data);
  if (due === undefined) return;
  const left = progress?.left ?? (await allowance(tenantId, nowMs));
  const page = { after: progress?.after ?? null, limit: maxMailsPerMessage };
  const { mails, lastKey } = await listDeferred({ tenantId }, page);
  const selection = selectReleased(mails, left, nowMs);
  if (selection.released.length > 0)
    await sendToWorker(selection.released.map((mail) => ({ message: toSendMessage(mail) })));
  if (lastKey !== null && !selection.isLimitReached) {
    const next = { tenantId, dueMs, progress: { after: lastKey, left: selection.left } };
    await sendMessages('email', [{ message: toReleaseMessage(next) }]);
    return;
  }
  if (selection.isLimitReached) await scheduleRelease({ tenantId, dueMs: nextDayMs(nowMs) }, nowMs);
  await endRelease(due);
}

async function allowance(tenantId: string, nowMs: number): Promise<number> {
  const { counts, maxMailsPerDay } = await readSending({ tenantId }, nowMs);
  return maxMailsPerDay - counts.attempted;
}
