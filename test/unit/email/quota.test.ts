/** How many mails the account may send: SES says it, and the workers keep to it. */
import { GetAccountCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { sendQuota } from '../../../shared/modules/email/sending/ses.ts';

const ses = mockClient(SESv2Client);
const minuteMs = 60_000;
/** Each test begins long after what an earlier one learned. */
let nowMs = Date.UTC(2026, 2, 1);

beforeEach(() => {
  nowMs += 10 * minuteMs;
  ses.reset();
});

const says = (SendQuota: object, SendingEnabled = true) =>
  ses.on(GetAccountCommand).resolves({ SendQuota, SendingEnabled });

describe('the quota of the account', () => {
  it('is the rate and the rest of the day that SES says', async () => {
    says({ MaxSendRate: 14, Max24HourSend: 50_000, SentLast24Hours: 49_990 });
    expect(await sendQuota(nowMs)).toEqual({ perSecond: 14, leftToday: 10 });
  });

  it.each<[string, object, boolean, object]>([
    [
      'is one mail a second at least',
      { MaxSendRate: 0.5, Max24HourSend: 200 },
      true,
      { perSecond: 1, leftToday: 200 },
    ],
    [
      'is whole mails a second',
      { MaxSendRate: 1.9, Max24HourSend: 200 },
      true,
      { perSecond: 1, leftToday: 200 },
    ],
    [
      'has no end of the day where SES sets none',
      { MaxSendRate: 10, Max24HourSend: -1, SentLast24Hours: 7 },
      true,
      { perSecond: 10, leftToday: Number.POSITIVE_INFINITY },
    ],
    [
      'is used up while SES has sending off',
      { MaxSendRate: 10, Max24HourSend: -1 },
      false,
      { perSecond: 10, leftToday: 0 },
    ],
    ['is low when SES reports none', {}, true, { perSecond: 1, leftToday: 0 }],
  ])('%s', async (_, quota, isEnabled, expected) => {
    says(quota, isEnabled);
    expect(await sendQuota(nowMs)).toEqual(expected);
  });

  it('is asked for once a minute, and follows what SES has raised since', async () => {
    says({ MaxSendRate: 1, Max24HourSend: 200 });
    await sendQuota(nowMs);
    says({ MaxSendRate: 50, Max24HourSend: 200 });
    expect(await sendQuota(nowMs + minuteMs - 1)).toMatchObject({ perSecond: 1 });
    expect(await sendQuota(nowMs + minuteMs)).toMatchObject({ perSecond: 50 });
    expect(ses.commandCalls(GetAccountCommand)).toHaveLength(2);
  });
});
