/** The form of a job, and the body that the API takes. */
import type { ScheduledJob } from '../../../shared/clients/typescript/index.ts';
import { viewerZone } from '../ui/times.ts';

export const scopeTypes = ['organization', 'tenant', 'system'] as const;
export const scheduleTypes = ['cron', 'interval'] as const;
export const targetTypes = ['queue', 'command'] as const;

export interface JobForm {
  name: string;
  description: string;
  scopeType: (typeof scopeTypes)[number];
  scheduleType: (typeof scheduleTypes)[number];
  cron: string;
  interval: string;
  timezone: string;
  targetType: (typeof targetTypes)[number];
  targetQueue: string;
  targetCommand: string;
  /** JSON text of an object; empty for none. */
  targetPayload: string;
  requireFeature: string;
  isEnabled: boolean;
}

export const newJob = (): JobForm => ({
  name: '',
  description: '',
  scopeType: 'organization',
  scheduleType: 'cron',
  cron: '0 2 * * *',
  interval: '1h',
  timezone: viewerZone(),
  targetType: 'queue',
  targetQueue: '',
  targetCommand: '',
  targetPayload: '',
  requireFeature: '',
  isEnabled: true,
});

export function formOf(job: ScheduledJob): JobForm {
  const { scheduleType, scheduleValue, targetPayload } = job;
  return {
    name: job.name,
    description: job.description ?? '',
    scopeType: job.scopeType,
    scheduleType,
    cron: scheduleType === 'cron' ? scheduleValue : '0 2 * * *',
    interval: scheduleType === 'interval' ? scheduleValue : '1h',
    timezone: job.timezone,
    targetType: job.targetType,
    targetQueue: job.targetQueue ?? '',
    targetCommand: job.targetCommand ?? '',
    targetPayload: targetPayload === null ? '' : JSON.stringify(targetPayload, null, 2),
    requireFeature: job.requireFeature ?? '',
    isEnabled: job.isEnabled,
  };
}

/** The object that the JSON text is; null for an empty text, undefined when it is none. */
export function parsePayload(text: string): Record<string, unknown> | null | undefined {
  if (text.trim() === '') return null;
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? Object.fromEntries(Object.entries(value)) : undefined;
  } catch {
    return undefined;
  }
}

/** When the job of the form runs. */
export const scheduleOf = ({ scheduleType, cron, interval, timezone }: JobForm) => ({
  scheduleType,
  scheduleValue: scheduleType === 'cron' ? cron.trim() : interval.trim(),
  timezone: timezone.trim(),
});

export function bodyOf(form: JobForm) {
  const { targetType } = form;
  return {
    ...scheduleOf(form),
    name: form.name.trim(),
    description: form.description.trim() || null,
    scopeType: form.scopeType,
    targetType,
    targetQueue: targetType === 'queue' ? form.targetQueue : null,
    targetCommand: targetType === 'command' ? form.targetCommand : null,
    targetPayload: parsePayload(form.targetPayload) ?? null,
    requireFeature: form.requireFeature.trim() || null,
    isEnabled: form.isEnabled,
  };
}
