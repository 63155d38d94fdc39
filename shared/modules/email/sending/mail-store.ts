/** Stores mails: an entry of the log, and the content as a separate item. */

import { parseJson, toJson } from '../../../kernel/base/json.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { edgeWrites } from '../../../kernel/events/cause.ts';
import { type EntriesPage, listEntries } from '../../../kernel/table/entries.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import { newestFirstRange } from '../../../kernel/table/keys.ts';
import { batchGet, type Item } from '../../../kernel/table/read.ts';
import { type Condition, notExists, type Write } from '../../../kernel/table/write.ts';
import { hashAddress } from '../address.ts';
import { mailContentKey, mailKey, mailPartition, mailSuppressionKey } from '../keys.ts';
import { emailLimits } from '../limits.ts';
import type { EmailSettings } from '../settings/settings.ts';
import { deferralEnd, deferralWrite } from './deferral-store.ts';
import {
  deferredExpiryMs,
  type Mail,
  type MailContent,
  type MailId,
  type MailState,
  type SendingState,
} from './mail.ts';
import { commitIf, countWrite, secondsAfter, sendingKeys, sendingOf } from './sending-store.ts';

const entity = 'mail';
const contentEntity = 'mail_content';

const keyOf = ({ tenantId, createdAtMs, id }: MailId) => mailKey({ tenantId }, createdAtMs, id);

export const toMail = (item: Item): Mail => fromItem<Mail>(item, entity);

/** The kind of mails in stories. */
export const mailKind = 'mail';

/**
 * Stores a new mail, with its edge if it is in a story. Returns false if a mail with this id exists, also one of another
 * time: the refreshes of a notification in one hour have the same id. It does not change then.
 */
export async function insertMail(mail: Mail, content: MailContent): Promise<boolean> {
  const { createdAtMs, tenantId, id } = mail;
  const rowTtl = secondsAfter(createdAtMs, emailLimits.logDays * 86_400);
  const contentTtl = secondsAfter(createdAtMs, emailLimits.contentHours * 3_600);
  const contentItem = toItem(mailContentKey({ tenantId }, id), contentEntity, {
    content: toJson(content),
  });
  return commitIf([
    { put: { ...toItem(keyOf(mail), entity, mail), ttl: rowTtl }, when: notExists },
    { put: { ...contentItem, ttl: contentTtl }, when: notExists },
    ...edgeWrites({ tenantId, organizationId: mail.organizationId, kind: mailKind, id, atMs: createdAtMs }),
  ]);
}

/** Reads a mail and the state that decides about sending it. Sends one request. */
export async function readMail(
  mailId: MailId,
  to: string,
  nowMs: number,
): Promise<
  { mail: Mail; content: MailContent | undefined; sending: SendingState; settings: EmailSettings } | undefined
> {
  const scope = { tenantId: mailId.tenantId };
  const items = await batchGet([
    keyOf(mailId),
    mailContentKey(scope, mailId.id),
    mailSuppressionKey(scope, hashAddress(to)),
    ...sendingKeys(scope, nowMs),
  ]);
  const findByEntity = (name: string) => items.find((item) => item.entity === name);
  const [row, content] = [findByEntity(entity), findByEntity(contentEntity)];
  if (row === undefined) return undefined;
  const { counts, pause, settings, maxMailsPerDay } = sendingOf(items);
  return {
    mail: toMail(row),
    settings,
    content: content && (parseJson(String(content.content)) as MailContent),
    sending: {
      isSuppressed: findByEntity('mail_suppression') !== undefined,
      isEnabled: settings.isEnabled,
      pausedUntilMs: pause?.untilMs ?? 0,
      mailsToday: counts.attempted,
      maxMailsPerDay,
    },
  };
}

/** Builds the condition that the mail is in one of the states and, if defined, has this `claimedAtMs`. */
function inState(states: readonly MailState[], claimedAtMs?: number | null): Condition {
  const names = states.map((_, index) => `:state${index}`);
  const claim = claimedAtMs === undefined ? '' : ' AND claimedAtMs = :claimedBefore';
  return {
    expression: `#state IN (${names.join(', ')})${claim}`,
    names: { '#state': 'state' },
    values: {
      ...Object.fromEntries(states.map((state, index) => [`:state${index}`, state])),
      ...(claimedAtMs !== undefined && { ':claimedBefore': claimedAtMs }),
    },
  };
}

/**
 * Claims a mail for one attempt. The first attempt increments the daily count. Returns false if another worker or a report
 * of SES has changed the mail.
 */
export function claimMail(mail: Mail, nowMs: number): Promise<boolean> {
  const { tenantId, attempts, unconfirmed, state, claimedAtMs } = mail;
  return commitIf([
    {
      set: keyOf(mail),
      values: {
        ...{ state: 'sending', claimedAtMs: nowMs, updatedAtMs: nowMs },
        ...{ attempts: attempts + 1, unconfirmed: unconfirmed + 1 },
      },
      when: inState([state], claimedAtMs),
    },
    ...(attempts === 0 ? [countWrite({ tenantId }, { attempted: 1 }, nowMs)] : []),
    ...endOfDeferral(mail),
  ]);
}

/**
 * Defers a mail until its tenant may send more. Returns false if another worker has changed the mail. The caller schedules
 * the release afterwards.
 */
export function deferMail(mail: Mail, nowMs: number): Promise<boolean> {
  const expiresAtMs = deferredExpiryMs(mail.createdAtMs);
  return commitIf([
    {
      set: keyOf(mail),
      values: { state: 'deferred', reason: 'daily_limit', expiresAtMs, updatedAtMs: nowMs },
      when: inState([mail.state], mail.claimedAtMs),
    },
    deferralWrite({ ...mail, expiresAtMs }),
  ]);
}

const endOfDeferral = (mail: MailId & Partial<Mail>): Write[] =>
  mail.state === 'deferred' ? [deferralEnd(mail)] : [];

export interface MailChange {
  state: MailState;
  reason?: string | null;
  sesMessageId?: string;
  unconfirmed?: number;
}

/** Stores a new state. Returns false if the mail is not in one of the states `from`, or was claimed by another worker. */
export function changeMail(
  mail: MailId & Partial<Mail>,
  change: MailChange,
  {
    from,
    claimedAtMs,
    counted,
    nowMs,
  }: {
    from: readonly MailState[];
    claimedAtMs?: number | null;
    /** What the change adds to the counts of the day on which the mail was sent. */
    counted?: { amounts: Partial<Record<'bounced' | 'complained', number>>; sentAtMs: number };
    nowMs: number;
  },
): Promise<boolean> {
  return commitIf([
    {
      set: keyOf(mail),
      values: { ...change, updatedAtMs: nowMs },
      when: inState(from, claimedAtMs),
    },
    ...(counted === undefined ? [] : [countWrite(mail, counted.amounts, counted.sentAtMs)]),
    ...endOfDeferral(mail),
  ]);
}

export interface MailQuery {
  page: number;
  pageSize: number;
  withTotal?: boolean | undefined;
  fromMs: number;
  untilMs: number;
  matches: (mail: Mail) => boolean;
}

/** Returns one page of the log, newest first. */
export async function listLog(
  scope: TenantScope,
  { page, pageSize, withTotal, fromMs, untilMs, matches }: MailQuery,
  nowMs: number,
): Promise<Omit<EntriesPage, 'items'> & { items: Mail[] }> {
  const { items, ...counts } = await listEntries([mailPartition(scope)], {
    ...{ page, pageSize, withTotal, nowSeconds: Math.floor(nowMs / 1_000) },
    range: newestFirstRange(fromMs, untilMs),
    matches: (item) => matches(toMail(item)),
  });
  return { items: items.map(toMail), ...counts };
}
