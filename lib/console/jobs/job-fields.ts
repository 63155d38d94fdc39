/** The form of a job, and the request body. */

import type { ScheduledJob } from '../../../shared/clients/typescript/index.ts';
import { toJson } from '../../../shared/clients/typescript/index.ts';
import { type ConditionDraft, draftOf } from '../conditions/condition-tree.ts';
import { parseJsonObject } from '../forms/json-object.ts';
import { viewerZone } from '../ui/times.ts';

export const scopeTypes = ['organization', 'tenant', 'system'] as const;
export const scheduleTypes = ['cron', 'interval'] as const;
export const targetTypes = ['queue', 'command'] as const;

export interface ScheduleForm {
  scheduleType: (typeof scheduleTypes)[number];
  cron: string;
  interval: string;
  timezone: string;
}

export interface JobForm {
  name: string;
  description: string;
  scopeType: (typeof scopeTypes)[number];
  schedule: ScheduleForm;
  targetType: (typeof targetTypes)[number];
  targetQueue: string;
  targetCommand: string;
  /** JSON text of an object; empty for none. */
  targetPayload: string;
  requireFeature: string;
  condition: ConditionDraft;
  isEnabled: boolean;
}

export const newSchedule = (): ScheduleForm => ({
  scheduleType: 'cron',
  cron: '0 2 * * *',
  interval: '1h',
  timezone: viewerZone(),
});

export const newJob = (): JobForm => ({
  name: '',
  description: '',
  scopeType: 'organization',
  schedule: newSchedule(),
  targetType: 'queue',
  targetQueue: '',
  targetCommand: '',
  targetPayload: '',
  requireFeature: '',
  condition: draftOf(null),
  isEnabled: true,
});

/** The form of a schedule; unused fields have their defaults. */
export function scheduleFormOf(
  stored: Pick<ScheduledJob, 'scheduleType' | 'scheduleValue' | 'timezone'>,
): ScheduleForm {
  const { scheduleType, scheduleValue, timezone } = stored;
  const isCron = scheduleType === 'cron';
  return {
    ...newSchedule(),
    ...{ scheduleType, timezone },
    ...(isCron ? { cron: scheduleValue } : { interval: scheduleValue }),
  };
}

export function formOf(job: ScheduledJob): JobForm {
  const { targetPayload } = job;
  return {
    name: job.name,
    description: job.description ?? '',
    scopeType: job.scopeType,
    schedule: scheduleFormOf(job),
    targetType: job.targetType,
    targetQueue: job.targetQueue ?? '',
    targetCommand: job.targetCommand ?? '',
    targetPayload: targetPayload === null ? '' : toJson(targetPayload, 2),
    requireFeature: job.requireFeature ?? '',
    condition: draftOf(job.condition ?? null),
    isEnabled: job.isEnabled,
  };
}

/** The schedule in a request. */
export const scheduleOf = ({ scheduleType, cron, interval, timezone }: ScheduleForm) => ({
  scheduleType,
  scheduleValue: scheduleType === 'cron' ? cron.trim() : interval.trim(),
  timezone: timezone.trim(),
});

export function bodyOf(form: JobForm) {
  const { targetType } = form;
  return {
    ...scheduleOf(form.schedule),
    name: form.name.trim(),
    description: form.description.trim() || null,
    scopeType: form.scopeType,
    targetType,
    targetQueue: targetType === 'queue' ? form.targetQueue : null,
    targetCommand: targetType === 'command' ? form.targetCommand : null,
    targetPayload: parseJsonObject(form.targetPayload) ?? null,
    requireFeature: form.requireFeature.trim() || null,
    condition: form.condition.condition,
    isEnabled: form.isEnabled,
  };
}
