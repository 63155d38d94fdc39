import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasRecord } from '../../../shared/kernel/outbound/txt-record.ts';
import { contactDecision } from '../../../shared/modules/email/channel/contacts.ts';
import { nextHourMs } from '../../../shared/modules/email/channel/digest-store.ts';
import { emailLimits } from '../../../shared/modules/email/limits.ts';
import {
  deferredExpiryMs,
  type Mail,
  nextDayMs,
  nextStep,
  pauseReason,
} from '../../../shared/modules/email/sending/mail.ts';
import { selectReleased } from '../../../shared/modules/email/sending/release.ts';
import { readSesEvent } from '../../../shared/modules/email/sending/ses-event.ts';
import { withDomain } from '../../../shared/modules/email/settings/domain-service.ts';
import { defaultPreferences, modeFor, withoutType } from '../../../shared/modules/email/settings/settings.ts';
import { aMail } from '../../support/builders/email.ts';

const nowMs = Date.UTC(2026, 2, 1, 9, 30);

const free = { isSuppressed: false, isEnabled: true, pausedUntilMs: 0, mailsToday: 0, maxMailsPerDay: 1_000 };

const send = { step: 'send' };
const nothing = { step: 'nothing' };
const skip = (reason: string) => ({ step: 'skip', reason });
const deferred = { step: 'defer', untilMs: Date.UTC(2026, 2, 2) };

const dayMs = 86_400_000;
const waited = { state: 'deferred' } as const;
const waitedFor = (days: number) => ({ ...waited, createdAtMs: nowMs - days * dayMs });
const account = { kind: 'account' } as const;
const claimed = (seconds: number): Partial<Mail> => ({
  ...{ state: 'sending', claimedAtMs: nowMs - seconds * 1_000, attempts: 1, unconfirmed: 1 },
});

describe('the next step of a mail', () => {
  it.each<[string, Partial<Mail>, Partial<typeof free>, object]>([
    ['is sent', {}, {}, send],
    ['that was sent is ignored', { state: 'sent' }, {}, nothing],
    ['that bounced is ignored', { state: 'bounced' }, {}, nothing],
    ['to a suppressed address is skipped', {}, { isSuppressed: true }, skip('suppressed')],
    ['of a paused tenant is skipped', {}, { pausedUntilMs: nowMs + 1 }, skip('paused')],
    ['of a tenant that disabled mails is skipped', {}, { isEnabled: false }, skip('disabled')],
    [
      'that waited while its tenant disabled mails is skipped',
      waited,
      { isEnabled: false },
      skip('disabled'),
    ],
    ['about a password is sent although the tenant disabled mails', account, { isEnabled: false }, send],
    ['after a pause is sent', {}, { pausedUntilMs: nowMs }, send],
    ['that is too old is skipped', { expiresAtMs: nowMs }, {}, skip('expired')],
    ['over the daily limit waits for the next day', {}, { mailsToday: 1_000 }, deferred],
    ['that waited is sent if the limit allows it', waited, {}, send],
    ['that waited waits for another day at the limit', waitedFor(1), { mailsToday: 1_000 }, deferred],
    ['without remaining days is skipped', waitedFor(2), { mailsToday: 1_000 }, skip('daily_limit')],
    ['that waited until it expired is skipped', { ...waited, expiresAtMs: nowMs }, {}, skip('daily_limit')],
    ['that waited for a suppressed address is skipped', waited, { isSuppressed: true }, skip('suppressed')],
    // Its link would expire.
    ['about a password far over the limit is skipped', account, { mailsToday: 1_100 }, skip('daily_limit')],
    ['about a password is sent over the limit', account, { mailsToday: 1_000 }, send],
    ['that was already counted is sent', { attempts: 1 }, { mailsToday: 5_000 }, send],
    ['that another worker sent to SES 20 s ago waits', claimed(20), {}, { step: 'wait', seconds: 40 }],
    ['that SES did not report within 60 s is sent again', claimed(60), {}, send],
  ])('%s', (_, mail, sending, expected) => {
    expect(nextStep(aMail(mail), { ...free, ...sending }, nowMs)).toEqual(expected);
  });

  it('is abandoned if no attempt was confirmed', () => {
    const mail = aMail({ attempts: 8, unconfirmed: emailLimits.maxUnconfirmed });
    expect(nextStep(mail, free, nowMs)).toMatchObject({ step: 'fail' });
  });
});

const resumedAt = { attempted: 100, bounced: 3, complained: 1 };
it.each([
  [{ attempted: 100, bounced: 2, complained: 0, resumedAt: null }, false],
  [{ attempted: 100, bounced: 3, complained: 0, resumedAt: null }, true],
  [{ attempted: 10, bounced: 2, complained: 0, resumedAt: null }, false],
  [{ attempted: 10, bounced: 3, complained: 0, resumedAt: null }, true],
  [{ attempted: 1_000, bounced: 29, complained: 0, resumedAt: null }, false],
  [{ attempted: 1_000, bounced: 30, complained: 0, resumedAt: null }, true],
  [{ attempted: 1_000, bounced: 0, complained: 1, resumedAt: null }, true],
  [{ attempted: 1_001, bounced: 0, complained: 1, resumedAt: null }, false],
  [{ attempted: 101, bounced: 4, complained: 1, resumedAt }, false],
  [{ attempted: 150, bounced: 6, complained: 1, resumedAt }, true],
  [{ attempted: 101, bounced: 3, complained: 2, resumedAt }, true],
])('a tenant with %j is paused: %s', (counts, isPaused) => {
  expect(pauseReason(counts) !== undefined).toBe(isPaused);
});

describe('mails that waited for the limit', () => {
  const mail = (id: string, expiresAtMs = nowMs + 1) => ({ id, expiresAtMs });
  const chosen = (mails: ReturnType<typeof mail>[], left: number) => {
    const { released, ...rest } = selectReleased(mails, left, nowMs);
    return { ids: released.map(({ id }) => id), ...rest };
  };

  it('are released up to the limit, the oldest first', () => {
    const mails = [mail('a'), mail('b'), mail('c')];
    expect(chosen(mails, 2)).toEqual({ ids: ['a', 'b'], left: 0, isLimitReached: true });
    expect(chosen(mails, 5)).toEqual({ ids: ['a', 'b', 'c'], left: 2, isLimitReached: false });
  });

  it('that have expired are released in any case, so that this is recorded', () => {
    const mails = [mail('old', nowMs), mail('a'), mail('b')];
    expect(chosen(mails, 1)).toEqual({ ids: ['old', 'a'], left: 0, isLimitReached: true });
    expect(chosen(mails, -3)).toEqual({ ids: ['old'], left: -3, isLimitReached: true });
  });

  it('wait for at least two whole days, and at most as long as their text is stored', () => {
    fc.assert(
      fc.property(fc.nat({ max: 4_000_000_000_000 }), (createdAtMs) => {
        const waitMs = deferredExpiryMs(createdAtMs) - createdAtMs;
        expect(waitMs).toBeGreaterThan(2 * dayMs);
        expect(waitMs).toBeLessThanOrEqual(emailLimits.contentHours * 3_600_000);
        expect(nextDayMs(createdAtMs)).toBeGreaterThan(createdAtMs);
      }),
    );
  });
});

describe('a user', () => {
  it.each([
    [defaultPreferences, 'off', 'off'],
    [defaultPreferences, 'instant', 'instant'],
    [{ mode: 'hourly', types: {} }, 'instant', 'hourly'],
    [{ mode: 'off', types: { 'sales.order.overdue': 'instant' } }, 'off', 'instant'],
    [{ mode: 'instant', types: { 'sales.order.overdue': 'off' } }, 'off', 'off'],
    [{ mode: null, types: { other: 'instant' } }, 'hourly', 'hourly'],
  ] as const)('with %j in a tenant with %s gets mails: %s', (preferences, defaultMode, expected) => {
    expect(modeFor('sales.order.overdue', preferences, { defaultMode })).toBe(expected);
  });

  it('is not confused with inherited object members', () => {
    expect(modeFor('constructor', { mode: null, types: {} }, { defaultMode: 'off' })).toBe('off');
  });

  it('unsubscribes from a type, and from all other types beyond the limit of exceptions', () => {
    const names = Array.from({ length: emailLimits.types - 1 }, (_, index) => `t${index}`);
    const off = Object.fromEntries(names.map((name) => [name, 'off'] as const));
    const few = { mode: 'hourly', types: { wanted: 'instant' } } as const;
    expect(withoutType(few, 'other')).toEqual({ mode: 'hourly', types: { wanted: 'instant', other: 'off' } });
    expect(withoutType(few, 'wanted')).toEqual({ mode: 'hourly', types: { wanted: 'off' } });
    const full = { mode: null, types: { ...off, wanted: 'instant' } } as const;
    expect(withoutType(full, 't0')).toEqual(full);
    expect(withoutType(full, 'other')).toEqual({ mode: 'off', types: { wanted: 'instant' } });
  });

  it('receives the notifications of an hour together after it ends', () => {
    expect(nextHourMs(nowMs)).toBe(Date.UTC(2026, 2, 1, 10));
    expect(nextHourMs(Date.UTC(2026, 2, 1, 10))).toBe(Date.UTC(2026, 2, 1, 11));
  });
});

describe('an address of a non-user', () => {
  const address = 'ada@example.com';
  const type = 'sales.order.overdue';
  const contact = { address, state: 'asked', askedAtMs: nowMs - 1_000, typesOff: [] } as const;
  const asked = { ...contact, askedAtMs: nowMs - 30 * dayMs };
  const [confirmed, off] = [
    { ...contact, state: 'confirmed' },
    { ...contact, state: 'unsubscribed' },
  ] as const;
  const verified = { name: 'example.com', verifiedAtMs: nowMs };
  const claimedDomain = { name: 'example.com', verifiedAtMs: null };
  const ask = { step: 'ask' };
  type Decided = Parameters<typeof contactDecision>;

  it.each<[string, Decided[2], Decided[3]['domains'], object]>([
    ['receives a confirmation request first', undefined, [], ask],
    ['receives one confirmation request', contact, [], skip('unconfirmed')],
    ['receives another request after a month', asked, [], ask],
    ['receives mails after its confirmation', confirmed, [], send],
    ['receives mails at a verified domain', undefined, [verified], send],
    ['receives a request at a domain that is not verified', undefined, [claimedDomain], ask],
    ['receives none after it has unsubscribed', off, [verified], skip('unsubscribed')],
    [
      'receives none of a type that it turned off',
      { ...confirmed, typesOff: [type] },
      [],
      skip('unsubscribed'),
    ],
  ])('%s', (_, known, domains, decision) => {
    expect(contactDecision(address, type, known, { domains }, nowMs)).toEqual(decision);
  });
});

describe('a domain', () => {
  const aDnsError = (code: string) => Object.assign(new Error(`queryTxt ${code}`), { code });

  it.each([
    ['has the record', async () => [['x'], ['platform-email=', 'abc']], true],
    ['has another record', async () => [['platform-email=abd']], false],
    ['is not in DNS', async () => Promise.reject(aDnsError('ENOTFOUND')), false],
    ['has no TXT record', async () => Promise.reject(aDnsError('ENODATA')), false],
    ['cannot be looked up', async () => Promise.reject(aDnsError('ESERVFAIL')), undefined],
    ['gets no answer', async () => Promise.reject(aDnsError('ETIMEOUT')), undefined],
  ])('that %s is verified: %s', async (_, lookUp, expected) => {
    expect(await hasRecord('_platform-email.example.com', 'platform-email=abc', lookUp)).toBe(expected);
  });
});

describe('a domain beyond the limit', () => {
  const full = Array.from({ length: emailLimits.domains }, (_, index) => ({
    name: `shop-${index}.example`,
    verifiedAtMs: index < 2 ? nowMs : null,
  }));
  const next = { name: 'new.example', verifiedAtMs: null };

  it('replaces the one that has been unverified for longest', () => {
    const names = withDomain(full, next).map(({ name }) => name);
    expect(names).toHaveLength(emailLimits.domains);
    expect(names).toContain('new.example');
    expect(full.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual(['shop-2.example']);
  });

  it('is refused if all others are verified, a known one is not', () => {
    const verified = full.map(({ name }) => ({ name, verifiedAtMs: nowMs }));
    expect(() => withDomain(verified, next)).toThrow('There can be at most 20 domains.');
    const again = { name: 'shop-0.example', verifiedAtMs: null };
    expect(withDomain(verified, again).at(-1)).toEqual(again);
  });
});

describe('a report of SES', () => {
  const { id, tenantId } = aMail();
  const tags = { mail: [id], tenant: [tenantId], 'created-at': [String(nowMs)] };
  const timestamp = new Date(nowMs).toISOString();
  const mail = { messageId: 'ses-1', timestamp, destination: ['ada@example.com'], tags };
  const reportOf = (event: object) => readSesEvent(JSON.stringify({ mail, ...event })).data.report;

  const bounce = (bounceType: string, bounceSubType = 'General') => ({
    eventType: 'Bounce',
    bounce: { bounceType, bounceSubType },
  });
  const listed = 'OnAccountSuppressionList';
  it.each([
    [{ eventType: 'Send', send: {} }, 'sent', false, null],
    [{ eventType: 'Delivery', delivery: {} }, 'delivered', false, null],
    [bounce('Permanent'), 'bounced', true, 'Permanent, General'],
    [bounce('Transient'), 'bounced', false, 'Transient, General'],
    [bounce('Permanent', listed), 'bounced', false, `Permanent, ${listed}`],
    [{ eventType: 'Complaint', complaint: { complaintFeedbackType: 'abuse' } }, 'complained', true, 'abuse'],
    [{ eventType: 'Complaint', complaint: { complaintSubType: listed } }, 'bounced', false, listed],
    [{ eventType: 'Reject', reject: { reason: 'Bad content' } }, 'failed', false, 'Bad content'],
  ])('%j is parsed', (event, state, isPermanent, reason) => {
    const about = { id, tenantId, createdAtMs: nowMs };
    expect(reportOf(event)).toMatchObject({ state, isPermanent, reason, mail: about, sentAtMs: nowMs });
  });

  it('about opens, mails that are no spam, or other mails, is ignored', () => {
    expect(reportOf({ eventType: 'Open' })).toBeUndefined();
    const notSpam = { complaintFeedbackType: 'not-spam' };
    expect(reportOf({ eventType: 'Complaint', complaint: notSpam })).toBeUndefined();
    expect(reportOf({ eventType: 'Send', mail: { ...mail, tags: {} } })).toBeUndefined();
  });

  it.each(['', 'null', '[]', '{}', '{"eventType":"Send"}'])('that is %j is invalid', (body) => {
    expect(() => readSesEvent(body)).toThrow(/The message is/);
  });
});
