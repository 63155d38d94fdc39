/** A schedule of EventBridge Scheduler, and the validation of its API. */
import * as z from 'zod/mini';
import { AwsError } from '../gateway/aws-service.ts';
import { ExpressionError } from './cron.ts';
import { isOneTime, type NextDue, parseExpression } from './expression.ts';

// https://docs.aws.amazon.com/scheduler/latest/APIReference/API_CreateSchedule.html
const maxInputBytes = 256 * 1024;
const earliestStartMs = 5 * 60_000;

const matching = (pattern: RegExp) => z.string().check(z.regex(pattern));
const textUpTo = (longest: number) => z.string().check(z.maxLength(longest));
/** Seconds since 1970, possibly with a fraction. */
const date = z.pipe(
  z.number(),
  z.transform((seconds) => Math.round(seconds * 1000)),
);

const name = matching(/^[0-9a-zA-Z\-_.]{1,64}$/);
const groupName = z._default(name, 'default');
const clientToken = z.optional(matching(/^[0-9a-zA-Z\-_]{1,64}$/));
const state = z.enum(['ENABLED', 'DISABLED']);

const isShort = (text: string): boolean => Buffer.byteLength(text) <= maxInputBytes;
/** Functions and queues are the only targets that run locally. */
const targetArn = /^arn:aws[a-z-]*:(lambda:[a-z0-9-]+:\d{12}:function|sqs:[a-z0-9-]+:\d{12}):[a-zA-Z0-9_-]+$/;
const target = z.strictObject({
  Arn: matching(targetArn),
  RoleArn: matching(/^arn:aws[a-z-]*:iam::\d{12}:role\/[\w+=,.@/-]+$/),
  // AWS sends a description of the schedule to a target without an input; such schedules do not run locally.
  Input: z
    .string()
    .check(z.minLength(1), z.refine(isShort, `Member must have at most ${maxInputBytes} bytes`)),
  DeadLetterConfig: z.optional(
    z.strictObject({ Arn: matching(/^arn:aws[a-z-]*:sqs:[a-z0-9-]+:\d{12}:[a-zA-Z0-9_-]+$/) }),
  ),
});

/** A template's schedule, or a request, which has the same names. */
const definition = z.pipe(
  z.strictObject({
    GroupName: groupName,
    Name: name,
    ScheduleExpression: textUpTo(256),
    ScheduleExpressionTimezone: z._default(textUpTo(50), 'UTC'),
    State: z._default(state, 'ENABLED'),
    StartDate: z.optional(date),
    EndDate: z.optional(date),
    Description: z.optional(textUpTo(512)),
    ActionAfterCompletion: z._default(z.enum(['NONE', 'DELETE']), 'NONE'),
    FlexibleTimeWindow: z.strictObject({ Mode: z.literal('OFF') }),
    Target: target,
  }),
  // The form in which schedules are stored.
  z.transform((given) => ({
    group: given.GroupName,
    name: given.Name,
    expression: given.ScheduleExpression,
    timezone: given.ScheduleExpressionTimezone,
    enabled: given.State === 'ENABLED',
    /** One-time schedules ignore both. */
    startMs: given.StartDate,
    endMs: given.EndDate,
    description: given.Description,
    afterCompletion: given.ActionAfterCompletion,
    target: given.Target,
  })),
);

export type ScheduleDefinition = z.output<typeof definition>;

/** What identifies a schedule in requests to read or delete it. */
export const scheduleKey = z.object({ name, groupName, clientToken });

/** The filter and the position of a list. */
export const listQuery = z.object({
  ScheduleGroup: z.optional(name),
  NamePrefix: z.optional(name),
  State: z.optional(state),
  MaxResults: z.pipe(z._default(z.coerce.number(), 100), z.int().check(z.gte(1), z.lte(100))),
  NextToken: z.optional(z.string()),
});

export const invalid = (message: string): AwsError => new AwsError('ValidationException', message);

/** Describes a constraint in the service's words. */
function ruleOf(issue: z.core.$ZodIssue): string {
  if (issue.input === undefined) return 'Member must not be null';
  switch (issue.code) {
    case 'invalid_type':
      return `Member must be a ${issue.expected}`;
    case 'invalid_format':
      return `Member must satisfy regular expression pattern: ${issue.pattern}`;
    case 'invalid_value':
      return `Member must satisfy enum value set: [${issue.values.join(', ')}]`;
    case 'too_big':
      return `Member must have ${sizeOf(issue)} less than or equal to ${issue.maximum}`;
    case 'too_small':
      return `Member must have ${sizeOf(issue)} greater than or equal to ${issue.minimum}`;
    case 'unrecognized_keys':
      return `The local runtime does not support ${issue.keys.join(', ')}`;
    default:
      return issue.message;
  }
}

const sizeOf = ({ origin }: { origin: string }): string => (origin === 'string' ? 'length' : 'value');

/** Parses a request. Throws `AwsError` that describes every problem, as the service does. */
export function parse<Schema extends z.ZodMiniType>(schema: Schema, input: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(input, { reportInput: true });
  if (success) return data;
  const problems = error.issues.map((issue) => {
    const { input: value } = issue;
    const shown = String(typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 100);
    const member = issue.path
      .map((part) => String(part).replace(/^./, (first) => first.toLowerCase()))
      .join('.');
    return `Value '${shown}' at '${member}' failed to satisfy constraint: ${ruleOf(issue)}`;
  });
  const count = `${problems.length} validation error${problems.length === 1 ? '' : 's'}`;
  throw invalid(`${count} detected: ${problems.join('; ')}`);
}

/** Throws `AwsError` for an expression or time zone that EventBridge Scheduler refuses. */
function nextDueOf({ expression, timezone }: Pick<ScheduleDefinition, 'expression' | 'timezone'>): NextDue {
  try {
    return parseExpression(expression, timezone);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw invalid(`Invalid Schedule Expression ${expression}: ${error.message}.`);
  }
}

/**
 * Reads a schedule from a request, or from the properties of a template's schedule. Throws `AwsError` for definitions
 * that the service refuses.
 */
export function definitionOf(input: Record<string, unknown>, nowMs: number): ScheduleDefinition {
  const schedule = parse(definition, input);
  const { expression, startMs, endMs, target } = schedule;
  try {
    if (target.Arn.split(':')[2] === 'lambda') JSON.parse(target.Input);
  } catch {
    throw invalid('The input of a Lambda target must be well-formed JSON.');
  }
  const nextDue = nextDueOf(schedule);
  if (isOneTime(expression)) {
    if (schedule.enabled && nextDue(nowMs, nowMs) === undefined)
      throw invalid(`Invalid Schedule Expression ${expression}: the time has passed.`);
  } else if (startMs !== undefined && startMs < nowMs - earliestStartMs) {
    throw invalid('The StartDate you specify cannot be earlier than 5 minutes ago.');
  } else if (startMs !== undefined && endMs !== undefined && startMs >= endMs) {
    throw invalid('The StartDate must come before the EndDate.');
  }
  return schedule;
}

/** Returns when the schedule is next due after a time; undefined when it never is. Rates count from `anchorMs`. */
export function dueAfter(
  schedule: ScheduleDefinition,
  anchorMs: number,
  afterMs: number,
): number | undefined {
  if (!schedule.enabled) return undefined;
  const { expression, startMs, endMs } = schedule;
  const nextDue = nextDueOf(schedule);
  if (isOneTime(expression)) return nextDue(afterMs, anchorMs);
  const nextMs = nextDue(Math.max(afterMs, (startMs ?? 0) - 1), startMs ?? anchorMs);
  return nextMs !== undefined && endMs !== undefined && nextMs > endMs ? undefined : nextMs;
}
