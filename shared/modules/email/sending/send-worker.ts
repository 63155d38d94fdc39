/** The worker of the queue `email-send` sends each mail with SES and records the result. */
import { setTimeout as sleep } from 'node:timers/promises';
import { countAgainst } from '../../../kernel/auth/rate-limit.ts';
import { RateLimitedError } from '../../../kernel/errors/errors.ts';
import { log } from '../../../kernel/observability/log.ts';
import { RetryableError } from '../../../kernel/queues/errors.ts';
import type { Message } from '../../../kernel/queues/message.ts';
import { scheduleRelease } from './deferral-store.ts';
import { type Mail, type MailContent, nextStep } from './mail.ts';
import { changeMail, claimMail, deferMail, readMail } from './mail-store.ts';
import { type SendData, type SendMessage, sendToWorker } from './messages.ts';
import { sendQuota, sendWithSes } from './ses.ts';
import { hasUnsubscribed } from './subscription.ts';

/** Exponential backoff with jitter after attempts for which SES was too busy. */
const busyDelaySeconds = { min: 2, max: 300 } as const;
/** How often a worker waits for the next second before it returns the mail to the queue. */
const maxSecondsForRate = 3;
/** How often a mail is read again after other workers changed it. */
const maxRounds = 5;
/** Delay of mails while the daily quota of the account is exhausted. */
const quotaDelaySeconds = 900;
/** Age of a mail that has waited: others are sent within seconds. */
const waitedMs = 60_000;

const randomBetween = (min: number, max: number): number => min + Math.random() * (max - min);

const delaySecondsAfter = (attempts: number): number => {
  const { min, max } = busyDelaySeconds;
  return randomBetween(min, Math.max(min + 1, Math.min(max, min * 2 ** attempts)));
};

/** Whether the mail waited for the daily limit, the quota or SES, so that its recipient may have unsubscribed since. */
const hasWaited = ({ state, createdAtMs }: Mail, nowMs: number): boolean =>
  state === 'deferred' || nowMs - createdAtMs > waitedMs;

/** Sends the message again with a delay. */
async function postpone(message: SendMessage, delaySeconds: number): Promise<true> {
  await sendToWorker([{ message, delaySeconds }]);
  return true;
}

/** Counts a mail against the account's rate. Waits up to a few seconds; returns false if the rate is still exceeded. */
async function waitForRate(perSecond: number): Promise<boolean> {
  const policy = { name: 'email-rate', limit: perSecond, windowSeconds: 1 };
  for (let round = 0; round <= maxSecondsForRate; round += 1) {
    try {
      await countAgainst(policy, 'ses', Date.now());
      return true;
    } catch (error) {
      if (!(error instanceof RateLimitedError)) throw error;
      const toNextSecondMs = 1_000 - (Date.now() % 1_000);
      await sleep(toNextSecondMs + randomBetween(0, 250));
    }
  }
  return false;
}

/**
 * Sends a mail with SES. Returns false if another worker or a report of SES has changed the mail, so that its next step
 * must be decided again.
 */
async function attempt(mail: Mail, content: MailContent, message: SendMessage): Promise<boolean> {
  const { perSecond, leftToday } = await sendQuota(Date.now());
  if (leftToday <= 0) return postpone(message, quotaDelaySeconds);
  if (!(await waitForRate(perSecond))) return postpone(message, randomBetween(1, 10));
  const claimedAtMs = Date.now();
  if (!(await claimMail(mail, claimedAtMs))) return false;
  const result = await sendWithSes(mail, content);
  const nowMs = Date.now();
  const at = { from: ['sending'], claimedAtMs, nowMs } as const;
  switch (result.kind) {
    case 'accepted': {
      const { sesMessageId } = result;
      return changeMail(mail, { state: 'sent', sesMessageId, reason: null }, at);
    }
    case 'refused':
      return changeMail(mail, { state: 'failed', reason: result.reason }, at);
    case 'busy':
      await changeMail(mail, { state: 'queued', reason: result.reason, unconfirmed: mail.unconfirmed }, at);
      return postpone(message, delaySecondsAfter(mail.attempts));
    case 'unknown':
      // The mail stays `sending`, and the next step waits for a report of SES.
      log('warn', 'it is unknown whether SES accepted a mail', { mailId: mail.id, reason: result.reason });
      return false;
  }
}

/**
 * Takes the next step of a mail. Repeated messages of a sent mail do nothing. If another worker has changed the mail, it is
 * read again: that worker may have died, and its message is the same message for SQS, so the last receiver must keep a
 * message in the queue until the mail is sent or skipped.
 */
async function handleSend(message: SendMessage): Promise<void> {
  for (let round = 0; round < maxRounds; round += 1) if (await takeStep(message)) return;
  throw new RetryableError('Other workers changed the mail repeatedly.');
}

/** Takes the next step of a mail. Returns false if another worker or a report of SES has changed the mail. */
async function takeStep(message: SendMessage): Promise<boolean> {
  const { tenantId, data } = message;
  if (tenantId === null) return true;
  const { mailId: id, createdAtMs, to } = data;
  const nowMs = Date.now();
  const found = await readMail({ tenantId, createdAtMs, id }, to, nowMs);
  if (found === undefined) return true;
  const { mail, content, sending, settings } = found;
  const next = nextStep(mail, sending, nowMs);
  const at = { from: [mail.state], claimedAtMs: mail.claimedAtMs, nowMs };
  switch (next.step) {
    case 'nothing':
      return true;
    case 'wait':
      return postpone(message, next.seconds);
    case 'skip':
      return changeMail(mail, { state: 'skipped', reason: next.reason }, at);
    case 'defer':
      // Scheduled afterwards: if the worker dies in between, its message is received again and schedules the release.
      if (!(await deferMail(mail, nowMs))) return false;
      await scheduleRelease({ tenantId, dueMs: next.untilMs }, nowMs);
      return true;
    case 'fail':
      return changeMail(mail, { state: 'failed', reason: next.reason }, at);
    case 'send':
      if (hasWaited(mail, nowMs) && (await hasUnsubscribed(mail, settings)))
        return changeMail(mail, { state: 'skipped', reason: 'unsubscribed' }, at);
      if (content !== undefined) return attempt(mail, content, message);
      return changeMail(mail, { state: 'skipped', reason: 'expired' }, at);
  }
}

export const sendMail = (message: Message<SendData>): Promise<void> => handleSend(message);
