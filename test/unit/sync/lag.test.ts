import { expect, it } from 'vitest';
import { lagSecondsOf } from '../../../shared/modules/sync/runs/stalled-runs.ts';

const nowMs = 1_000_000;
const at = (status: 'pending' | 'running' | 'paused', secondsAgo: number) => ({
  status,
  updatedAtMs: nowMs - secondsAgo * 1_000,
});

it.each([
  ['is that of the run with the largest lag', [at('running', 5), at('pending', 90), at('running', 30)], 90],
  ['excludes runs that wait for an action of a user', [at('paused', 9_000), at('running', 7)], 7],
  ['is never negative', [at('running', -3)], 0],
  ['is zero without active runs', [at('paused', 5)], undefined],
])('the lag of synchronization %s', (_, runs, seconds) => {
  expect(lagSecondsOf(runs, nowMs)).toBe(seconds);
});
