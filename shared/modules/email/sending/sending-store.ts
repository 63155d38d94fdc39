/** What a tenant sent on a day, how much it may send, and whether its sending is paused. */

import { type Change, type ChangeContext, recordChange } from '../../../kernel/audit/record.ts';
import type { TenantScope } from '../../../kernel/auth/principal.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import { batchGet, getItem, type Item } from '../../../kernel/table/read.ts';
import { transact, type Write } from '../../../kernel/table/write.ts';
import { dayOf, toIso } from '../../../kernel/text/times.ts';
import { systemContext } from '../changes.ts';
import { emailSettingsKey, mailDayKey, mailPauseKey } from '../keys.ts';
import { type EmailSettings, maxMailsPerDay } from '../settings/settings.ts';
import { settingsOf } from '../settings/settings-store.ts';
import type { DayCounts } from './mail.ts';

const dayEntity = 'mail_day';
const pauseEntity = 'mail_pause';
const dayDaysKept = 40;

export const secondsAfter = (fromMs: number, seconds: number): number => Math.ceil(fromMs / 1_000) + seconds;

/** Runs writes of which some have conditions. Returns whether they held. */
export async function commitIf(writes: readonly Write[]): Promise<boolean> {
  try {
    await transact(writes);
    return true;
  } catch (error) {
    if (error instanceof ConditionFailedError) return false;
    throw error;
  }
}

interface StoredDay extends Partial<DayCounts> {
  /** Counts when sending was resumed, whose shares do not count any more. */
  resumedAt?: Pick<DayCounts, 'attempted' | 'bounced' | 'complained'>;
}

function countsOf(item: StoredDay | undefined): DayCounts {
  const { attempted = 0, bounced = 0, complained = 0, resumedAt } = item ?? {};
  return { attempted, bounced, complained, resumedAt: resumedAt ?? null };
}

/** What is stored of a tenant beside its mails. */
export interface SendingItems {
  counts: DayCounts;
  /** Undefined unless sending was paused some time. */
  pause: Pause | undefined;
  settings: EmailSettings;
  maxMailsPerDay: number;
}

/** Keys of what `sendingOf` finds among items. */
export const sendingKeys = (scope: TenantScope, nowMs: number) => [
  mailPauseKey(scope),
  mailDayKey(scope, dayOf(nowMs)),
  emailSettingsKey(scope),
];

export function sendingOf(items: readonly Item[]): SendingItems {
  const of = (entity: string) => items.find((item) => item.entity === entity);
  const [pause, settings] = [of(pauseEntity), settingsOf(of('email_settings'))];
  return {
    counts: countsOf(of(dayEntity)),
    pause: pause && fromItem<Pause>(pause, pauseEntity),
    settings,
    maxMailsPerDay: maxMailsPerDay(settings),
  };
}

const dayValues = (nowMs: number) => ({
  ...{ entity: dayEntity, v: 1 },
  ttl: secondsAfter(nowMs, dayDaysKept * 86_400),
});

/** The write that counts mails among those of the day. */
export function countWrite(
  scope: TenantScope,
  amounts: Partial<Record<'attempted' | 'bounced' | 'complained', number>>,
  nowMs: number,
): Write {
  return {
    add: mailDayKey(scope, dayOf(nowMs)),
    amounts,
    values: dayValues(nowMs),
  };
}

/** How many mails a tenant sent on the day. */
export async function readDay(scope: TenantScope, nowMs: number): Promise<DayCounts> {
  const item = await getItem(mailDayKey(scope, dayOf(nowMs)));
  return countsOf(item && fromItem<StoredDay>(item, dayEntity));
}

export interface Pause {
  untilMs: number;
  reason: string;
}

/** The counts of the day, the settings with their limit, and the pause of a tenant if it is paused now. One request. */
export async function readSending(scope: TenantScope, nowMs: number): Promise<SendingItems> {
  const { pause, ...sending } = sendingOf(await batchGet(sendingKeys(scope, nowMs)));
  return { ...sending, pause: pause !== undefined && pause.untilMs > nowMs ? pause : undefined };
}

function pauseChange(
  { tenantId }: TenantScope,
  { untilMs, reason }: Pause,
  action: 'paused' | 'resumed',
  { nowMs }: ChangeContext,
): Change {
  const side = action === 'paused' ? 'after' : 'before';
  return {
    ...{ tenantId, organizationId: null, resource: 'email.sending', resourceId: tenantId, action },
    ...{ version: nowMs, data: { reason } },
    changes: { pausedUntil: { [side]: toIso(untilMs) }, pausedReason: { [side]: reason } },
  };
}

/** Pauses the sending of a tenant. Returns false when it is paused already. */
export function pauseSending(scope: TenantScope, pause: Pause, nowMs: number): Promise<boolean> {
  const item = {
    ...toItem(mailPauseKey(scope), pauseEntity, pause),
    ttl: secondsAfter(pause.untilMs, 86_400),
  };
  const when = { expression: 'attribute_not_exists(pk) OR untilMs <= :now', values: { ':now': nowMs } };
  const context = systemContext(nowMs);
  return commitIf([
    { put: item, when },
    ...recordChange(pauseChange(scope, pause, 'paused', context), context),
  ]);
}

/**
 * Ends a pause; a tenant that is not paused stays as it is. The bounces and complaints of the day until now pause it no
 * more, or the next one would.
 */
export async function resumeSending(scope: TenantScope, context: ChangeContext): Promise<void> {
  const { nowMs } = context;
  const { pause, counts } = await readSending(scope, nowMs);
  if (pause === undefined) return;
  const { resumedAt: _, ...resumedAt } = counts;
  await commitIf([
    {
      delete: mailPauseKey(scope),
      when: { expression: 'untilMs = :until', values: { ':until': pause.untilMs } },
    },
    { set: mailDayKey(scope, dayOf(nowMs)), values: { ...dayValues(nowMs), resumedAt } },
    ...recordChange(pauseChange(scope, pause, 'resumed', context), context),
  ]);
}
