/** A mail on its way, and the decisions about it. Pure. */
import { emailLimits } from '../limits.ts';

/**
 * - `queued`: waits for the worker.
 * - `deferred`: waits until the tenant may send more mails, after the end of the day (UTC).
 * - `sending`: a worker has handed it to SES, and has not recorded yet what SES said.
 * - `sent`: SES has accepted it. `delivered`, `bounced` and `complained` are what SES reported since.
 * - `skipped`: not sent, `reason` says why. `failed`: SES does not take it.
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

export const mailKinds = ['notification', 'digest', 'confirmation', 'account'] as const;
export type MailKind = (typeof mailKinds)[number];

export const skipReasons = ['suppressed', 'paused', 'daily_limit', 'expired', 'unconfirmed'] as const;
export type SkipReason = (typeof skipReasons)[number];

/** An entry of the log. */
export interface Mail {
  id: string;
  tenantId: string;
  organizationId: string | null;
  kind: MailKind;
  /** Type of the notification, such as `sales.order.overdue`, or what else the mail is about. */
  type: string;
  notificationId: string | null;
  userId: string | null;
  to: string;
  subject: string;
  state: MailState;
  reason: string | null;
  attempts: number;
  /** Attempts of which it is unknown whether SES has accepted the mail. */
  unconfirmed: number;
  /** When a worker began the last attempt. */
  claimedAtMs: number | null;
  /** Id that SES gave to it. */
  sesMessageId: string | null;
  createdAtMs: number;
  updatedAtMs: number;
  /** Until when it is tried. */
  expiresAtMs: number;
}

/** What is sent. It is kept apart from the log, and not for long. */
export interface MailContent {
  from: string;
  replyTo: string | null;
  text: string;
  html: string;
  headers: readonly { name: string; value: string }[];
}

/** Names a mail: the log is sorted by time. */
export type MailId = Pick<Mail, 'tenantId' | 'createdAtMs' | 'id'>;

export interface SendingState {
  isSuppressed: boolean;
  pausedUntilMs: number;
  /** Mails of the tenant that were attempted today, and how many may be. */
  mailsToday: number;
  maxMailsPerDay: number;
}

export type NextStep =
  | { step: 'nothing' }
  | { step: 'skip'; reason: SkipReason }
  | { step: 'fail'; reason: string }
  | { step: 'wait'; seconds: number }
  /** The tenant may send no more mails until then. */
  | { step: 'defer'; untilMs: number }
  | { step: 'send' };

const dayMs = 86_400_000;
const startOfDayMs = (atMs: number): number => Math.floor(atMs / dayMs) * dayMs;

/** When the limit of the day (UTC) counts from nothing again. */
export const nextDayMs = (atMs: number): number => startOfDayMs(atMs) + dayMs;

/** Until when a mail waits for the limit: it may be sent on each of the days after the one on which it was created. */
export const deferredExpiryMs = (createdAtMs: number): number =>
  startOfDayMs(createdAtMs) + (emailLimits.deferDays + 1) * dayMs;

/** States of mails that are not over. */
const unsent: ReadonlySet<MailState> = new Set(['queued', 'deferred', 'sending']);

const limitOf = (kind: MailKind, { maxMailsPerDay }: SendingState): number =>
  kind === 'account' ? maxMailsPerDay * emailLimits.accountShare : maxMailsPerDay;

/**
 * What the worker does with a mail. One that another worker has handed to SES is waited for: the event `Send` says
 * within seconds whether SES has accepted it, and only what it did not report is sent again.
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
  if (expiresAtMs <= nowMs) return { step: 'skip', reason: state === 'deferred' ? 'daily_limit' : 'expired' };
  if (sending.pausedUntilMs > nowMs) return { step: 'skip', reason: 'paused' };
  if (attempts > 0 || sending.mailsToday < limitOf(kind, sending)) return { step: 'send' };
  // A link by which a password is chosen is void before the next day.
  const untilMs = nextDayMs(nowMs);
  return kind !== 'account' && untilMs < deferredExpiryMs(createdAtMs)
    ? { step: 'defer', untilMs }
    : { step: 'skip', reason: 'daily_limit' };
}

export const suppressionReasons = ['bounce', 'complaint'] as const;
/** Why an address gets no more mails of a tenant. */
export type SuppressionReason = (typeof suppressionReasons)[number];

interface ReputationCounts {
  attempted: number;
  bounced: number;
  complained: number;
}

/** Mails of one day of a tenant. */
export interface DayCounts extends ReputationCounts {
  /** The counts when sending was resumed after a pause on that day. */
  resumedAt: ReputationCounts | null;
}

/** Why a tenant must be paused; undefined while its shares are below the limits. */
export function pauseReason({ resumedAt, ...day }: DayCounts): string | undefined {
  const attempted = day.attempted - (resumedAt?.attempted ?? 0);
  const bounced = day.bounced - (resumedAt?.bounced ?? 0);
  const complained = day.complained - (resumedAt?.complained ?? 0);
  const { bounceShare, complaintShare, minMailsOfShare } = emailLimits;
  const mails = Math.max(attempted, minMailsOfShare);
  if (bounced / mails >= bounceShare) return `${bounced} of ${attempted} mails of the day bounced.`;
  if (complained / mails >= complaintShare)
    return `${complained} of ${attempted} mails of the day were complained about.`;
  return undefined;
}

/** States from which SES's report leads to another; reports come twice and in any order. */
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
