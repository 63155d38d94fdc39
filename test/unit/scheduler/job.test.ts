import { describe, expect, it } from 'vitest';
import { userIdOf } from '../../../shared/kernel/base/principal.ts';
import { changedJob, firesDifferently, newJob, restoredJob } from '../../../shared/modules/scheduler/job.ts';
import type { CreateJob, UpdateJob } from '../../../shared/modules/scheduler/job-fields-contract.ts';

const id = '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10';
const nowMs = Date.parse('2026-03-01T09:30:00.789Z');
const principalOf = (subject: string) => ({
  subject,
  tenantId: 'tenant-1',
  organizationId: null,
  organizationIds: null,
  features: [],
  isSuperAdmin: false,
});
const by = (subject: string, atMs = nowMs) => ({ principal: principalOf(subject), nowMs: atMs });
const scope = { tenantId: 'tenant-1', organizationId: null, scopeType: 'tenant' } as const;

const input: CreateJob = {
  name: 'Nightly report',
  scopeType: 'tenant',
  scheduleType: 'interval',
  scheduleValue: '5m',
  targetType: 'command',
  targetCommand: 'scheduler.test.echo',
};
const job = newJob(id, scope, input, 'UTC', by('user:ada'));
const change = (changes: Omit<UpdateJob, 'id'>, subject = 'user:bob') =>
  changedJob(job, { id, ...changes }, { scope, timezone: undefined }, by(subject, nowMs + 60_000));

describe('newJob', () => {
  it('counts its interval from the full second, and belongs to its creator', () => {
    expect(job).toMatchObject({
      anchorMs: Date.parse('2026-03-01T09:30:00.000Z'),
      scheduleVersion: 1,
      owner: { subject: 'user:ada', tenantId: 'tenant-1' },
      isEnabled: true,
      revision: 1,
    });
  });
});

describe('changedJob', () => {
  it('keeps times and owner when neither schedule nor target changes', () => {
    const after = change({ name: 'Renamed', description: '' });
    expect(after).toEqual({
      ...job,
      name: 'Renamed',
      description: null,
      updatedAt: '2026-03-01T09:31:00.789Z',
      updatedBy: 'user:bob',
      revision: 2,
    });
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

  it.each([
    ['keeps the next run of an interval', job, false],
    [
      'recomputes that of a cron expression',
      { ...job, scheduleType: 'cron', scheduleValue: '0 9 * * *' },
      true,
    ],
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
      changedJob(
        before,
        { id, targetType: 'queue', targetQueue: 'jobs', ...more },
        { scope, timezone: undefined },
        by('user:bob'),
      );
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
    const home = {
      tenantId: 'tenant-1',
      organizationId: 'organization-1',
      scopeType: 'organization',
    } as const;
    const changes = { id, scopeType: 'organization', organizationId: 'ignored' } as const;
    const moved = changedJob(job, changes, { scope: home, timezone: undefined }, by('user:bob'));
    expect(moved).toMatchObject({ ...home, anchorMs: job.anchorMs, scheduleVersion: 2 });
    expect(moved.owner.subject).toBe('user:bob');
    expect(firesDifferently(job, moved)).toBe(true);
  });

  it('has a later time even within the same millisecond', () => {
    const after = changedJob(job, { id, name: 'x' }, { scope, timezone: undefined }, by('user:bob'));
    expect(after.updatedAt).toBe('2026-03-01T09:30:00.790Z');
  });
});

describe('restoredJob', () => {
  it('is scheduled again from its restoration', () => {
    expect(restoredJob(job, by('user:bob', nowMs + 60_000))).toMatchObject({
      scheduleVersion: 2,
      anchorMs: Date.parse('2026-03-01T09:31:00.000Z'),
      owner: job.owner,
      revision: 2,
    });
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
