/** The worker of the queue `email-send`: hands each mail to SES once, and records what SES says. */
import { setTimeout as sleep } from 'node:timers/promises';
import { countAgainst } from '../../../kernel/auth/rate-limit.ts';
import { RateLimitedError } from '../../../kernel/errors/errors.ts';
import { log } from '../../../kernel/observability/log.ts';
import type { Message } from '../../../kernel/queues/message.ts';
import { type Mail, type MailContent, nextStep } from './mail.ts';
import { changeMail, claimMail, readMail } from './mail-store.ts';
import { type SendData, type SendMessage, sendToWorker } from './messages.ts';
import { sendQuota, sendWithSes } from './ses.ts';

/** Waits, in seconds, after attempts that SES was too busy for: twice as long each time, at random. */
const busyWait = { min: 2, max: 300 } as const;
/** How often a worker waits for the next second before it gives the mail back to the queue. */
const maxSecondsForRate = 3;
/** Mails beyond the day's quota of the account wait for so long. */
const quotaWaitSeconds = 900;

const randomBetween = (min: number, max: number): number => min + Math.random() * (max - min);

const waitAfter = (attempts: number): number => {
  const max = Math.min(busyWait.max, busyWait.min * 2 ** attempts);
  return randomBetween(busyWait.min, Math.max(busyWait.min + 1, max));
};

/** Sends the message again, later. */
const postpone = (message: SendMessage, delaySeconds: number): Promise<void> =>
  sendToWorker([{ message, delaySeconds }]);

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

async function attempt(mail: Mail, content: MailContent, message: SendMessage): Promise<void> {
  const { perSecond, leftToday } = await sendQuota(Date.now());
  if (leftToday <= 0) return postpone(message, quotaWaitSeconds);
  if (!(await hasRate(perSecond))) return postpone(message, randomBetween(1, 10));
  const claimedAtMs = Date.now();
  if (!(await claimMail(mail, claimedAtMs))) return;
  const result = await sendWithSes(mail, content);
  const nowMs = Date.now();
  const at = { from: ['sending'], claimedAtMs, nowMs } as const;
  switch (result.kind) {
    case 'accepted': {
      const { sesMessageId } = result;
      await changeMail(mail, { state: 'sent', sesMessageId, reason: null }, at);
      return;
    }
    case 'refused':
      await changeMail(mail, { state: 'failed', reason: result.reason }, at);
      return;
    case 'busy':
      await changeMail(mail, { state: 'queued', reason: result.reason, unconfirmed: mail.unconfirmed }, at);
      return postpone(message, waitAfter(mail.attempts));
    case 'unknown':
      // It stays as it is: the message comes back when SES must have reported the mail if it has accepted it.
      log('warn', 'SES did not say whether it accepted a mail', { mailId: mail.id, reason: result.reason });
      return handleSend(message);
  }
}

/** Does with a mail what is next. Copies of a message, and later ones of the same mail, do nothing. */
async function handleSend(message: SendMessage): Promise<void> {
  const { tenantId, data } = message;
  if (tenantId === null) return;
  const { mailId: id, createdAtMs, to } = data;
  const nowMs = Date.now();
  const found = await readMail({ tenantId, createdAtMs, id }, to, nowMs);
  if (found === undefined) return;
  const { mail, content, sending } = found;
  const next = nextStep(mail, sending, nowMs);
  const at = { from: [mail.state], claimedAtMs: mail.claimedAtMs, nowMs };
  switch (next.step) {
    case 'nothing':
      return;
    case 'wait':
      return postpone(message, next.seconds);
    case 'skip':
      await changeMail(mail, { state: 'skipped', reason: next.reason }, at);
      return;
    case 'fail':
      await changeMail(mail, { state: 'failed', reason: next.reason }, at);
      return;
    case 'send':
      if (content !== undefined) return attempt(mail, content, message);
      await changeMail(mail, { state: 'skipped', reason: 'expired' }, at);
  }
}

export const sendMail = (message: Message<SendData>): Promise<void> => handleSend(message);
