/** Problems on the home page of the console: one for each thing that has failed, until it works again. */
import { describe, expect, it } from 'vitest';
import { failingSyncs, problemsIn, webhookProblems } from '../../../lib/console/home/problems.ts';

it('are put together by what has failed, with the latest failure and the number of earlier ones', () => {
  const failures = ['b3', 'a2', 'b2', 'b1'].map((id) => ({ id, of: id.slice(0, 1) }));
  expect(problemsIn(failures, ({ of }) => of)).toEqual([
    { key: 'b', latest: { id: 'b3', of: 'b' }, earlier: 2 },
    { key: 'a', latest: { id: 'a2', of: 'a' }, earlier: 0 },
  ]);
  expect(problemsIn([], String)).toEqual([]);
});

const run = (status: 'completed' | 'failed' | 'cancelled' | 'running' | 'paused', failedCount = 0) => ({
  ...{ integrationId: 'crm', entityType: 'customer', direction: 'import' as const },
  ...{ status, failedCount },
});

describe('a sync', () => {
  it.for([
    ['failed', [run('failed'), run('completed')], true],
    ['has failed rows', [run('completed', 3)], true],
    ['works again', [run('completed'), run('failed'), run('completed', 3)], false],
    ['works', [run('completed')], false],
    ['is running after a failure', [run('running'), run('failed')], true],
    ['is paused after a failure', [run('paused'), run('failed')], true],
    ['was cancelled after a failure', [run('cancelled'), run('failed')], true],
    ['was cancelled after a success', [run('cancelled'), run('completed')], false],
    ['runs for the first time', [run('running')], false],
    ['never ran', [], false],
  ] as const)('that %s', ([, runs, isProblem]) => {
    expect(failingSyncs(runs).length > 0).toBe(isProblem);
  });

  it('is one for each integration, type and direction', () => {
    const runs = [
      run('completed'),
      { ...run('failed'), entityType: 'order' },
      { ...run('failed'), direction: 'export' as const },
      { ...run('failed'), integrationId: 'shop' },
    ];
    expect(failingSyncs(runs)).toEqual(runs.slice(1));
  });
});

describe('a webhook', () => {
  const failure = { id: 'delivery', webhookId: 'hook' };
  const health = (consecutiveFailures: number, isActive = true) => ({
    id: 'hook',
    isActive,
    consecutiveFailures,
  });

  it.for([
    ['fails, and is retried', [], [health(2)], true, true],
    ['fails, and has failed deliveries', [failure, failure], [health(2)], true, true],
    ['works again', [], [health(0)], false, false],
    ['works again, with failed deliveries', [failure], [health(0)], true, false],
    ['is disabled after failures', [], [health(20, false)], false, false],
    ['is disabled, with failed deliveries', [failure], [health(20, false)], true, false],
    ['was deleted, with failed deliveries', [failure], [], true, false],
    ['was deleted', [], [], false, false],
  ] as const)('that %s', ([, failures, webhooks, isProblem, isFailing]) => {
    const problems = webhookProblems(failures, webhooks);
    expect(problems.length).toBe(isProblem ? 1 : 0);
    expect(problems[0]?.failing !== undefined).toBe(isFailing);
    expect(problems[0]?.latest).toEqual(failures[0]);
  });

  it('that fails now is before those with failed deliveries, and requests without a webhook are one', () => {
    const failures = ['other', null, 'hook', null].map((webhookId) => ({ webhookId }));
    const problems = webhookProblems(failures, [health(1)]);
    expect(problems.map(({ key, earlier }) => [key, earlier])).toEqual([
      ['hook', 0],
      ['other', 0],
      ['', 1],
    ]);
  });
});
