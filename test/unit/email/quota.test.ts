/** The sending quota of the account, read from SES. */
import { GetAccountCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { sendQuota } from '../../../shared/modules/email/sending/ses.ts';

const ses = mockClient(SESv2Client);
const minuteMs = 60_000;
/** Each test starts long after the cached quota of an earlier one has expired. */
let nowMs = Date.UTC(2026, 2, 1);

beforeEach(() => {
  nowMs += 10 * minuteMs;
  ses.reset();
});

const says = (SendQuota: object, SendingEnabled = true) =>
  ses.on(GetAccountCommand).resolves({ SendQuota, SendingEnabled });

describe('the quota of the account', () => {
  it('is the rate and the remaining daily quota of SES', async () => {
    says({ MaxSendRate: 14, Max24HourSend: 50_000, SentLast24Hours: 49_990 });
    expect(await sendQuota(nowMs)).toEqual({ perSecond: 14, leftToday: 10 });
  });

  const unlimited = { MaxSendRate: 10, Max24HourSend: -1, SentLast24Hours: 7 };
  const slow = { perSecond: 1, leftToday: 200 };
  it.each<[string, object, boolean, object]>([
    ['is at least one mail a second', { MaxSendRate: 0.5, Max24HourSend: 200 }, true, slow],
    ['is whole mails a second', { MaxSendRate: 1.9, Max24HourSend: 200 }, true, slow],
    ['has no limit a day if SES sets none', unlimited, true, { perSecond: 10, leftToday: Infinity }],
    ['is zero while sending is disabled in SES', unlimited, false, { perSecond: 10, leftToday: 0 }],
    ['is low if SES reports none', {}, true, { perSecond: 1, leftToday: 0 }],
  ])('%s', async (_, quota, isEnabled, expected) => {
    says(quota, isEnabled);
    expect(await sendQuota(nowMs)).toEqual(expected);
  });

  it('is read once a minute, and follows changes of SES', async () => {
    says({ MaxSendRate: 1, Max24HourSend: 200 });
    await sendQuota(nowMs);
    says({ MaxSendRate: 50, Max24HourSend: 200 });
    expect(await sendQuota(nowMs + minuteMs - 1)).toMatchObject({ perSecond: 1 });
    expect(await sendQuota(nowMs + minuteMs)).toMatchObject({ perSecond: 50 });
    expect(ses.commandCalls(GetAccountCommand)).toHaveLength(2);
  });
});
