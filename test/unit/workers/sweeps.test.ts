/** Every sweep continues after an invalid item or a failing shard. */
import { existsSync } from 'node:fs';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it } from 'vitest';
import { workers } from '../../../shared/catalog/workers.ts';
import { connectBus } from '../../../shared/kernel/events/bus.ts';
import { toItem } from '../../../shared/kernel/table/item.ts';
import { outboxPartition, tenantKey } from '../../../shared/kernel/table/keys.ts';
import { sweepDigests } from '../../../shared/modules/email/channel/sweep.ts';
import { deferredDueKey, digestDueKey, digestDuePartition } from '../../../shared/modules/email/keys.ts';
import { sweep as sweepEvents } from '../../../shared/modules/events/sweep.ts';
import { requestChecks } from '../../../shared/modules/integrations/health-service.ts';
import { healthCheckKey } from '../../../shared/modules/integrations/keys.ts';
import { paymentDueKey, paymentKey } from '../../../shared/modules/payments/keys.ts';
import { sweepPayments } from '../../../shared/modules/payments/operations/sweep.ts';
import { newJob } from '../../../shared/modules/progress/job.ts';
import { progressKey, progressWatchKey } from '../../../shared/modules/progress/keys.ts';
import { sweepProgress } from '../../../shared/modules/progress/sweep.ts';
import { jobDueKey } from '../../../shared/modules/scheduler/keys.ts';
import { tick } from '../../../shared/modules/scheduler/tick.ts';
import { activeSyncRunKey, syncRunKey } from '../../../shared/modules/sync/keys.ts';
import { recoverStalledRuns } from '../../../shared/modules/sync/runs/stalled-runs.ts';
import { aPayment } from '../../support/builders/payment-rows.ts';
import { aRun } from '../../support/builders/stored-run.ts';
import { anOutboxItem } from '../../support/fault-injection/fake-outbox.ts';
import { mockQueues } from '../../support/fault-injection/mock-queues.ts';
import { aPoisonTable } from '../../support/fault-injection/poison-table.ts';
import { logOf, silenceLog } from '../../support/runtime/quiet-log.ts';

silenceLog();

const nowMs = Date.now();
const inTime = () => Date.now() + 60_000;
const idOf = (index: number) => `${index.toString(16).padStart(8, '0')}-3a52-4a27-9a1b-7d9d0a5b2c44`;
const ids = Array.from({ length: 10 }, (_, index) => idOf(index));

const { sqs, bodiesSent } = mockQueues('integration-health', 'scheduler-execution', 'email');

const sweeps: Record<string, () => Promise<void>> = {
  async sweepPayments() {
    const payments = ids.map((id) => aPayment({ id, providerKey: 'gone', dueAtMs: nowMs - 1_000 }));
    aPoisonTable(
      payments.flatMap((payment) => [
        { ...paymentDueKey(payment, nowMs - 1_000), tenantId: 't', id: payment.id, dueAtMs: nowMs - 1_000 },
        toItem(paymentKey(payment, payment.id), 'payment', payment, { revision: 1 }),
      ]),
    );
    const lines = await logOf(() => sweepPayments({ nowMs, deadlineMs: inTime() }));
    const named = lines.map(({ transactionId }) => String(transactionId)).filter((id) => ids.includes(id));
    expect([...new Set(named)].toSorted()).toEqual(ids);
  },
  async sweepProgress() {
    const at = { tenantId: ids[0] ?? '', organizationId: ids[1] ?? '' };
    const jobs = ids.map((id) => ({ ...aProgressJob(at, id), heartbeatAtMs: 1, updatedAtMs: 1 }));
    const table = aPoisonTable(
      jobs.flatMap((job, index) => [
        { ...progressWatchKey(at, job.id), ...at, id: job.id },
        toItem(progressKey(at, job.id), index === 0 ? 'another entity' : 'progress_job', job, {
          revision: 1,
        }),
      ]),
    );
    expect(await sweepProgress({ nowMs, deadlineMs: inTime() })).toBe(ids.length - 1);
    expect(table.written().length).toBeGreaterThan(0);
  },
  async tickJobs() {
    const due = ids.map((id, index) => ({
      ...jobDueKey({ tenantId: id }, `000${index % 2}${id.slice(4)}`, nowMs + 30_000),
      ...{ tenantId: id, organizationId: id, id: `000${index % 2}${id.slice(4)}`, dueAtMs: nowMs + 30_000 },
    }));
    aPoisonTable(due);
    expect(await tick({ nowMs, deadlineMs: inTime() })).toBe(ids.length);
    expect(bodiesSent()).toHaveLength(ids.length);
    const [bad] = due;
    aPoisonTable(due, (request) => request.includes(`"${bad?.pk}"`));
    sqs.resetHistory();
    await expect(tick({ nowMs, deadlineMs: inTime() })).rejects.toThrow();
    expect(bodiesSent()).toHaveLength(ids.length / 2);
  },
  async requestChecks() {
    const items = ids.map((tenantId) => ({
      ...healthCheckKey({ tenantId, organizationId: tenantId }, 'sync_http_json'),
      ...{ tenantId, organizationId: tenantId, integrationId: 'sync_http_json' },
    }));
    aPoisonTable(items);
    expect(await requestChecks({ nowMs, deadlineMs: inTime() })).toBe(ids.length);
    expect(bodiesSent()).toHaveLength(ids.length);
  },
  async recoverStalledRuns() {
    const runs = ids.map((id) => aRun({ id, tenantId: id, updatedAtMs: 1 }));
    aPoisonTable(
      runs.flatMap((run, index) => [
        { ...activeSyncRunKey(run, run.id), tenantId: run.tenantId, id: run.id },
        toItem(syncRunKey(run, run.id), index === 0 ? 'another entity' : 'sync_run', run, { revision: 1 }),
      ]),
    );
    const sent: string[] = [];
    const send = async (_: unknown, { runId }: { runId: string }) => {
      if (runId === ids[1]) throw new Error('The queue does not accept it.');
      sent.push(runId);
    };
    expect(await recoverStalledRuns(send, nowMs, { deadlineMs: inTime() })).toBe(ids.length - 2);
    expect(sent.toSorted()).toEqual(ids.slice(2));
  },
  async sweepDigests() {
    const due = ids.map((userId) => ({
      ...{ tenantId: userId, userId, dueMs: nowMs - 1_000, lastEntryId: userId },
    }));
    const tenants = ids.map((tenantId) => ({ ...tenantKey({ tenantId }), isActive: true }));
    aPoisonTable([
      ...tenants,
      ...due.map((one, index) =>
        toItem(digestDueKey(one, one.userId, one.dueMs), index === 0 ? 'another entity' : 'digest_due', one),
      ),
    ]);
    expect(await sweepDigests({ nowMs })).toBe(ids.length - 1);
    expect(bodiesSent()).toHaveLength(ids.length - 1);
    const bad = digestDuePartition(0);
    const others = due.filter((one) => digestDueKey(one, one.userId, one.dueMs).pk !== bad);
    aPoisonTable(
      [...tenants, ...due.map((one) => toItem(digestDueKey(one, one.userId, one.dueMs), 'digest_due', one))],
      (request) => request.includes(`"${bad}"`),
    );
    sqs.resetHistory();
    await expect(sweepDigests({ nowMs })).rejects.toThrow();
    expect(bodiesSent()).toHaveLength(others.length);
    const releases = ids.map((tenantId) => ({ tenantId, dueMs: nowMs - 1_000, writtenAtMs: nowMs }));
    aPoisonTable(
      releases.map((one, index) =>
        toItem(deferredDueKey(one, one.dueMs), index === 0 ? 'another entity' : 'mail_deferred_due', one),
      ),
    );
    sqs.resetHistory();
    expect(await sweepDigests({ nowMs })).toBe(ids.length - 1);
    expect(bodiesSent()).toHaveLength(ids.length - 1);
  },
  async sweep() {
    const events = ids.map((id) => anOutboxItem({ id, occurredAtMs: nowMs - 120_000 }));
    const bad = outboxPartition(0);
    aPoisonTable(events, (request) => request.includes(`"${bad}"`));
    const client = new EventBridgeClient({ region: 'us-east-1' });
    const bus = mockClient(client);
    bus.onAnyCommand().callsFake(({ Entries }) => ({ Entries: Entries.map(() => ({ EventId: 'id' })) }));
    connectBus({ name: 'bus', client });
    await expect(sweepEvents({ nowMs, deadlineMs: inTime() })).rejects.toThrow();
    const put = bus.calls().flatMap(({ args: [{ input }] }) => Object(input).Entries);
    expect(put).toHaveLength(events.filter(({ pk }) => pk !== bad).length);
  },
};

function aProgressJob(at: { tenantId: string; organizationId: string }, id: string) {
  return { ...newJob({ ...at, id, jobType: 'test', name: 'Test', nowMs: 1 }), status: 'running' as const };
}

/** Sweeps with one subject only, and those with their own tests. */
const elsewhere: Record<string, string> = {
  probe: 'it uses the canary’s own tenant',
  sweepFiles: 'test/unit/attachments/sweep.test.ts',
  reconcileSchedules: 'test/unit/scheduler/reconcile.test.ts',
};

describe('a sweep with an invalid item', () => {
  const names = workers.flatMap(({ name, trigger }) => (trigger.kind === 'schedule' ? [name] : []));

  it('is tested for every scheduled worker', () => {
    expect([...Object.keys(sweeps), ...Object.keys(elsewhere)].toSorted()).toEqual(names.toSorted());
    const files = Object.values(elsewhere).filter((where) => where.endsWith('.test.ts'));
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });

  it.each(Object.entries(sweeps))('%s processes the others', (_, run) => run());
});
