/** A schedule of EventBridge Scheduler, and the validation of its API. */

import { isRecord } from '../cloudformation/intrinsics.ts';
import { AwsError } from '../gateway/aws-service.ts';
import { ExpressionError, parseTiming, type Timing } from './expression.ts';

type Json = Record<string, unknown>;

export interface ScheduleTarget {
  Arn: string;
  RoleArn: string;
  Input?: string;
  DeadLetterConfig?: { Arn?: string };
  RetryPolicy: { MaximumEventAgeInSeconds: number; MaximumRetryAttempts: number };
}

export interface ScheduleDefinition {
  group: string;
  name: string;
  expression: string;
  timezone: string;
  enabled: boolean;
  /** One-time schedules ignore both. */
  startMs?: number;
  endMs?: number;
  description?: string;
  afterCompletion: 'NONE' | 'DELETE';
  flexibleTimeWindow: { Mode: 'OFF' | 'FLEXIBLE'; MaximumWindowInMinutes?: number };
  target: ScheduleTarget;
}

// https://docs.aws.amazon.com/scheduler/latest/APIReference/API_CreateSchedule.html
const namePattern = /^[0-9a-zA-Z\-_.]{1,64}$/;
const tokenPattern = /^[0-9a-zA-Z\-_]{1,64}$/;
const rolePattern = /^arn:aws[a-z-]*:iam::\d{12}:role\/[\w+=,.@/-]+$/;
const queuePattern = /^arn:aws[a-z-]*:sqs:[a-z0-9-]+:\d{12}:[a-zA-Z0-9_-]+$/;
const functionPattern = /^arn:aws[a-z-]*:lambda:[a-z0-9-]+:\d{12}:function:[a-zA-Z0-9_-]+$/;
const maxDescription = 512;
const maxExpression = 256;
const maxTimezone = 50;
const maxInputBytes = 256 * 1024;
const maxWindowMinutes = 1_440;
const daySeconds = 86_400;
const maxRetries = 185;
const earliestStartMs = 5 * 60_000;

export const invalid = (message: string): AwsError => new AwsError('ValidationException', message);

function constraint(name: string, value: unknown, rule: string): AwsError {
  const shown = typeof value === 'string' ? value.slice(0, 100) : JSON.stringify(value);
  return invalid(
    `1 validation error detected: Value '${shown}' at '${name}' failed to satisfy constraint: ${rule}`,
  );
}

function matching(name: string, value: unknown, pattern: RegExp): string {
  if (typeof value === 'string' && pattern.test(value)) return value;
  throw constraint(name, value, `Member must satisfy regular expression pattern: ${pattern.source}`);
}

function textUpTo(name: string, value: unknown, longest: number): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' && value.length <= longest) return value;
  throw constraint(name, value, `Member must have length less than or equal to ${longest}`);
}

function oneOf<Option extends string>(
  name: string,
  value: unknown,
  [first, ...others]: readonly [Option, ...Option[]],
): Option {
  const found = [first, ...others].find((option) => option === (value ?? first));
  if (found !== undefined) return found;
  throw constraint(name, value, `Member must satisfy enum value set: [${[first, ...others].join(', ')}]`);
}

function wholeNumber(name: string, value: unknown, [least, most]: [number, number]): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
  throw constraint(name, value, `Member must have value between ${least} and ${most}`);
}

/** Seconds since 1970, possibly with a fraction. */
function dateMs(name: string, value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number') return Math.round(value * 1000);
  throw constraint(name, value, 'Member must be a timestamp');
}

/** Checks the name of a schedule, group or prefix. Throws `AwsError`. */
export function nameOf(value: unknown, what = 'name'): string {
  return matching(what, value, namePattern);
}

/** Checks the client token of an idempotent request. Throws `AwsError`. */
export function clientTokenOf(value: unknown): string | undefined {
  return value === undefined || value === null ? undefined : matching('clientToken', value, tokenPattern);
}

function timeWindowOf(value: unknown): ScheduleDefinition['flexibleTimeWindow'] {
  const { Mode, MaximumWindowInMinutes } = isRecord(value) ? value : {};
  if (Mode === undefined) throw constraint('flexibleTimeWindow', value, 'Member must not be null');
  const mode = oneOf('flexibleTimeWindow.mode', Mode, ['OFF', 'FLEXIBLE']);
  if (mode === 'OFF') {
    if (MaximumWindowInMinutes === undefined) return { Mode: mode };
    throw invalid('MaximumWindowInMinutes must not be set when the flexible time window is OFF.');
  }
  const range: [number, number] = [1, maxWindowMinutes];
  const minutes = wholeNumber('flexibleTimeWindow.maximumWindowInMinutes', MaximumWindowInMinutes, range);
  return { Mode: mode, MaximumWindowInMinutes: minutes };
}

function inputOf(value: unknown, isFunction: boolean): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' || value === '') {
    throw constraint('target.input', value, 'Member must have length greater than or equal to 1');
  }
  if (Buffer.byteLength(value) > maxInputBytes) {
    throw invalid(`The target's input is larger than ${maxInputBytes} bytes.`);
  }
  try {
    if (isFunction) JSON.parse(value);
  } catch {
    throw invalid('The input of a Lambda target must be well-formed JSON.');
  }
  return value;
}

function targetOf(value: unknown): ScheduleTarget {
  const target = isRecord(value) ? value : {};
  const { Arn, RoleArn, Input, DeadLetterConfig, RetryPolicy, ...others } = target;
  const other = Object.keys(others).find((name) => others[name] !== undefined);
  if (other !== undefined) throw invalid(`${other} is not supported by the local runtime.`);
  const arn = String(Arn ?? '');
  const isFunction = functionPattern.test(arn);
  if (!isFunction && !queuePattern.test(arn)) {
    throw invalid(`Provided Arn is not in correct format or not supported by the local runtime: ${arn}`);
  }
  const input = inputOf(Input, isFunction);
  const deadLetters = isRecord(DeadLetterConfig) ? DeadLetterConfig.Arn : undefined;
  const { MaximumEventAgeInSeconds = daySeconds, MaximumRetryAttempts = maxRetries } = isRecord(RetryPolicy)
    ? RetryPolicy
    : {};
  return {
    Arn: arn,
    RoleArn: matching('target.roleArn', RoleArn, rolePattern),
    ...(input !== undefined && { Input: input }),
    ...(deadLetters !== undefined && {
      DeadLetterConfig: { Arn: matching('target.deadLetterConfig.arn', deadLetters, queuePattern) },
    }),
    RetryPolicy: {
      MaximumEventAgeInSeconds: wholeNumber(
        'target.retryPolicy.maximumEventAgeInSeconds',
        MaximumEventAgeInSeconds,
        [60, daySeconds],
      ),
      MaximumRetryAttempts: wholeNumber('target.retryPolicy.maximumRetryAttempts', MaximumRetryAttempts, [
        0,
        maxRetries,
      ]),
    },
  };
}

/**
 * Returns the timing of a schedule. Throws `AwsError` for an expression or time zone that EventBridge Scheduler
 * refuses.
 */
function timingOf({ expression, timezone }: Pick<ScheduleDefinition, 'expression' | 'timezone'>): Timing {
  try {
    return parseTiming(expression, timezone);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw invalid(`Invalid Schedule Expression ${expression}: ${error.message}.`);
  }
}

/**
 * Reads a schedule from the body of a request, or from the properties of a template's schedule, which have the same
 * names. Throws `AwsError` for definitions that the service refuses.
 */
export function definitionOf(input: Json, name: string, nowMs: number): ScheduleDefinition {
  const description = textUpTo('description', input.Description, maxDescription);
  const startMs = dateMs('startDate', input.StartDate);
  const endMs = dateMs('endDate', input.EndDate);
  if (input.KmsKeyArn !== undefined) throw invalid('KmsKeyArn is not supported by the local runtime.');
  const definition: ScheduleDefinition = {
    group: nameOf(input.GroupName ?? 'default', 'groupName'),
    name: nameOf(name),
    expression: textUpTo('scheduleExpression', input.ScheduleExpression, maxExpression) ?? '',
    timezone: textUpTo('scheduleExpressionTimezone', input.ScheduleExpressionTimezone, maxTimezone) ?? 'UTC',
    enabled: oneOf('state', input.State, ['ENABLED', 'DISABLED']) === 'ENABLED',
    afterCompletion: oneOf('actionAfterCompletion', input.ActionAfterCompletion, ['NONE', 'DELETE']),
    flexibleTimeWindow: timeWindowOf(input.FlexibleTimeWindow),
    target: targetOf(input.Target),
    ...(startMs !== undefined && { startMs }),
    ...(endMs !== undefined && { endMs }),
    ...(description !== undefined && { description }),
  };
  const timing = timingOf(definition);
  if (timing.kind === 'at') {
    if (definition.enabled && timing.nextMs(nowMs, nowMs) === undefined)
      throw invalid(`Invalid Schedule Expression ${definition.expression}: the time has passed.`);
  } else if (startMs !== undefined && startMs < nowMs - earliestStartMs) {
    throw invalid('The StartDate you specify cannot be earlier than 5 minutes ago.');
  } else if (startMs !== undefined && endMs !== undefined && startMs >= endMs) {
    throw invalid('The StartDate must come before the EndDate.');
  }
  return definition;
}

/** Returns when the schedule is next due after a time; undefined when it never is. Rates count from `anchorMs`. */
export function dueAfter(
  definition: ScheduleDefinition,
  anchorMs: number,
  afterMs: number,
): number | undefined {
  if (!definition.enabled) return undefined;
  const { startMs, endMs } = definition;
  const timing = timingOf(definition);
  if (timing.kind === 'at') return timing.nextMs(afterMs, anchorMs);
  const nextMs = timing.nextMs(Math.max(afterMs, (startMs ?? 0) - 1), startMs ?? anchorMs);
  return nextMs !== undefined && endMs !== undefined && nextMs > endMs ? undefined : nextMs;
}
