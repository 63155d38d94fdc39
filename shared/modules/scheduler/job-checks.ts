/** Validates a job before it is stored. Each check throws the error for the caller. */

import { toJson } from '../../kernel/base/json.ts';
import { hasFeature, type Principal } from '../../kernel/base/principal.ts';
import { type Commands, commandNamed } from '../../kernel/commands/command.ts';
import { InvalidInputError } from '../../kernel/errors/errors.ts';
import { RightsExceededError } from '../identity/public.ts';
import { commandProblem } from './commands/command-problem.ts';
import { jobQueueNamed } from './commands/targets.ts';
import { ScheduleValueError, UnknownCommandError } from './errors.ts';
import { givenTarget, type JobRow } from './job.ts';
import type { UpdateJob } from './job-fields-contract.ts';
import { jobLimits } from './limits.ts';
import { scheduleProblem, zoneOf } from './timing/schedule.ts';

/** The time zone in its canonical spelling. Throws InvalidInputError if it does not exist. */
export function checkedZone(timezone: string): string {
  const zone = zoneOf(timezone);
  if (zone === undefined)
    throw new InvalidInputError({
      timezone: 'must be a time zone of the IANA database, such as Europe/Paris',
    });
  return zone;
}

/** Fields that a change must also contain. Throws InvalidInputError. */
export function assertComplete(before: JobRow, changes: UpdateJob): void {
  const { scheduleType, scheduleValue, targetType } = changes;
  if (scheduleType !== undefined && scheduleType !== before.scheduleType && scheduleValue === undefined)
    throw new InvalidInputError({ scheduleValue: 'is required when scheduleType changes' });
  if (targetType === undefined || targetType === before.targetType) return;
  const field = targetType === 'queue' ? 'targetQueue' : 'targetCommand';
  if (!changes[field]) throw new InvalidInputError({ [field]: 'is required when targetType changes' });
}

/** Only the module that created a job may change its target and scope. Throws InvalidInputError. */
export function assertTargetStays({ sourceModule, scopeType }: JobRow, changes: UpdateJob): void {
  const changed = givenTarget(changes);
  if (changes.scopeType !== undefined && changes.scopeType !== scopeType) changed.push('scopeType');
  if (changed.length === 0) return;
  throw new InvalidInputError(
    Object.fromEntries(changed.map((field) => [field, `is set by the module ${sourceModule}`])),
  );
}

function targetProblem({
  targetType,
  targetQueue,
  targetCommand,
}: JobRow): Record<string, string> | undefined {
  if (targetType === 'queue') {
    if (targetQueue === null) return { targetQueue: 'is required when targetType is queue' };
    if (targetCommand !== null) return { targetCommand: 'must not be given when targetType is queue' };
    if (jobQueueNamed(targetQueue) === undefined)
      return { targetQueue: 'must be a queue that GET /api/scheduler/targets lists' };
    return undefined;
  }
  if (targetCommand === null) return { targetCommand: 'is required when targetType is command' };
  return targetQueue === null ? undefined : { targetQueue: 'must not be given when targetType is command' };
}

/** Throws InvalidInputError for an invalid target or payload. */
export function assertTarget(job: JobRow): void {
  const problem = targetProblem(job);
  if (problem !== undefined) throw new InvalidInputError(problem);
  if (Buffer.byteLength(toJson(job.targetPayload)) > jobLimits.payloadBytes) {
    throw new InvalidInputError({
      targetPayload: `must have at most ${jobLimits.payloadBytes} bytes of JSON`,
    });
  }
}

/** Throws ScheduleValueError for a cron expression or an interval that is invalid or never fires. */
export function assertSchedule(job: JobRow, nowMs: number): void {
  const problem = scheduleProblem(job, nowMs);
  if (problem !== undefined) throw new ScheduleValueError(job.scheduleType, problem);
}

/** Loads the commands that a job may have. */
export type LoadCommands = () => Promise<Commands>;

/**
 * Throws UnknownCommandError, InvalidInputError if the command does not accept the job's scope or payload,
 * and RightsExceededError if the caller lacks the command's feature.
 */
export async function assertCommand(
  job: JobRow,
  principal: Principal,
  loadCommands: LoadCommands,
): Promise<void> {
  const { targetCommand } = job;
  if (targetCommand === null) return;
  const command = commandNamed(await loadCommands(), targetCommand);
  if (command === undefined) throw new UnknownCommandError(targetCommand);
  const problem = commandProblem(targetCommand, command, job);
  if (problem !== undefined) throw new InvalidInputError(problem);
  const { feature } = command;
  if (feature !== undefined && !hasFeature(principal, feature)) throw new RightsExceededError([feature]);
}
