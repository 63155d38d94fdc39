/**
 * Schedules of EventBridge Scheduler that functions create: each sends one message to a queue, once or repeatedly,
 * within a minute of its time and at least once. Functions need `permissions.schedules` in their contract, and the
 * queue needs `fromSchedules`.
 */

import { createHash } from 'node:crypto';
import {
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  DeleteScheduleCommand,
  GetScheduleCommand,
  type GetScheduleCommandOutput,
  ListSchedulesCommand,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import { toJson } from '../base/json.ts';
import { toIso } from '../base/times.ts';
import type { Message } from '../queues/message.ts';
import { deadLetterSuffix } from '../queues/names.ts';
import { callScheduler, isNamed, schedules } from './client.ts';
import { ScheduleNotFoundError } from './errors.ts';

export { InvalidScheduleError } from './errors.ts';

/** Anywhere in a message's texts: replaced by the schedule's due time, `2026-03-22T18:59:00Z`. */
export const scheduledTime = '<aws.scheduler.scheduled-time>';

// https://docs.aws.amazon.com/scheduler/latest/APIReference/API_CreateSchedule.html
const maxName = 64;
const nameShape = /^[0-9a-zA-Z\-_.]+$/;
/** The service refuses past times; a request and its retries take up to ten seconds. */
const soonestMs = 30_000;
/** Maximum number of attempts of `putSchedule` while others create and delete the same schedule. */
const maxRounds = 3;

interface Delivery {
  /** Unique in the deployment, at most 64 of `[0-9a-zA-Z-_.]`; see `scheduleName`. */
  name: string;
  queue: string;
  message: Message<object>;
}

export interface OneTimeSchedule extends Delivery {
  atMs: number;
}

export interface Schedule extends Delivery {
  /** `rate(5 minutes)`, `cron(0 8 ? * MON-FRI *)` or `at(2026-03-22T18:59:00)`. */
  expression: string;
  /** By its name in the tz database; UTC by default. */
  timezone?: string;
  /** True by default. */
  enabled?: boolean;
  /** One-time schedules ignore both. */
  startMs?: number;
  endMs?: number;
  description?: string;
  /** Whether the schedule is deleted after its last run. */
  deletesItself?: boolean;
}

/** A schedule as stored by the service. */
export interface ScheduleState {
  name: string;
  expression: string;
  timezone: string;
  enabled: boolean;
  startMs: number | undefined;
  endMs: number | undefined;
  description: string | undefined;
  /** The message as JSON text. */
  message: string;
}

export interface ScheduleSummary {
  name: string;
  enabled: boolean;
}

/** A deterministic name: `<kind>-<id>`, with a hash of the id if it is too long or has other characters. */
export function scheduleName(kind: string, id: string): string {
  const name = `${kind}-${id}`;
  if (name.length <= maxName && nameShape.test(name)) return name;
  const digest = createHash('sha256').update(id).digest('hex');
  return `${kind}-${digest}`.slice(0, maxName);
}

function inputOf(schedule: Schedule): CreateScheduleCommandInput {
  const { name, queue, message, startMs, endMs } = schedule;
  const { group, roleArn, queueArnPrefix } = schedules();
  if (roleArn === undefined || queueArnPrefix === undefined)
    throw new Error('Without create or update in permissions.schedules, no schedule can be made or changed.');
  const queueArn = `${queueArnPrefix}${String(queue)}`;
  return {
    Name: name,
    GroupName: group,
    ScheduleExpression: schedule.expression,
    ScheduleExpressionTimezone: schedule.timezone ?? 'UTC',
    State: (schedule.enabled ?? true) ? 'ENABLED' : 'DISABLED',
    FlexibleTimeWindow: { Mode: 'OFF' },
    ActionAfterCompletion: schedule.deletesItself ? 'DELETE' : 'NONE',
    ...(startMs !== undefined && { StartDate: new Date(startMs) }),
    ...(endMs !== undefined && { EndDate: new Date(endMs) }),
    ...(schedule.description !== undefined && { Description: schedule.description }),
    Target: {
      Arn: queueArn,
      RoleArn: roleArn,
      Input: toJson(message),
      // Undeliverable messages raise the alarm of the queue.
      DeadLetterConfig: { Arn: `${queueArn}${deadLetterSuffix}` },
    },
  };
}

/** Returns whether the schedule was created: false if one with this name exists. */
async function create(schedule: Schedule): Promise<boolean> {
  try {
    await callScheduler(schedules().client.send(new CreateScheduleCommand(inputOf(schedule))));
    return true;
  } catch (error) {
    if (isNamed(error, 'ConflictException')) return false;
    throw error;
  }
}

/**
 * Creates a schedule. An existing one with that name counts as created, so that a repeated request changes nothing.
 * Needs `create`. Throws InvalidScheduleError, and UnavailableError when the service throttles or is unreachable.
 */
export async function createSchedule(schedule: Schedule): Promise<void> {
  await create(schedule);
}

/**
 * Replaces the values of a schedule; omitted ones get their defaults. Needs `update`. Throws ScheduleNotFoundError,
 * InvalidScheduleError and UnavailableError.
 */
export async function updateSchedule(schedule: Schedule): Promise<void> {
  try {
    await callScheduler(schedules().client.send(new UpdateScheduleCommand(inputOf(schedule))));
  } catch (error) {
    if (!isNamed(error, 'ResourceNotFoundException')) throw error;
    throw new ScheduleNotFoundError(schedule.name, { cause: error });
  }
}

/** Creates or changes a schedule. Needs `create` and `update`. Throws like these. */
export async function putSchedule(schedule: Schedule): Promise<void> {
  for (let round = 1; !(await create(schedule)); round += 1) {
    try {
      return await updateSchedule(schedule);
    } catch (error) {
      // It was deleted in between.
      if (!(error instanceof ScheduleNotFoundError) || round === maxRounds) throw error;
    }
  }
}

/**
 * Sends a message once, at a time or within a minute after it; the schedule then deletes itself. For waits longer than
 * a queue's delay (`maxDelaySeconds`). An existing one with that name counts as created. Needs `create`. Throws
 * InvalidScheduleError, and UnavailableError when the service throttles or is unreachable.
 */
export async function scheduleOnce({ atMs, ...delivery }: OneTimeSchedule): Promise<void> {
  const soonest = Math.max(atMs, Date.now() + soonestMs);
  const at = toIso(Math.ceil(soonest / 1000) * 1000).slice(0, 19);
  await createSchedule({ ...delivery, expression: `at(${at})`, deletesItself: true });
}

/** Deletes a schedule; a missing one is not an error. Needs `delete`. Throws UnavailableError. */
export async function deleteSchedule(name: string): Promise<void> {
  const { client, group } = schedules();
  try {
    await callScheduler(client.send(new DeleteScheduleCommand({ Name: name, GroupName: group })));
  } catch (error) {
    if (!isNamed(error, 'ResourceNotFoundException')) throw error;
  }
}

function stateOf(output: GetScheduleCommandOutput): ScheduleState {
  return {
    name: output.Name ?? '',
    expression: output.ScheduleExpression ?? '',
    timezone: output.ScheduleExpressionTimezone ?? 'UTC',
    enabled: output.State !== 'DISABLED',
    startMs: output.StartDate?.getTime(),
    endMs: output.EndDate?.getTime(),
    description: output.Description,
    message: output.Target?.Input ?? '',
  };
}

/** A schedule; undefined when there is none. Needs `get`. Throws UnavailableError. */
export async function getSchedule(name: string): Promise<ScheduleState | undefined> {
  const { client, group } = schedules();
  try {
    return stateOf(
      await callScheduler(client.send(new GetScheduleCommand({ Name: name, GroupName: group }))),
    );
  } catch (error) {
    if (isNamed(error, 'ResourceNotFoundException')) return undefined;
    throw error;
  }
}

/**
 * The schedules with this name prefix, or all of them, a page of a hundred at a time. Needs `list`. Throws
 * UnavailableError.
 */
export async function* listSchedules(namePrefix?: string): AsyncGenerator<ScheduleSummary> {
  const { client, group } = schedules();
  let NextToken: string | undefined;
  do {
    const page = await callScheduler(
      client.send(new ListSchedulesCommand({ GroupName: group, NamePrefix: namePrefix, NextToken })),
    );
    for (const { Name = '', State } of page.Schedules ?? [])
      yield { name: Name, enabled: State !== 'DISABLED' };
    NextToken = page.NextToken;
  } while (NextToken !== undefined);
}
