/** Lists mails and suppressed addresses, and returns the status of sending. */

import { containing } from '../../kernel/base/compared.ts';
import { normalizeAddress } from '../../kernel/base/email-address.ts';
import type { TenantScope } from '../../kernel/base/principal.ts';
import { toIso } from '../../kernel/base/times.ts';
import { InvalidInputError } from '../../kernel/errors/errors.ts';
import type { Caller } from '../../kernel/http/operation.ts';
import { timeRangeOf } from '../../kernel/http/time-range.ts';
import { toList } from '../../kernel/lists/list.ts';
import type { ListMails, ListSuppressed, LoggedMail } from './log-contract.ts';
import type { Mail } from './sending/mail.ts';
import { listLog } from './sending/mail-store.ts';
import { deploymentSender } from './sending/sender.ts';
import { readSending, resumeSending } from './sending/sending-store.ts';
import { listSuppressed, removeSuppression } from './sending/suppression-store.ts';

function toLogged({ createdAtMs, updatedAtMs, ...mail }: Mail): LoggedMail {
  const { id, kind, type, to, subject, state, reason, attempts } = mail;
  const { userId, notificationId, story: storyId = null, organizationId, sesMessageId } = mail;
  return {
    ...{ id, kind, type, to, subject, state, reason, attempts },
    ...{ userId, notificationId, storyId, organizationId, sesMessageId },
    createdAt: toIso(createdAtMs),
    updatedAt: toIso(updatedAtMs),
  };
}

/** Returns one page of the tenant's mails, newest first. Throws InvalidInputError if `from` is later than `until`. */
export async function listMails({ scope, context }: Caller<TenantScope>, query: ListMails) {
  const { page, pageSize, withTotal, search = '', from, until, ...equals } = query;
  const { fromMs, toMs: untilMs } = timeRangeOf(from, until, ['from', 'until']);
  const isFound = containing(search);
  const { id, state, kind, type, userId } = equals;
  const equalsFilter = (value: unknown, filter: unknown): boolean => filter === undefined || value === filter;
  const matches = (mail: Mail): boolean =>
    equalsFilter(mail.id, id) &&
    equalsFilter(mail.state, state) &&
    equalsFilter(mail.kind, kind) &&
    equalsFilter(mail.type, type) &&
    equalsFilter(mail.userId, userId) &&
    isFound(`${mail.to}\n${mail.subject}`);
  const window = { page, pageSize, withTotal, fromMs, untilMs, matches };
  const found = await listLog(scope, window, context.nowMs);
  const { items, total, totalIsExact } = found;
  return { ...toList(query, { items: items.map(toLogged), total }), totalIsExact };
}

/** Returns whether the tenant sends mails, and the counts of the day. */
export async function getEmailStatus({ scope, context }: Caller<TenantScope>) {
  const { settings, counts, pause, maxMailsPerDay } = await readSending(scope, context.nowMs);
  const sender = deploymentSender() ?? null;
  const blockedReason =
    sender === null
      ? ('no_sender' as const)
      : !settings.isEnabled
        ? ('disabled' as const)
        : pause !== undefined
          ? ('paused' as const)
          : null;
  return {
    isEnabled: blockedReason === null,
    blockedReason,
    sender,
    sentToday: counts.attempted,
    bouncedToday: counts.bounced,
    complainedToday: counts.complained,
    dailyLimit: maxMailsPerDay,
    pausedUntil: pause === undefined ? null : toIso(pause.untilMs),
    pausedReason: pause?.reason ?? null,
  };
}

/** Ends a pause of the tenant. */
export async function resumeEmail({ scope, context }: Caller<TenantScope>) {
  await resumeSending(scope, context);
  return { ok: true as const };
}

/** Returns one page of the tenant's suppressed addresses. */
export async function listSuppressedAddresses(
  { scope, context }: Caller<TenantScope>,
  query: ListSuppressed,
) {
  const { items, total, totalIsExact } = await listSuppressed(scope, query, context.nowMs);
  const rows = items.map(({ createdAtMs, ...row }) => ({ ...row, createdAt: toIso(createdAtMs) }));
  return { ...toList(query, { items: rows, total }), totalIsExact };
}

/** Removes the suppression of the address in body or query. Throws InvalidInputError without a valid address. */
export async function removeSuppressedAddress(
  { scope, context }: Caller<TenantScope>,
  { address: given = '' }: { address?: string | undefined },
) {
  const address = normalizeAddress(given);
  if (address === undefined) throw new InvalidInputError({ address: 'is required' });
  await removeSuppression(scope, address, context);
  return { ok: true as const };
}
