import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { folderOfEachTest } from '../../support/folders.ts';
import {
  anApp,
  aSchedule,
  aSchedulerService,
  closedQueueArn,
  deadLettersArn,
  functionArn,
  group,
  roleArn,
  templateSchedule,
} from '../../support/runtime/schedules.ts';

const startMs = Date.parse('2026-03-01T00:00:00Z');
const minuteMs = 60_000;

beforeEach(() => vi.useFakeTimers({ now: startMs }));
afterEach(() => vi.useRealTimers());

const bodies = (sent: readonly { body: string }[]) => sent.map(({ body }) => body);
const advance = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * minuteMs);
const at = (text: string, more: object = {}) => aSchedule({ ScheduleExpression: `at(${text})`, ...more });

describe('a schedule', () => {
  it('runs at its rate, at once without a start', async () => {
    const { call, begin, sent } = aSchedulerService();
    const scheduler = begin();
    await call('POST', '/schedules/a', aSchedule());
    await advance(0);
    expect(sent).toHaveLength(1);
    await advance(11);
    expect(sent).toMatchObject([{ queue: 'work', body: 'hello' }, {}, {}]);
    expect(scheduler.list()).toMatchObject([{ runs: 3, failures: 0, nextAt: '2026-03-01T00:15:00.000Z' }]);
  });

  it('runs between its start and its end', async () => {
    const { call, begin, sent } = aSchedulerService();
    begin();
    const range = { StartDate: startMs / 1000 + 600, EndDate: startMs / 1000 + 1_210 };
    await call('POST', '/schedules/rate', aSchedule({ ...range, ActionAfterCompletion: 'DELETE' }));
    const ScheduleExpression = 'cron(*/10 * * * ? *)';
    await call('POST', '/schedules/cron', aSchedule({ ...range, ScheduleExpression }));
    await advance(9);
    expect(sent).toEqual([]);
    await advance(60);
    // At minutes 10, 15 and 20; at 10 and 20.
    expect(sent).toHaveLength(5);
    await expect(call('GET', `/schedules/rate?groupName=${group}`)).rejects.toThrow('does not exist');
    await expect(call('GET', `/schedules/cron?groupName=${group}`)).resolves.toBeDefined();
  });

  it('runs once at its time, and is deleted after completion if configured', async () => {
    const { call, begin, sent } = aSchedulerService();
    const scheduler = begin();
    await call('POST', '/schedules/gone', at('2026-03-01T01:00:00', { ActionAfterCompletion: 'DELETE' }));
    await call('POST', '/schedules/kept', at('2026-03-01T01:00:00'));
    await advance(59);
    expect(sent).toEqual([]);
    await advance(2_000);
    expect(sent).toHaveLength(2);
    expect(scheduler.list()).toMatchObject([{ name: 'kept', nextAt: null, runs: 1 }]);
  });

  it('does not run while it is disabled or deleted, and runs at its new time after a change', async () => {
    const { call, begin, sent } = aSchedulerService();
    begin();
    await call('POST', '/schedules/off', aSchedule({ State: 'DISABLED' }));
    await call('POST', '/schedules/gone', at('2026-03-01T00:10:00'));
    await call('POST', '/schedules/later', at('2026-03-01T00:10:00'));
    await call('DELETE', `/schedules/gone?groupName=${group}`);
    await call('PUT', '/schedules/later', at('2026-03-01T00:30:00', { Target: { Input: 'later' } }));
    await advance(29);
    expect(sent).toEqual([]);
    await advance(1);
    expect(bodies(sent)).toEqual(['later']);
    await call('PUT', '/schedules/off', aSchedule());
    await advance(5);
    expect(bodies(sent)).toEqual(['later', 'hello']);
  });

  it('keeps the phase of its rate when other fields change', async () => {
    const { call, begin, sent } = aSchedulerService();
    begin();
    await call('POST', '/schedules/a', aSchedule());
    await advance(4);
    await call('PUT', '/schedules/a', aSchedule({ Target: { Input: 'changed' } }));
    await advance(1);
    expect(bodies(sent)).toEqual(['hello', 'changed']);
  });

  it('has its scheduled time and ARN in its message', async () => {
    const { call, begin, sent } = aSchedulerService();
    begin();
    const Input =
      '<aws.scheduler.scheduled-time> <aws.scheduler.schedule-arn> <aws.scheduler.attempt-number> <aws.scheduler.execution-id>';
    await call('POST', '/schedules/a', at('2026-03-01T01:00:00', { Target: { Input } }));
    await advance(60);
    expect(sent[0]?.body).toMatch(
      /^2026-03-01T01:00:00Z arn:aws:scheduler:us-east-1:\d+:schedule\/made\/a 1 [0-9a-f]{16}$/,
    );
  });

  it('is delivered twice by a fault', async () => {
    const { call, begin, sent, faults } = aSchedulerService();
    begin();
    faults.add({ effect: 'duplicate', service: 'scheduler', times: 1 });
    await call('POST', '/schedules/a', at('2026-03-01T01:00:00'));
    await advance(60);
    expect(bodies(sent)).toEqual(['hello', 'hello']);
  });
});

describe('an unreachable target', () => {
  it.each([
    ['its role does not allow it', closedQueueArn, /sqs:SendMessage on .*closed/],
    ['there is none', `${deadLettersArn}-none`, /does not allow sqs:SendMessage/],
  ])('is reported to the schedule’s dead-letter queue: %s', async (_, Arn, reason) => {
    const { call, begin, sent, lines } = aSchedulerService();
    const scheduler = begin();
    const Target = { Arn, DeadLetterConfig: { Arn: deadLettersArn } };
    await call('POST', '/schedules/a', at('2026-03-01T01:00:00', { Target }));
    await advance(60);
    expect(sent).toMatchObject([
      {
        queue: 'work-dlq',
        body: 'hello',
        attributes: {
          ERROR_CODE: { StringValue: 'AccessDeniedException' },
          ERROR_MESSAGE: { StringValue: expect.stringMatching(reason) },
          TARGET_ARN: { StringValue: Arn },
          SCHEDULED_TIME: { StringValue: '2026-03-01T01:00:00Z' },
        },
      },
    ]);
    expect(scheduler.list()).toMatchObject([{ runs: 1, failures: 1 }]);
    expect(lines).toEqual([expect.stringContaining('The schedule made/a could not be delivered')]);
  });

  it('is only logged without such a queue, or without permission to send to it', async () => {
    const { call, begin, sent, lines } = aSchedulerService();
    begin();
    await call('POST', '/schedules/a', at('2026-03-01T01:00:00', { Target: { Arn: closedQueueArn } }));
    const Target = { Arn: closedQueueArn, DeadLetterConfig: { Arn: closedQueueArn } };
    await call('POST', '/schedules/b', at('2026-03-01T02:00:00', { Target }));
    await advance(120);
    expect(sent).toEqual([]);
    expect(lines).toHaveLength(3);
    expect(lines[2]).toContain('could not be sent to its dead-letter queue either');
  });
});

describe('a schedule of the template', () => {
  const app = anApp(templateSchedule());

  it('invokes its function after each interval, and on request', async () => {
    const { begin, invoked } = aSchedulerService({ app });
    const scheduler = begin();
    await advance(4);
    expect(invoked).toEqual([]);
    expect(await scheduler.run('sweep')).toBe(true);
    await advance(6);
    expect(invoked).toEqual(Array.from({ length: 3 }, () => '{"schedule":"sweep"}'));
    expect(scheduler.list()).toMatchObject([
      { name: 'sweep', origin: 'template', functionName: 'sweep', target: functionArn, runs: 3, failures: 0 },
    ]);
  });

  const target = (Arn: string, role: string, Input = '{}') => ({
    Target: { Arn, RoleArn: roleArn(role), Input },
  });

  it('fails if its function fails', async () => {
    const failing = templateSchedule(target(functionArn, 'sweeper', '"fail"'));
    const scheduler = aSchedulerService({ app: anApp(failing) }).begin();
    expect(await scheduler.run('sweep')).toBe(false);
    expect(scheduler.list()).toMatchObject([{ runs: 1, failures: 1 }]);
  });

  it('can be read through the API', async () => {
    const { begin, call } = aSchedulerService({ app });
    begin();
    expect(await call('GET', '/schedules/sweep?groupName=template')).toMatchObject({
      ScheduleExpression: 'rate(5 minutes)',
      State: 'ENABLED',
    });
  });

  it.each([
    ['calls no function of the app', target(`${functionArn}2`, 'sweeper'), /not a function of the app/],
    ['has a role of another group', { GroupName: group }, /cannot be assumed/],
    ['has a role without the permission', target(functionArn, 'idle'), /cannot be assumed/],
    ['has an invalid expression', { ScheduleExpression: 'rate(5)' }, /does not run locally: Invalid/],
  ])('prevents the start of the runtime if it %s', (_, change, reason) => {
    const { begin } = aSchedulerService({ app: anApp(templateSchedule(change)) });
    expect(begin).toThrow(reason);
  });
});

describe('a schedule run on request', () => {
  it('keeps its times if it is recurring, and is completed otherwise', async () => {
    const { call, begin, sent } = aSchedulerService();
    const scheduler = begin();
    await call('POST', '/schedules/daily', aSchedule({ ScheduleExpression: 'cron(0 8 * * ? *)' }));
    await call('POST', '/schedules/once', at('2026-03-01T01:00:00', { ActionAfterCompletion: 'DELETE' }));
    await call('POST', '/schedules/kept', at('2026-03-01T01:00:00'));
    expect(await scheduler.run('daily')).toBe(true);
    expect(await scheduler.run('kept')).toBe(true);
    expect(await scheduler.run('once', group)).toBe(true);
    expect(scheduler.list()).toMatchObject([
      { name: 'daily', nextAt: '2026-03-01T08:00:00.000Z' },
      { name: 'kept', nextAt: null },
    ]);
    await advance(120);
    expect(sent).toHaveLength(3);
  });

  it('must exist, and be unique across groups', async () => {
    const { call, begin } = aSchedulerService({ app: anApp(templateSchedule()) });
    const scheduler = begin();
    await call('POST', '/schedules/sweep', aSchedule());
    await expect(scheduler.run('none')).rejects.toThrow('unknown schedule none');
    await expect(scheduler.run('sweep', 'nowhere')).rejects.toThrow('unknown schedule sweep');
    await expect(scheduler.run('sweep')).rejects.toThrow('exists in several groups');
    expect(await scheduler.run('sweep', 'template')).toBe(true);
  });
});

describe('ten thousand schedules', () => {
  it('use one timer, and all run when they are due at the same time', async () => {
    const { store, begin, sent, call } = aSchedulerService();
    await call('POST', '/schedules/first', at('2026-03-01T00:01:00'));
    const [made] = store.list();
    if (made === undefined) throw new Error('There is no schedule to copy.');
    for (let index = 0; index < 10_000; index += 1) {
      const together = index < 500;
      const definition = { ...made.definition, name: `job-${index}` };
      store.put({ ...made, definition, nextMs: startMs + (together ? 5 : 60 + index) * minuteMs });
    }
    begin();
    expect(vi.getTimerCount()).toBe(1);
    await advance(1);
    expect(sent).toHaveLength(1);
    await advance(5);
    expect(sent).toHaveLength(501);
    const { Schedules } = await call('GET', `/schedules?ScheduleGroup=${group}&NamePrefix=job-99`);
    expect(Schedules).toHaveLength(100);
  });
});

describe('after a restart', () => {
  const dir = folderOfEachTest();
  const aService = (app = anApp()) => aSchedulerService({ app, file: join(dir(), 'schedules.sqlite') });

  /** Stops, and starts again after this time. */
  async function restart(
    first: ReturnType<typeof aSchedulerService>,
    scheduler: { stop(): Promise<void> },
    minutes: number,
    app = anApp(),
  ) {
    await scheduler.stop();
    first.store.close();
    vi.setSystemTime(Date.now() + minutes * minuteMs);
    const second = aService(app);
    return { ...second, scheduler: second.begin() };
  }

  it('missed one-time schedules run, and recurring ones continue with their next time', async () => {
    const first = aService();
    const scheduler = first.begin();
    await first.call('POST', '/schedules/once', at('2026-03-01T01:00:00', { Target: { Input: 'once' } }));
    await first.call('POST', '/schedules/rate', aSchedule());
    await first.call('POST', '/schedules/cron', aSchedule({ ScheduleExpression: 'cron(30 * * * ? *)' }));
    const ending = { EndDate: startMs / 1000 + 3_000, ActionAfterCompletion: 'DELETE' };
    const ScheduleExpression = 'cron(10 * * * ? *)';
    await first.call('POST', '/schedules/ending', aSchedule({ ...ending, ScheduleExpression }));
    await advance(0);
    expect(bodies(first.sent)).toEqual(['hello']);
    const second = await restart(first, scheduler, 122);
    await advance(0);
    expect(bodies(second.sent)).toEqual(['once']);
    expect(second.scheduler.list().map(({ name, nextAt }) => [name, nextAt])).toEqual([
      ['cron', '2026-03-01T02:30:00.000Z'],
      ['once', null],
      ['rate', '2026-03-01T02:05:00.000Z'],
    ]);
    const third = await restart(second, second.scheduler, 1);
    await advance(0);
    expect(third.sent).toEqual([]);
  });

  it('an interrupted last delivery is repeated', async () => {
    const first = aService();
    const scheduler = first.begin();
    await first.call('POST', '/schedules/once', at('2026-03-01T01:00:00'));
    first.store.claim({ group, name: 'once' }, startMs + 60 * minuteMs, null);
    const second = await restart(first, scheduler, 90);
    await advance(0);
    expect(bodies(second.sent)).toEqual(['hello']);
  });

  it('schedules of the template are replaced by those of the new template', async () => {
    const first = aService(anApp(templateSchedule()));
    const scheduler = first.begin();
    await first.call('POST', '/schedules/mine', aSchedule());
    const changed = anApp(templateSchedule({ ScheduleExpression: 'rate(1 hour)' }));
    const second = await restart(first, scheduler, 1, changed);
    expect(second.scheduler.list()).toMatchObject([
      { name: 'mine' },
      { name: 'sweep', expression: 'rate(1 hour)' },
    ]);
    const third = await restart(second, second.scheduler, 1);
    expect(third.scheduler.list()).toMatchObject([{ name: 'mine' }]);
  });
});
