/** Handling of a mail that another worker claims at the same time. */
import { GetAccountCommand, SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { BatchGetCommand, GetCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toItem } from '../../../shared/kernel/table/item.ts';
import { emailPreferencesKey, mailContentKey, mailKey } from '../../../shared/modules/email/keys.ts';
import { emailLimits } from '../../../shared/modules/email/limits.ts';
import type { Mail } from '../../../shared/modules/email/sending/mail.ts';
import { toSendMessage } from '../../../shared/modules/email/sending/messages.ts';
import { sendMail } from '../../../shared/modules/email/sending/send-worker.ts';
import { aMail } from '../../support/builders/email.ts';
import { mockQueues } from '../../support/fault-injection/mock-queues.ts';
import { cancelled, mockTable } from '../../support/fault-injection/mock-table.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

silenceLog();

const { sent } = mockQueues('email-send');
const ses = mockClient(SESv2Client);
let table: ReturnType<typeof mockTable>;

beforeEach(() => {
  table = mockTable();
  // The rate limit is not reached.
  table.on(UpdateCommand).resolves({ Attributes: {} });
  ses.reset();
  ses
    .on(GetAccountCommand)
    .resolves({ SendQuota: { MaxSendRate: 10, Max24HourSend: -1 }, SendingEnabled: true });
  ses.on(SendEmailCommand).resolves({ MessageId: 'ses-1' });
});

const aNewMail = () => aMail({ createdAtMs: Date.now(), expiresAtMs: Date.now() + 86_400_000 });
const content = { from: 'a@example.com', replyTo: null, text: 'x', html: '<p>x</p>', headers: [] };
const itemsOf = (mail: Mail) => [
  toItem(mailKey(mail, mail.createdAtMs, mail.id), 'mail', mail),
  toItem(mailContentKey(mail, mail.id), 'mail_content', { content: JSON.stringify(content) }),
];
const failedCondition = cancelled('ConditionalCheckFailed');

/** The table returns these states of the mail in order. */
function statesOf(...mails: readonly Mail[]): void {
  let reads = table.on(BatchGetCommand);
  for (const mail of mails) reads = reads.resolvesOnce({ Responses: { 'unit-test': itemsOf(mail) } });
}

const delays = () => sent().map(({ DelaySeconds }) => DelaySeconds ?? 0);

it('sends a delayed message for a mail that another worker claimed first, because that may have crashed', async () => {
  const mail = aNewMail();
  const claimed = { state: 'sending', claimedAtMs: Date.now(), attempts: 1, unconfirmed: 1 } as const;
  statesOf(mail, { ...mail, ...claimed });
  table.on(TransactWriteCommand).rejects(failedCondition);
  await sendMail(toSendMessage(mail));
  expect(ses.commandCalls(SendEmailCommand)).toHaveLength(0);
  const [delaySeconds = 0, ...others] = delays();
  expect(others).toEqual([]);
  expect(delaySeconds).toBeGreaterThan(emailLimits.lookupSeconds - 10);
  expect(delaySeconds).toBeLessThanOrEqual(emailLimits.lookupSeconds);
});

it('sends none for a mail that SES reported meanwhile', async () => {
  const mail = aNewMail();
  statesOf(mail, { ...mail, state: 'delivered', attempts: 1 });
  table.on(TransactWriteCommand).rejects(failedCondition);
  await sendMail(toSendMessage(mail));
  expect(delays()).toEqual([]);
});

it('has the message redelivered under constant contention', async () => {
  const mail = aNewMail();
  table.on(BatchGetCommand).resolves({ Responses: { 'unit-test': itemsOf(mail) } });
  table.on(TransactWriteCommand).rejects(failedCondition);
  await expect(sendMail(toSendMessage(mail))).rejects.toThrow(/changed the mail/);
});

let quotasLearned = 0;
/** Makes the worker read the quota again, which it caches for a minute. */
function forgetQuota(): void {
  quotasLearned += 1;
  vi.useFakeTimers({ now: Date.now() + quotasLearned * 120_000, toFake: ['Date'] });
}
afterEach(() => vi.useRealTimers());

it('counts each second against the rate of SES', async () => {
  forgetQuota();
  const mail = aNewMail();
  ses.on(GetAccountCommand).resolves({ SendQuota: { MaxSendRate: 37.5, Max24HourSend: -1 } });
  statesOf(mail);
  table.on(TransactWriteCommand).resolves({});
  await sendMail(toSendMessage(mail));
  const limits = table
    .commandCalls(UpdateCommand)
    .map(({ args: [{ input }] }) => input.ExpressionAttributeValues?.[':limit']);
  expect(limits).toEqual([37]);
  expect(ses.commandCalls(SendEmailCommand)).toHaveLength(1);
});

it('delays a mail if the account has used up its daily quota', async () => {
  forgetQuota();
  const mail = aNewMail();
  ses
    .on(GetAccountCommand)
    .resolves({ SendQuota: { MaxSendRate: 10, Max24HourSend: 200, SentLast24Hours: 200 } });
  statesOf(mail);
  await sendMail(toSendMessage(mail));
  expect(ses.commandCalls(SendEmailCommand)).toHaveLength(0);
  expect(table.commandCalls(TransactWriteCommand)).toHaveLength(0);
  expect(delays()).toEqual([900]);
});

it('skips a mail whose recipient has unsubscribed while it waited for the quota', async () => {
  const userId = '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10';
  const mail = { ...aNewMail(), userId, createdAtMs: Date.now() - 3_600_000 };
  const preferences = { mode: 'off', types: {} };
  const Item = toItem(emailPreferencesKey(mail, userId), 'email_preferences', preferences, { revision: 1 });
  table.on(GetCommand).resolves({ Item });
  table.on(TransactWriteCommand).resolves({});
  statesOf(mail);
  await sendMail(toSendMessage(mail));
  expect(ses.commandCalls(SendEmailCommand)).toHaveLength(0);
  const [write] = table.commandCalls(TransactWriteCommand).map(({ args: [{ input }] }) => input);
  expect(JSON.stringify(write)).toContain('"unsubscribed"');
});
