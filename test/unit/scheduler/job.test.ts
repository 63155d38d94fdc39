import { describe, expect, it } from 'vitest';
import { userIdOf } from '../../../shared/kernel/base/principal.ts';
import { changedJob, firesDifferently, newJob, restoredJob } from '../../../shared/modules/scheduler/job.ts';
import type { CreateJob, UpdateJob } from '../../../shared/modules/scheduler/job-fields-contract.ts';

const id = '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10';
const nowMs = Date.parse('2026-03-01T09:30:00.789Z');
const home = { tenantId: 'tenant-1', organizationId: null };
const anyone = { ...home, organizationIds: null, features: [], isSuperAdmin: false };
const by = (subject: string, atMs = nowMs) => ({ principal: { ...anyone, subject }, nowMs: atMs });
const scope = { ...home, scopeType: 'tenant' } as const;
const at = { scope, timezone: undefined };

const input: CreateJob = {
  name: 'Nightly report',
  scopeType: 'tenant',
  scheduleType: 'interval',
  scheduleValue: '5m',
  targetType: 'command',
  targetCommand: 'scheduler.test.echo',
};
const job = newJob(id, scope, input, 'UTC', by('user:ada'));
const change = (changes: Omit<UpdateJob, 'id'>, before = job, nextMs = nowMs + 60_000) =>
  changedJob(before, { id, ...changes }, at, by('user:bob', nextMs));

describe('newJob', () => {
  it('counts its interval from the full second, and belongs to its creator', () => {
    const owner = { subject: 'user:ada', tenantId: 'tenant-1' };
    const anchorMs = Date.parse('2026-03-01T09:30:00.000Z');
    expect(job).toMatchObject({ anchorMs, scheduleVersion: 1, owner, isEnabled: true, revision: 1 });
  });
});

describe('changedJob', () => {
  it('keeps times and owner when neither schedule nor target changes', () => {
    const after = change({ name: 'Renamed', description: '' });
    const updated = { updatedAt: '2026-03-01T09:31:00.789Z', updatedBy: 'user:bob', revision: 2 };
    expect(after).toEqual({ ...job, name: 'Renamed', description: null, ...updated });
    expect(firesDifferently(job, after)).toBe(false);
  });

  it.each<[string, Omit<UpdateJob, 'id'>]>([
    ['another value', { scheduleValue: '6m' }],
    ['another type', { scheduleType: 'cron', scheduleValue: '0 9 * * *' }],
    ['switching off', { isEnabled: false }],
  ])('recomputes the next run after %s', (_, changes) => {
    const after = change(changes);
    expect(after).toMatchObject({ anchorMs: Date.parse('2026-03-01T09:31:00.000Z'), scheduleVersion: 2 });
    expect(firesDifferently(job, after)).toBe(true);
  });

  it('keeps the next run when the same schedule is sent again', () => {
    const after = change({ scheduleType: 'interval', scheduleValue: '5m', isEnabled: true });
    expect(after).toMatchObject({ anchorMs: job.anchorMs, scheduleVersion: 1 });
  });

  const cron = { ...job, scheduleType: 'cron', scheduleValue: '0 9 * * *' } as const;
  it.each([
    ['keeps the next run of an interval', job, false],
    ['recomputes that of a cron expression', cron, true],
  ] as const)('%s when the time zone changes', (_, before, isOther) => {
    const timezone = 'Europe/Paris';
    const after = changedJob(before, { id, timezone }, { scope, timezone }, by('user:bob', nowMs + 60_000));
    expect(after.timezone).toBe(timezone);
    expect(firesDifferently(before, after)).toBe(isOther);
    expect(after.anchorMs === before.anchorMs).toBe(!isOther);
  });

  it('makes the user who sets the target the owner', () => {
    expect(change({ targetPayload: { a: 1 } }).owner.subject).toBe('user:bob');
    expect(change({ scheduleValue: '6m' }).owner.subject).toBe('user:ada');
  });

  it('clears the other target and its payload, unless a new one is sent', () => {
    const before = { ...job, targetPayload: { text: 'for the command' } };
    const toQueue = (more: Omit<UpdateJob, 'id'>) =>
      change({ targetType: 'queue', targetQueue: 'jobs', ...more }, before);
    expect(toQueue({})).toMatchObject({ targetQueue: 'jobs', targetCommand: null, targetPayload: null });
    expect(toQueue({ targetPayload: { a: 1 } }).targetPayload).toEqual({ a: 1 });
  });

  it.each<[string, Omit<UpdateJob, 'id'>]>([
    ['queue', { targetQueue: '' }],
    ['command', { targetCommand: '' }],
  ])('treats an empty %s as absent', (_, changes) => {
    const { targetQueue, targetCommand, owner } = change({ ...changes, name: 'Renamed' });
    expect([targetQueue, targetCommand]).toEqual([null, 'scheduler.test.echo']);
    expect(owner).toEqual(job.owner);
  });

  it('runs in its new scope on the same schedule, with the rights of the user who moved it', () => {
    const next = { ...home, organizationId: 'organization-1', scopeType: 'organization' } as const;
    const changes = { id, scopeType: 'organization', organizationId: 'ignored' } as const;
    const moved = changedJob(job, changes, { ...at, scope: next }, by('user:bob'));
    expect(moved).toMatchObject({ ...next, anchorMs: job.anchorMs, scheduleVersion: 2 });
    expect(moved.owner.subject).toBe('user:bob');
    expect(firesDifferently(job, moved)).toBe(true);
  });

  it('has a later time even within the same millisecond', () => {
    expect(change({ name: 'x' }, job, nowMs).updatedAt).toBe('2026-03-01T09:30:00.790Z');
  });
});

describe('restoredJob', () => {
  it('is scheduled again from its restoration', () => {
    const restored = { scheduleVersion: 2, owner: job.owner, revision: 2 };
    const anchorMs = Date.parse('2026-03-01T09:31:00.000Z');
    expect(restoredJob(job, by('user:bob', nowMs + 60_000))).toMatchObject({ ...restored, anchorMs });
  });
});

describe('userIdOf', () => {
  it.each([
    ['user:1', '1'],
    ['api_key:1', null],
    ['system:admin', null],
  ])('%s is %s', (subject, userId) => {
    expect(userIdOf(subject)).toBe(userId);
  });
});
