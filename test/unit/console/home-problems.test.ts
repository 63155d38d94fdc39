/** Problems on the home page of the console: one for each thing that has failed, until it works again. */
import { describe, expect, it } from 'vitest';
import { failingSyncs, problemsIn } from '../../../lib/console/home/problems.ts';

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
