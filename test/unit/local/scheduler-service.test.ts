import { describe, expect, it } from 'vitest';
import {
  aSchedule,
  aSchedulerService,
  functionArn,
  group,
  queueArn,
  roleArn,
} from '../../support/runtime/schedules.ts';

const arn = (name: string) => `arn:aws:scheduler:us-east-1:000000000000:schedule/${group}/${name}`;
const seconds = (text: string) => Date.parse(text) / 1000;

describe('the API of EventBridge Scheduler', () => {
  it('creates a schedule and returns it with its defaults', async () => {
    const { call } = aSchedulerService();
    const StartDate = seconds('2031-01-01T00:00:00Z');
    const made = await call('POST', '/schedules/a', aSchedule({ StartDate, Description: 'Each morning' }));
    expect(made).toEqual({ ScheduleArn: arn('a') });
    const read = await call('GET', `/schedules/a?groupName=${group}`);
    expect(read).toEqual({
      Arn: arn('a'),
      Name: 'a',
      GroupName: group,
      ScheduleExpression: 'rate(5 minutes)',
      ScheduleExpressionTimezone: 'UTC',
      State: 'ENABLED',
      ActionAfterCompletion: 'NONE',
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: {
        ...{ Arn: queueArn, RoleArn: roleArn('sender'), Input: 'hello' },
        RetryPolicy: { MaximumEventAgeInSeconds: 86_400, MaximumRetryAttempts: 185 },
      },
      StartDate,
      Description: 'Each morning',
      CreationDate: expect.any(Number),
      LastModificationDate: expect.any(Number),
    });
  });

  it('changes every field of a schedule, and resets omitted ones to their defaults', async () => {
    const { call } = aSchedulerService();
    await call('POST', '/schedules/a', aSchedule({ Description: 'old', State: 'DISABLED' }));
    await call('PUT', '/schedules/a', aSchedule({ ScheduleExpression: 'cron(0 8 * * ? *)' }));
    const read = await call('GET', `/schedules/a?groupName=${group}`);
    expect(read).toMatchObject({ ScheduleExpression: 'cron(0 8 * * ? *)', State: 'ENABLED' });
    expect(read).not.toHaveProperty('Description');
  });

  it('refuses a second schedule of the same name, unless the request is repeated with its token', async () => {
    const { call } = aSchedulerService();
    const first = aSchedule({ ClientToken: 'token-1' });
    const made = await call('POST', '/schedules/a', first);
    expect(await call('POST', '/schedules/a', first)).toEqual(made);
    const taken = { code: 'ConflictException', status: 409, message: 'Schedule a already exists.' };
    for (const other of [
      aSchedule({ ClientToken: 'token-2' }),
      aSchedule({ ClientToken: 'token-1', Description: 'another' }),
      aSchedule(),
    ]) {
      await expect(call('POST', '/schedules/a', other)).rejects.toMatchObject(taken);
    }
  });

  it('deletes once, and succeeds again only for the same token', async () => {
    const { call } = aSchedulerService();
    await call('POST', '/schedules/a', aSchedule());
    const path = `/schedules/a?groupName=${group}&clientToken=`;
    expect(await call('DELETE', `${path}one`)).toEqual({});
    expect(await call('DELETE', `${path}one`)).toEqual({});
    await expect(call('DELETE', `${path}two`)).rejects.toMatchObject({
      code: 'ResourceNotFoundException',
      status: 404,
      message: 'Schedule a does not exist.',
    });
  });

  it.each([
    ['GET', `/schedules/none?groupName=${group}`, undefined, 'Schedule none does not exist.'],
    ['GET', '/schedules/none', undefined, 'Schedule none does not exist.'],
    ['GET', '/schedules/a?groupName=nowhere', undefined, 'Schedule group nowhere does not exist.'],
    ['PUT', '/schedules/none', aSchedule(), 'Schedule none does not exist.'],
    ['POST', '/schedules/a', aSchedule({ GroupName: 'nowhere' }), 'Schedule group nowhere does not exist.'],
    ['DELETE', '/schedules/a?groupName=nowhere', undefined, 'Schedule group nowhere does not exist.'],
    ['GET', '/schedules?ScheduleGroup=nowhere', undefined, 'Schedule group nowhere does not exist.'],
  ])('finds nothing for %s %s', async (method, path, body, message) => {
    const refused = { code: 'ResourceNotFoundException', status: 404, message };
    await expect(aSchedulerService().call(method, path, body)).rejects.toMatchObject(refused);
  });

  it.each<[string, Record<string, unknown>]>([
    ['an expression of something else', { ScheduleExpression: 'every day' }],
    ['no expression', { ScheduleExpression: undefined }],
    ['an expression that is too long', { ScheduleExpression: `cron(${'0,'.repeat(200)}0 8 * * ? *)` }],
    ['a time that has passed', { ScheduleExpression: 'at(2020-01-01T00:00:00)' }],
    ['an unknown time zone', { ScheduleExpressionTimezone: 'Europe/Nowhere' }],
    ['an unknown state', { State: 'PAUSED' }],
    ['an unknown action', { ActionAfterCompletion: 'ARCHIVE' }],
    ['no time window', { FlexibleTimeWindow: undefined }],
    ['a time window with an unknown mode', { FlexibleTimeWindow: { Mode: 'ON' } }],
    ['a window without a mode', { FlexibleTimeWindow: { Mode: 'OFF', MaximumWindowInMinutes: 5 } }],
    ['a flexible window', { FlexibleTimeWindow: { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 15 } }],
    ['a start long ago', { StartDate: Date.now() / 1000 - 3_600 }],
    ['an end before the start', { StartDate: seconds('2031-01-02'), EndDate: seconds('2031-01-01') }],
    ['an invalid start', { StartDate: 'tomorrow' }],
    ['a long description', { Description: 'x'.repeat(513) }],
    ['a token of other characters', { ClientToken: 'a b' }],
    ['another group’s name', { GroupName: 'a/b' }],
    ['no target', { Target: { Arn: undefined } }],
    ['an unsupported target', { Target: { Arn: 'arn:aws:sns:us-east-1:000000000000:topic' } }],
    ['no role', { Target: { RoleArn: undefined } }],
    ['a role that the service cannot assume', { Target: { RoleArn: roleArn('elsewhere') } }],
    ['an unknown role', { Target: { RoleArn: roleArn('unknown') } }],
    ['no input', { Target: { Input: undefined } }],
    ['an empty input', { Target: { Input: '' } }],
    ['too large an input', { Target: { Input: 'x'.repeat(262_145) } }],
    ['input for a function that is not JSON', { Target: { Arn: functionArn, Input: 'hello' } }],
    ['parameters of other targets', { Target: { KinesisParameters: { PartitionKey: 'a' } } }],
    ['an invalid dead-letter queue', { Target: { DeadLetterConfig: { Arn: functionArn } } }],
    ['too many retries', { Target: { RetryPolicy: { MaximumRetryAttempts: 186 } } }],
    ['retries that end too soon', { Target: { RetryPolicy: { MaximumEventAgeInSeconds: 59 } } }],
  ])('refuses %s', async (_, change) => {
    const attempt = aSchedulerService().call('POST', '/schedules/a', aSchedule(change));
    await expect(attempt).rejects.toMatchObject({ code: 'ValidationException', status: 400 });
  });

  it.each(['a b', 'a#b', 'x'.repeat(65)])('refuses the name %j', (name) => {
    const open = () =>
      aSchedulerService().open('POST', `/schedules/${encodeURIComponent(name)}`, aSchedule());
    expect(open).toThrow(expect.objectContaining({ code: 'ValidationException' }));
  });

  it.each<Record<string, unknown>>([
    { ScheduleExpression: 'at(2020-01-01T00:00:00)', State: 'DISABLED' },
    { ScheduleExpression: 'at(2031-01-01T00:00:00)', StartDate: 0, EndDate: 0 },
    { Target: { Input: 'x'.repeat(262_144) } },
  ])('takes %#', async (change) => {
    const { call } = aSchedulerService();
    await expect(call('POST', '/schedules/a', aSchedule(change))).resolves.toEqual({ ScheduleArn: arn('a') });
  });

  it('returns errors in the format of the SDK', () => {
    const { service } = aSchedulerService();
    expect(service.errorResponse(service.throttled())).toMatchObject({
      status: 429,
      headers: { 'x-amzn-errortype': 'ThrottlingException' },
      body: '{"Message":"Rate exceeded"}',
    });
  });

  it.each([
    ['POST', '/schedule-groups/a'],
    ['PATCH', '/schedules/a'],
    ['POST', '/schedules'],
    ['GET', '/tags/a'],
  ])('does not support %s %s', (method, path) => {
    const open = () => aSchedulerService().open(method, path);
    expect(open).toThrow(expect.objectContaining({ code: 'UnknownOperationException' }));
  });
});

describe('the list of schedules', () => {
  it('is filtered by group, name prefix and state, and paged', async () => {
    const { call } = aSchedulerService();
    const names = ['job-1', 'job-2', 'job-3', 'job_1', 'other'];
    const Target = { RoleArn: roleArn('sweeper'), Arn: functionArn, Input: '{}' };
    for (const name of names) {
      const State = name === 'job-2' ? 'DISABLED' : 'ENABLED';
      for (const schedule of [{ State }, { GroupName: 'template', Target }])
        await call('POST', `/schedules/${name}`, aSchedule(schedule));
    }
    const list = async (query: string): Promise<{ page: string[]; token: unknown }> => {
      const { Schedules, NextToken: token } = await call('GET', `/schedules?${query}`);
      return { page: (Schedules as { Name: string }[]).map(({ Name }) => Name), token };
    };
    expect((await list('')).page).toHaveLength(10);
    expect((await list(`ScheduleGroup=${group}`)).page).toEqual(names);
    expect((await list(`ScheduleGroup=${group}&NamePrefix=job-`)).page).toEqual(['job-1', 'job-2', 'job-3']);
    expect((await list(`ScheduleGroup=${group}&State=DISABLED`)).page).toEqual(['job-2']);
    const first = await list(`ScheduleGroup=${group}&MaxResults=2`);
    const second = await list(`ScheduleGroup=${group}&MaxResults=2&NextToken=${first.token}`);
    const third = await list(`ScheduleGroup=${group}&MaxResults=2&NextToken=${second.token}`);
    const pages = [first.page, second.page, third.page].map((page) => page.join());
    expect([...pages, third.token]).toEqual(['job-1,job-2', 'job-3,job_1', 'other', undefined]);
  });

  it.each(['MaxResults=0', 'MaxResults=101', 'State=OFF', 'NextToken=nonsense', 'NamePrefix=a%20b'])(
    'refuses %s',
    async (query) => {
      const { call } = aSchedulerService();
      await expect(call('GET', `/schedules?${query}`)).rejects.toMatchObject({ code: 'ValidationException' });
    },
  );
});

describe('a caller of the schedule API', () => {
  it('needs permission for the schedule, and to pass the role', () => {
    const { open } = aSchedulerService();
    const pass = {
      action: 'iam:PassRole',
      resource: roleArn('sender'),
      context: { 'iam:PassedToService': 'scheduler.amazonaws.com' },
    };
    const need = (action: string) => ({ action: `scheduler:${action}`, resource: arn('a'), context: {} });
    expect(open('POST', '/schedules/a', aSchedule()).needs).toEqual([need('CreateSchedule'), pass]);
    expect(open('PUT', '/schedules/a', aSchedule()).needs).toEqual([need('UpdateSchedule'), pass]);
    expect(open('GET', `/schedules/a?groupName=${group}`).needs).toEqual([need('GetSchedule')]);
    expect(open('DELETE', `/schedules/a?groupName=${group}`).needs).toEqual([need('DeleteSchedule')]);
    expect(open('GET', `/schedules?ScheduleGroup=${group}`).needs).toMatchObject([
      { action: 'scheduler:ListSchedules', resource: expect.stringMatching(/:schedule\/\*\/\*$/) },
    ]);
  });
});
