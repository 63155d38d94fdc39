import { expect, it } from 'vitest';
import { idleState } from '../../../shared/kernel/auth/session-idle.ts';
import { limitedLife } from '../../../shared/modules/identity/factors/policy.ts';

const minute = 60_000;
const hour = 60 * minute;

it.each([
  ['without a limit', undefined, undefined, 100 * hour, 'unlimited'],
  ['that was just started', hour, undefined, 0, 'recent'],
  ['that was used within the last five minutes', hour, 30 * minute, 35 * minute - 1, 'recent'],
  ['that was used five minutes ago', hour, 30 * minute, 35 * minute, 'due'],
  ['with a short limit, after a tenth of it', 10 * minute, undefined, minute, 'due'],
  ['just before its limit', hour, undefined, hour - 1, 'due'],
  ['at its limit', hour, undefined, hour, 'ended'],
  ['that was used, at its limit', hour, 30 * minute, 90 * minute, 'ended'],
  ['whose clock is behind that of its last use', hour, 30 * minute, 29 * minute, 'recent'],
] as const)('a session %s', (_, maxIdleMs, usedAtMs, nowMs, state) => {
  expect(idleState({ createdAtMs: 0, maxIdleMs }, usedAtMs, nowMs)).toBe(state);
});

const policy = { requireFactor: false, roleIds: [], revision: 1 };

it.each([
  [null, null, { expiresAtMs: 8 * hour, endsAtMs: undefined, maxIdleMs: undefined }],
  [1, null, { expiresAtMs: hour, endsAtMs: hour, maxIdleMs: undefined }],
  [12, 30, { expiresAtMs: 8 * hour, endsAtMs: 12 * hour, maxIdleMs: 30 * minute }],
])('limits a session to %j hours and %j idle minutes', (maxSessionHours, maxIdleMinutes, expected) => {
  const life = limitedLife(
    { ...policy, maxSessionHours, maxIdleMinutes },
    { createdAtMs: 0, expiresAtMs: 8 * hour },
  );
  expect(life).toEqual({ createdAtMs: 0, ...expected });
});
