/** Stores a tenant's daily mail counts and pauses. */

import { type Change, type ChangeContext, recordChange } from '../../../kernel/audit/record.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { dayOf, toIso } from '../../../kernel/base/times.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import { batchGet, getItem, type Item } from '../../../kernel/table/read.ts';
import { transact, type Write } from '../../../kernel/table/write.ts';
import { systemContext } from '../changes.ts';
import { emailSettingsKey, mailDayKey, mailPauseKey } from '../keys.ts';
import { type EmailSettings, maxMailsPerDay } from '../settings/settings.ts';
import { settingsOf } from '../settings/settings-store.ts';
import type { DayCounts } from './mail.ts';

const dayEntity = 'mail_day';
const pauseEntity = 'mail_pause';
const dayRetentionDays = 40;
const dayMs = 86_400_000;

export const secondsAfter = (fromMs: number, seconds: number): number => Math.ceil(fromMs / 1_000) + seconds;

/** Commits writes with conditions. Returns false if a condition failed. */
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
  /** Counts at the time of a resume, which are subtracted from later shares. */
  resumedAt?: Pick<DayCounts, 'attempted' | 'bounced' | 'complained'>;
}

function countsOf(item: StoredDay | undefined): DayCounts {
  const { attempted = 0, bounced = 0, complained = 0, resumedAt } = item ?? {};
  return { attempted, bounced, complained, resumedAt: resumedAt ?? null };
}

/** The stored sending state of a tenant. */
export interface SendingItems {
  counts: DayCounts;
  /** The last pause; undefined if sending was never paused. */
  pause: Pause | undefined;
  settings: EmailSettings;
  maxMailsPerDay: number;
}

/** Returns the keys of the items that `sendingOf` needs. */
export const sendingKeys = (scope: TenantScope, nowMs: number) => [
  mailPauseKey(scope),
  mailDayKey(scope, dayOf(nowMs)),
  emailSettingsKey(scope),
];

export function sendingOf(items: readonly Item[]): SendingItems {
  const findByEntity = (entity: string) => items.find((item) => item.entity === entity);
  const [pause, settings] = [findByEntity(pauseEntity), settingsOf(findByEntity('email_settings'))];
  return {
    counts: countsOf(findByEntity(dayEntity)),
    pause: pause && fromItem<Pause>(pause, pauseEntity),
    settings,
    maxMailsPerDay: maxMailsPerDay(settings),
  };
}

const dayValues = (nowMs: number) => ({
  ...{ entity: dayEntity, v: 1 },
  ttl: secondsAfter(nowMs, dayRetentionDays * 86_400),
});

/** Builds the write that increments the daily counts. */
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

/** Reads the counts of the day. */
export async function readDay(scope: TenantScope, nowMs: number): Promise<DayCounts> {
  const item = await getItem(mailDayKey(scope, dayOf(nowMs)));
  return countsOf(item && fromItem<StoredDay>(item, dayEntity));
}

export interface Pause {
  untilMs: number;
  reason: string;
}

/** Reads the counts of the day, the settings and the current pause of a tenant. Sends one request. */
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

/** Pauses sending of a tenant. Returns false if it is already paused. */
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

/** The write that makes the counts of a day the baseline of later shares. */
function baselineWrite(scope: TenantScope, { resumedAt: _, ...resumedAt }: DayCounts, atMs: number): Write {
  return { set: mailDayKey(scope, dayOf(atMs)), values: { ...dayValues(atMs), resumedAt } };
}

/**
 * Ends a pause; does nothing if the tenant is not paused. Stores the current counts as a baseline, because otherwise the
 * next bounce or complaint would pause the tenant again, also one about a mail of the day before.
 */
export async function resumeSending(scope: TenantScope, context: ChangeContext): Promise<void> {
  const { nowMs } = context;
  const { pause, counts } = await readSending(scope, nowMs);
  if (pause === undefined) return;
  const dayBeforeMs = nowMs - dayMs;
  const [dayBefore] = await batchGet([mailDayKey(scope, dayOf(dayBeforeMs))]);
  await commitIf([
    {
      delete: mailPauseKey(scope),
      when: { expression: 'untilMs = :until', values: { ':until': pause.untilMs } },
    },
    baselineWrite(scope, counts, nowMs),
    baselineWrite(scope, countsOf(dayBefore), dayBeforeMs),
    ...recordChange(pauseChange(scope, pause, 'resumed', context), context),
  ]);
}
