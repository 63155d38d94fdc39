import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  anApp,
  aSchedule,
  aSchedulerService,
  group,
  templateSchedule,
} from '../../support/runtime/schedules.ts';

const startMs = Date.parse('2026-03-01T00:00:00Z');
const minuteMs = 60_000;

beforeEach(() => vi.useFakeTimers({ now: startMs }));
afterEach(() => vi.useRealTimers());

const bodies = (sent: readonly { body: string }[]) => sent.map(({ body }) => body);
const advance = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * minuteMs);
const at = (text: string, more: object = {}) => aSchedule({ ScheduleExpression: `at(${text})`, ...more });

describe('after a restart', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'schedules-'));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

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
    const second = aSchedulerService({ app, file: join(dir, 'schedules.sqlite') });
    return { ...second, scheduler: second.begin() };
  }

  it('missed one-time schedules run, and recurring ones continue with their next time', async () => {
    const first = aSchedulerService({ file: join(dir, 'schedules.sqlite') });
    const scheduler = first.begin();
    await first.call('POST', '/schedules/once', at('2026-03-01T01:00:00', { Target: { Input: 'once' } }));
    await first.call('POST', '/schedules/rate', aSchedule());
    await first.call('POST', '/schedules/cron', aSchedule({ ScheduleExpression: 'cron(30 * * * ? *)' }));
    const ending = {
      ScheduleExpression: 'cron(10 * * * ? *)',
      EndDate: startMs / 1000 + 3_000,
      ActionAfterCompletion: 'DELETE',
    };
    await first.call('POST', '/schedules/ending', aSchedule(ending));
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
    const first = aSchedulerService({ file: join(dir, 'schedules.sqlite') });
    const scheduler = first.begin();
    await first.call('POST', '/schedules/once', at('2026-03-01T01:00:00'));
    first.store.claim({ group, name: 'once' }, startMs + 60 * minuteMs, null);
    const second = await restart(first, scheduler, 90);
    await advance(0);
    expect(bodies(second.sent)).toEqual(['hello']);
  });

  it('schedules of the template are replaced by those of the new template', async () => {
    const file = join(dir, 'schedules.sqlite');
    const first = aSchedulerService({ app: anApp(templateSchedule()), file });
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
