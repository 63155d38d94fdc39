/** The only file that knows how mails are stored: an entry of the log, and what the mail says apart from it. */
import type { TenantScope } from '../../../kernel/auth/principal.ts';
import { integerSetting } from '../../../kernel/settings/settings.ts';
import { type EntriesPage, listEntries } from '../../../kernel/table/entries.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import { newestFirstRange } from '../../../kernel/table/keys.ts';
import { batchGet, getItem, type Item } from '../../../kernel/table/read.ts';
import { type Condition, deleteItem, notExists, transact, type Write } from '../../../kernel/table/write.ts';
import { hashAddress } from '../address.ts';
import {
  mailContentKey,
  mailDayKey,
  mailKey,
  mailPartition,
  mailPauseKey,
  mailSuppressionKey,
} from '../keys.ts';
import { emailLimits } from '../limits.ts';
import {
  type DayCounts,
  dayOf,
  type Mail,
  type MailContent,
  type MailId,
  type MailState,
  type SendingState,
} from './mail.ts';

const entity = 'mail';
const contentEntity = 'mail_content';
const dayEntity = 'mail_day';
const pauseEntity = 'mail_pause';
const dayDaysKept = 40;

const secondsAfter = (fromMs: number, seconds: number): number => Math.ceil(fromMs / 1_000) + seconds;

const keyOf = ({ tenantId, createdAtMs, id }: MailId) => mailKey({ tenantId }, createdAtMs, id);

/** An entry of the log as it is stored. */
const toMail = (item: Item): Mail => fromItem<Mail>(item, entity);

/** Stores a mail that is to be sent. Returns false for one that was stored before, which stays as it is. */
export async function insertMail(mail: Mail, content: MailContent): Promise<boolean> {
  const { createdAtMs, tenantId, id } = mail;
  const rowTtl = secondsAfter(createdAtMs, emailLimits.logDays * 86_400);
  const contentTtl = secondsAfter(createdAtMs, emailLimits.contentHours * 3_600);
  const contentItem = toItem(mailContentKey({ tenantId }, id), contentEntity, {
    content: JSON.stringify(content),
  });
  try {
    await transact([
      { put: { ...toItem(keyOf(mail), entity, mail), ttl: rowTtl }, when: notExists },
      { put: { ...contentItem, ttl: contentTtl } },
    ]);
    return true;
  } catch (error) {
    if (error instanceof ConditionFailedError) return false;
    throw error;
  }
}

/** A mail with what decides about sending it. One request. */
export async function readMail(
  mailId: MailId,
  to: string,
  nowMs: number,
): Promise<{ mail: Mail; content: MailContent | undefined; sending: SendingState } | undefined> {
  const scope = { tenantId: mailId.tenantId };
  const items = await batchGet([
    keyOf(mailId),
    mailContentKey(scope, mailId.id),
    mailSuppressionKey(scope, hashAddress(to)),
    mailPauseKey(scope),
    mailDayKey(scope, dayOf(nowMs)),
  ]);
  const of = (name: string) => items.find((item) => item.entity === name);
  const [row, content] = [of(entity), of(contentEntity)];
  if (row === undefined) return undefined;
  return {
    mail: toMail(row),
    content: content && (JSON.parse(String(content.content)) as MailContent),
    sending: {
      isSuppressed: of('mail_suppression') !== undefined,
      pausedUntilMs: Number(of(pauseEntity)?.untilMs ?? 0),
      mailsToday: countsOf(of(dayEntity)).attempted,
      maxMailsPerDay: integerSetting('EMAIL_MAILS_PER_DAY'),
    },
  };
}

const countsOf = (item: Item | undefined): DayCounts => ({
  attempted: Number(item?.attempted ?? 0),
  bounced: Number(item?.bounced ?? 0),
  complained: Number(item?.complained ?? 0),
});

function countWrite(scope: TenantScope, amounts: Partial<DayCounts>, nowMs: number): Write {
  return {
    add: mailDayKey(scope, dayOf(nowMs)),
    amounts,
    values: { entity: dayEntity, v: 1, ttl: secondsAfter(nowMs, dayDaysKept * 86_400) },
  };
}

/** Holds while the mail is in one of the states; `claimedAtMs` as well, unless it is undefined. */
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

/** Runs writes of which one has a condition on the mail. Returns whether it held. */
async function commitIf(writes: readonly Write[]): Promise<boolean> {
  try {
    await transact(writes);
    return true;
  } catch (error) {
    if (error instanceof ConditionFailedError) return false;
    throw error;
  }
}

/**
 * Takes a mail for one attempt, and counts it among those of the day if it is the first. Returns false when another
 * worker, or a report of SES, came first.
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
  ]);
}

export interface MailChange {
  state: MailState;
  reason?: string | null;
  sesMessageId?: string;
  unconfirmed?: number;
}

/** Records a new state. Returns false when the mail is in none of the states `from` any more, or was claimed by another. */
export function changeMail(
  mailId: MailId,
  change: MailChange,
  {
    from,
    claimedAtMs,
    counts,
    nowMs,
  }: {
    from: readonly MailState[];
    claimedAtMs?: number | null;
    counts?: Partial<DayCounts>;
    nowMs: number;
  },
): Promise<boolean> {
  return commitIf([
    {
      set: keyOf(mailId),
      values: { ...change, updatedAtMs: nowMs },
      when: inState(from, claimedAtMs),
    },
    ...(counts === undefined ? [] : [countWrite(mailId, counts, nowMs)]),
  ]);
}

/** Ends a pause. */
export async function resumeSending(scope: TenantScope): Promise<void> {
  await deleteItem(mailPauseKey(scope));
}

export interface MailQuery {
  page: number;
  pageSize: number;
  fromMs: number;
  untilMs: number;
  matches: (mail: Mail) => boolean;
}

/** One page of the log, newest first. */
export async function listLog(
  scope: TenantScope,
  { page, pageSize, fromMs, untilMs, matches }: MailQuery,
  nowMs: number,
): Promise<Omit<EntriesPage, 'items'> & { items: Mail[] }> {
  const { items, ...counted } = await listEntries([mailPartition(scope)], {
    ...{ page, pageSize, nowSeconds: Math.floor(nowMs / 1_000) },
    range: newestFirstRange(fromMs, untilMs),
    matches: (item) => matches(toMail(item)),
  });
  return { items: items.map(toMail), ...counted };
}

/** How many mails a tenant sent on the day. */
export async function readDay(scope: TenantScope, nowMs: number): Promise<DayCounts> {
  return countsOf(await getItem(mailDayKey(scope, dayOf(nowMs))));
}

export interface Pause {
  untilMs: number;
  reason: string;
}

/** Pauses the sending of a tenant. Returns false when it is paused already. */
export function pauseSending(scope: TenantScope, pause: Pause, nowMs: number): Promise<boolean> {
  const item = {
    ...toItem(mailPauseKey(scope), pauseEntity, pause),
    ttl: secondsAfter(pause.untilMs, 86_400),
  };
  const when = { expression: 'attribute_not_exists(pk) OR untilMs <= :now', values: { ':now': nowMs } };
  return commitIf([{ put: item, when }]);
}

/** The counts of the day and the pause of a tenant, if it is paused now. One request. */
export async function readSending(
  scope: TenantScope,
  nowMs: number,
): Promise<{ counts: DayCounts; pause: Pause | undefined }> {
  const items = await batchGet([mailPauseKey(scope), mailDayKey(scope, dayOf(nowMs))]);
  const paused = items.find((item) => item.entity === pauseEntity);
  const pause = paused && fromItem<Pause>(paused, pauseEntity);
  return {
    counts: countsOf(items.find((item) => item.entity === dayEntity)),
    pause: pause !== undefined && pause.untilMs > nowMs ? pause : undefined,
  };
}
