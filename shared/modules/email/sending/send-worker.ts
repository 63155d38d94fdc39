/** The worker of the queue `email-send`: hands each mail to SES once, and records what SES says. */
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

/** Waits, in seconds, after attempts that SES was too busy for: twice as long each time, at random. */
const busyWait = { min: 2, max: 300 } as const;
/** How often a worker waits for the next second before it gives the mail back to the queue. */
const maxSecondsForRate = 3;
/** How often a mail is looked at that other workers change at the same time. */
const maxRounds = 5;
/** Mails beyond the day's quota of the account wait for so long. */
const quotaWaitSeconds = 900;

const randomBetween = (min: number, max: number): number => min + Math.random() * (max - min);

const waitAfter = (attempts: number): number => {
  const max = Math.min(busyWait.max, busyWait.min * 2 ** attempts);
  return randomBetween(busyWait.min, Math.max(busyWait.min + 1, max));
};

/** Sends the message again, later. */
async function postpone(message: SendMessage, delaySeconds: number): Promise<true> {
  await sendToWorker([{ message, delaySeconds }]);
  return true;
}

/** Whether the account may send one more mail now; counts it. Waits for the next second some times. */
async function hasRate(perSecond: number): Promise<boolean> {
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
 * Hands a mail to SES. Returns false when another worker, or a report of SES, came first: what is next must be decided
 * again.
 */
async function attempt(mail: Mail, content: MailContent, message: SendMessage): Promise<boolean> {
  const { perSecond, leftToday } = await sendQuota(Date.now());
  if (leftToday <= 0) return postpone(message, quotaWaitSeconds);
  if (!(await hasRate(perSecond))) return postpone(message, randomBetween(1, 10));
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
      return postpone(message, waitAfter(mail.attempts));
    case 'unknown':
      // It stays as it is: the message comes back when SES must have reported the mail if it has accepted it.
      log('warn', 'SES did not say whether it accepted a mail', { mailId: mail.id, reason: result.reason });
      return false;
  }
}

/**
 * Does with a mail what is next. Copies of a message, and later ones of the same mail, do nothing. One that another worker
 * took at the same time is looked at again: that worker may have died, and a copy of its message is the same message for
 * SQS, so the last one that ends must leave another behind while the mail is not over.
 */
async function handleSend(message: SendMessage): Promise<void> {
  for (let round = 0; round < maxRounds; round += 1) if (await takeStep(message)) return;
  throw new RetryableError('Other workers change the mail all the time.');
}

/** Takes the next step of a mail. Returns false when another worker, or a report of SES, came first. */
async function takeStep(message: SendMessage): Promise<boolean> {
  const { tenantId, data } = message;
  if (tenantId === null) return true;
  const { mailId: id, createdAtMs, to } = data;
  const nowMs = Date.now();
  const found = await readMail({ tenantId, createdAtMs, id }, to, nowMs);
  if (found === undefined) return true;
  const { mail, content, sending } = found;
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
      // Afterwards, so that a worker that dies in between leaves its message behind, which does it again.
      if (!(await deferMail(mail, nowMs))) return false;
      await scheduleRelease({ tenantId, dueMs: next.untilMs }, nowMs);
      return true;
    case 'fail':
      return changeMail(mail, { state: 'failed', reason: next.reason }, at);
    case 'send':
      if (content !== undefined) return attempt(mail, content, message);
      return changeMail(mail, { state: 'skipped', reason: 'expired' }, at);
  }
}

export const sendMail = (message: Message<SendData>): Promise<void> => handleSend(message);
