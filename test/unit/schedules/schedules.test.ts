import {
  CreateScheduleCommand,
  ListSchedulesCommand,
  SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { connectSchedules } from '../../../shared/kernel/schedules/client.ts';
import {
  createSchedule,
  deleteSchedule,
  getSchedule,
  listSchedules,
  putSchedule,
  type Schedule,
  scheduleName,
  scheduleOnce,
  updateSchedule,
} from '../../../shared/kernel/schedules/schedules.ts';

const client = new SchedulerClient({ region: 'us-east-1' });
const mock = mockClient(client);
const target = { client, group: 'made', roleArn: 'arn:role', queueArnPrefix: 'arn:aws:sqs:us-east-1:1:pm-' };

beforeEach(() => {
  mock.reset();
  connectSchedules(target);
});

function failure(name: string, message = name): Error {
  return Object.assign(new Error(message), { name });
}

const message: Schedule['message'] = {
  ...{ v: 1, id: 'm', type: 'jobs.due', tenantId: 't', organizationId: null, idempotencyKey: 'm', data: {} },
};
const expression = 'cron(0 8 ? * MON-FRI *)';
const schedule: Schedule = { name: 'job-1', queue: 'jobs' as never, message, expression };
const conflict = failure('ConflictException');
const missing = failure('ResourceNotFoundException');
const sent = (command: typeof CreateScheduleCommand) =>
  mock.commandCalls(command).map(({ args }) => args[0].input);

describe('creation of a schedule', () => {
  it('sends its message to the queue, and failed deliveries to the queue’s dead-letter queue', async () => {
    await createSchedule({ ...schedule, timezone: 'Europe/Berlin', enabled: false, endMs: 5_000 });
    expect(sent(CreateScheduleCommand)).toEqual([
      {
        ...{ Name: 'job-1', GroupName: 'made', State: 'DISABLED', EndDate: new Date(5_000) },
        ...{ ScheduleExpression: expression, ScheduleExpressionTimezone: 'Europe/Berlin' },
        ...{ FlexibleTimeWindow: { Mode: 'OFF' }, ActionAfterCompletion: 'NONE' },
        Target: {
          Arn: 'arn:aws:sqs:us-east-1:1:pm-jobs',
          RoleArn: 'arn:role',
          Input: JSON.stringify(message),
          DeadLetterConfig: { Arn: 'arn:aws:sqs:us-east-1:1:pm-jobs-dlq' },
        },
      },
    ]);
  });

  it('succeeds if one of that name exists', async () => {
    mock.on(CreateScheduleCommand).rejects(conflict);
    await expect(createSchedule(schedule)).resolves.toBeUndefined();
  });

  it('for one time rounds up to the second, and never uses a past time', async () => {
    await scheduleOnce({ ...schedule, atMs: Date.parse('2031-01-01T00:00:00.001Z') });
    await scheduleOnce({ ...schedule, atMs: 0 });
    const [first, second] = sent(CreateScheduleCommand);
    expect(first).toMatchObject({
      ScheduleExpression: 'at(2031-01-01T00:00:01)',
      ScheduleExpressionTimezone: 'UTC',
      ActionAfterCompletion: 'DELETE',
    });
    const at = /^at\((.*)\)$/.exec(second?.ScheduleExpression ?? '')?.[1];
    expect(Date.parse(`${at}Z`)).toBeGreaterThan(Date.now() + 20_000);
  });

  it('throws an error about the contract without a role', async () => {
    connectSchedules({ ...target, roleArn: undefined });
    await expect(createSchedule(schedule)).rejects.toThrow('permissions.schedules');
  });
});

describe('creation or change of a schedule', () => {
  it('creates it, or changes the existing one', async () => {
    await putSchedule(schedule);
    expect(mock.commandCalls(UpdateScheduleCommand)).toHaveLength(0);
    mock.on(CreateScheduleCommand).rejects(conflict);
    await putSchedule(schedule);
    expect(mock.commandCalls(UpdateScheduleCommand)).toHaveLength(1);
  });

  it('creates it again if it was deleted meanwhile', async () => {
    mock.on(CreateScheduleCommand).rejectsOnce(conflict).resolves({});
    mock.on(UpdateScheduleCommand).rejects(missing);
    await putSchedule(schedule);
    expect(mock.commandCalls(CreateScheduleCommand)).toHaveLength(2);
  });

  it('fails if that is repeated', async () => {
    mock.on(CreateScheduleCommand).rejects(conflict);
    mock.on(UpdateScheduleCommand).rejects(missing);
    await expect(putSchedule(schedule)).rejects.toMatchObject({ name: 'ScheduleNotFoundError' });
    expect(mock.commandCalls(CreateScheduleCommand)).toHaveLength(3);
  });
});

describe('a missing schedule', () => {
  it('is an error for a change, undefined for a read, and success for a deletion', async () => {
    mock.onAnyCommand().rejects(missing);
    await expect(updateSchedule(schedule)).rejects.toMatchObject({ name: 'ScheduleNotFoundError' });
    await expect(getSchedule('job-1')).resolves.toBeUndefined();
    await expect(deleteSchedule('job-1')).resolves.toBeUndefined();
  });
});

it('schedules are listed page by page', async () => {
  mock
    .on(ListSchedulesCommand, { GroupName: 'made', NamePrefix: 'job-' })
    .resolves({ Schedules: [{ Name: 'job-1', State: 'ENABLED' }], NextToken: 'next' })
    .on(ListSchedulesCommand, { NextToken: 'next' })
    .resolves({ Schedules: [{ Name: 'job-2', State: 'DISABLED' }] });
  await expect(Array.fromAsync(listSchedules('job-'))).resolves.toEqual([
    { name: 'job-1', enabled: true },
    { name: 'job-2', enabled: false },
  ]);
});

describe('errors of the service', () => {
  it.each([
    ['ValidationException', 'InvalidScheduleError'],
    ['ThrottlingException', 'unavailable'],
    ['TimeoutError', 'unavailable'],
    ['AccessDeniedException', 'AccessDeniedException'],
  ])('%s is %s for any request', async (name, expected) => {
    mock.onAnyCommand().rejects(failure(name, 'why'));
    const asked = [
      createSchedule(schedule),
      updateSchedule(schedule),
      putSchedule(schedule),
      getSchedule('a'),
      deleteSchedule('a'),
      Array.fromAsync(listSchedules('a')),
    ];
    for (const { reason } of (await Promise.allSettled(asked)) as PromiseRejectedResult[])
      expect(reason).toMatchObject({ name: expected });
  });

  it('keep the reason for refusing a schedule as their cause, for logs only', async () => {
    mock.on(CreateScheduleCommand).rejects(failure('ValidationException', 'Invalid Schedule Expression'));
    await expect(createSchedule(schedule)).rejects.toMatchObject({
      message: 'EventBridge Scheduler does not accept the schedule.',
      cause: { message: 'Invalid Schedule Expression' },
    });
  });
});

describe('the name of a schedule', () => {
  it('is the id if the service accepts it, otherwise its hash', () => {
    expect(scheduleName('job', '4f1c')).toBe('job-4f1c');
    for (const id of ['ä', 'a b', 'a#b', 'x'.repeat(61)]) {
      const name = scheduleName('job', id);
      expect(name).toMatch(/^job-[0-9a-f]{60}$/);
      expect(scheduleName('job', id)).toBe(name);
    }
    expect(scheduleName('job', 'ä')).not.toBe(scheduleName('job', 'ö'));
  });
});
