/** The states of a mail and the decisions about it. Pure. */
import { emailLimits } from '../limits.ts';

/**
 * - `queued`: waits for the worker.
 * - `deferred`: waits until the tenant may send more mails, after the end of the day (UTC).
 * - `sending`: a worker has claimed it for SES and has not recorded the result yet.
 * - `sent`: SES has accepted it. `delivered`, `bounced` and `complained` are later reports of SES.
 * - `skipped`: not sent, see `reason`. `failed`: SES rejects the mail.
 */
export const mailStates = [
  'queued',
  'deferred',
  'sending',
  'sent',
  'delivered',
  'bounced',
  'complained',
  'skipped',
  'failed',
] as const;
export type MailState = (typeof mailStates)[number];

/** Whether no further attempt is made. */
export const isDecided = (state: MailState): boolean => !['queued', 'deferred', 'sending'].includes(state);

export const mailKinds = ['notification', 'digest', 'confirmation', 'account'] as const;
export type MailKind = (typeof mailKinds)[number];

export const skipReasons = [
  'suppressed',
  'disabled',
  'paused',
  'daily_limit',
  'expired',
  'unconfirmed',
] as const;
export type SkipReason = (typeof skipReasons)[number];

/** An entry of the log. */
export interface Mail {
  id: string;
  tenantId: string;
  organizationId: string | null;
  kind: MailKind;
  /** Type of the notification, such as `sales.order.overdue`, or of the account mail. */
  type: string;
  notificationId: string | null;
  /** The root of its story; absent if no event led to it. */
  story?: string;
  userId: string | null;
  to: string;
  subject: string;
  state: MailState;
  reason: string | null;
  attempts: number;
  /** Number of attempts with an unknown result. */
  unconfirmed: number;
  /** When a worker started the last attempt. */
  claimedAtMs: number | null;
  /** Message id of SES. */
  sesMessageId: string | null;
  createdAtMs: number;
  updatedAtMs: number;
  /** Until when attempts are made. */
  expiresAtMs: number;
}

/** The content of a mail, which is stored separately from the log and for a shorter time. */
export interface MailContent {
  from: string;
  replyTo: string | null;
  text: string;
  html: string;
  headers: readonly { name: string; value: string }[];
}

/** Identifies a mail; the creation time is part of its key. */
export type MailId = Pick<Mail, 'tenantId' | 'createdAtMs' | 'id'>;

export interface SendingState {
  isSuppressed: boolean;
  /** Whether the tenant sends notification mails. */
  isEnabled: boolean;
  pausedUntilMs: number;
  /** Attempted mails of the tenant today, and its daily limit. */
  mailsToday: number;
  maxMailsPerDay: number;
}

export type NextStep =
  | { step: 'nothing' }
  | { step: 'skip'; reason: SkipReason }
  | { step: 'fail'; reason: string }
  | { step: 'wait'; seconds: number }
  /** The tenant may send mails again at this time. */
  | { step: 'defer'; untilMs: number }
  | { step: 'send' };

const dayMs = 86_400_000;
const startOfDayMs = (atMs: number): number => Math.floor(atMs / dayMs) * dayMs;

/** Returns the start of the next day (UTC), when the daily limit is reset. */
export const nextDayMs = (atMs: number): number => startOfDayMs(atMs) + dayMs;

/** Returns until when a mail may wait for the daily limit: `deferDays` full days after the day of its creation. */
export const deferredExpiryMs = (createdAtMs: number): number =>
  startOfDayMs(createdAtMs) + (emailLimits.deferDays + 1) * dayMs;

/** States of mails that still have to be sent. */
const unsent: ReadonlySet<MailState> = new Set(['queued', 'deferred', 'sending']);

const limitOf = (kind: MailKind, { maxMailsPerDay }: SendingState): number =>
  kind === 'account' ? maxMailsPerDay * emailLimits.accountShare : maxMailsPerDay;

/**
 * Decides what the worker does with a mail. If another worker has sent it to SES, it waits: the event `Send` arrives within
 * seconds if SES has accepted the mail. Without the event, the mail is sent again.
 */
export function nextStep(
  { state, kind, attempts, unconfirmed, claimedAtMs, createdAtMs, expiresAtMs }: Mail,
  sending: SendingState,
  nowMs: number,
): NextStep {
  if (!unsent.has(state)) return { step: 'nothing' };
  if (state === 'sending') {
    const untilMs = (claimedAtMs ?? 0) + emailLimits.lookupSeconds * 1_000;
    if (untilMs > nowMs) return { step: 'wait', seconds: Math.ceil((untilMs - nowMs) / 1_000) };
  }
  if (unconfirmed >= emailLimits.maxUnconfirmed)
    return { step: 'fail', reason: 'SES confirmed none of the attempts.' };
  if (sending.isSuppressed) return { step: 'skip', reason: 'suppressed' };
  if (!sending.isEnabled && kind !== 'account') return { step: 'skip', reason: 'disabled' };
  if (expiresAtMs <= nowMs) return { step: 'skip', reason: state === 'deferred' ? 'daily_limit' : 'expired' };
  if (sending.pausedUntilMs > nowMs) return { step: 'skip', reason: 'paused' };
  if (attempts > 0 || sending.mailsToday < limitOf(kind, sending)) return { step: 'send' };
  // A password link expires before the next day.
  const untilMs = nextDayMs(nowMs);
  return kind !== 'account' && untilMs < deferredExpiryMs(createdAtMs)
    ? { step: 'defer', untilMs }
    : { step: 'skip', reason: 'daily_limit' };
}

export const suppressionReasons = ['bounce', 'complaint'] as const;
/** Why an address is suppressed. */
export type SuppressionReason = (typeof suppressionReasons)[number];

interface ReputationCounts {
  attempted: number;
  bounced: number;
  complained: number;
}

/** Mail counts of a tenant on one day. */
export interface DayCounts extends ReputationCounts {
  /** The counts at the time when sending was resumed on that day; null if it was not. */
  resumedAt: ReputationCounts | null;
}

/** Returns why a tenant must be paused; undefined if its shares are below the limits. */
export function pauseReason({ resumedAt, ...day }: DayCounts): string | undefined {
  const attempted = day.attempted - (resumedAt?.attempted ?? 0);
  const bounced = day.bounced - (resumedAt?.bounced ?? 0);
  const complained = day.complained - (resumedAt?.complained ?? 0);
  const { bounceShare, complaintShare, minMailsOfShare } = emailLimits;
  const mails = Math.max(attempted, minMailsOfShare);
  if (bounced / mails >= bounceShare) return `${bounced} of ${attempted} mails of the day bounced.`;
  if (complained / mails >= complaintShare)
    return `${complained} of ${attempted} mails of the day caused complaints.`;
  return undefined;
}

/** States that a report of SES may change. Reports may be repeated and may arrive in any order. */
const reportable: Readonly<
  Record<'sent' | 'delivered' | 'bounced' | 'complained' | 'failed', readonly MailState[]>
> = {
  sent: ['queued', 'sending'],
  failed: ['queued', 'sending', 'sent'],
  delivered: ['queued', 'sending', 'sent'],
  bounced: ['queued', 'sending', 'sent', 'delivered'],
  complained: ['queued', 'sending', 'sent', 'delivered', 'bounced'],
};
export type ReportedState = keyof typeof reportable;

export const statesBefore = (state: ReportedState): readonly MailState[] => reportable[state];
