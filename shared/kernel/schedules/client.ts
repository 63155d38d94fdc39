/** The one client of EventBridge Scheduler, and the group, role and queues that the platform's schedules use. */
import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { clientConfig } from '../aws/client-config.ts';
import { UnavailableError } from '../errors/errors.ts';
import { isTemporary } from '../table/errors.ts';
import { queueArnPrefixVariable, scheduleGroupVariable, scheduleRoleVariable } from './environment.ts';
import { InvalidScheduleError } from './errors.ts';

export interface Schedules {
  client: SchedulerClient;
  group: string;
  /** The role that the service assumes; only functions that create or change schedules have it. */
  roleArn: string | undefined;
  queueArnPrefix: string | undefined;
}

function ownSchedules(): Schedules | undefined {
  const group = process.env[scheduleGroupVariable];
  if (group === undefined) return undefined;
  return {
    client: new SchedulerClient(clientConfig),
    group,
    roleArn: process.env[scheduleRoleVariable],
    queueArnPrefix: process.env[queueArnPrefixVariable],
  };
}

let connected = ownSchedules();

/** Sets the schedule group. Functions never call it (they have SCHEDULE_GROUP); tools and tests do. */
export function connectSchedules(schedules: Schedules): void {
  connected = schedules;
}

/** Throws when the contract's `permissions.schedules` is missing. */
export function schedules(): Schedules {
  if (connected === undefined) throw new Error(`${scheduleGroupVariable} is not set: no schedules to use.`);
  return connected;
}

export function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}

/**
 * The result of a call; throttling and outages become UnavailableError, refusals of the service InvalidScheduleError.
 */
export async function callScheduler<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (isTemporary(error)) throw new UnavailableError(error);
    if (error instanceof Error && error.name === 'ValidationException') throw new InvalidScheduleError(error);
    throw error;
  }
}
