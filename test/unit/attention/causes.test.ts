/** What is a cause, and which decisions about it still hold, besides what the conformance cases show. */
import { describe, expect, it } from 'vitest';
import type { FoundCause } from '../../../shared/kernel/modules/attention.ts';
import { causeId, causeNamed, heldDecision } from '../../../shared/modules/attention/cause.ts';
import { causeOfIntegration } from '../../../shared/modules/integrations/attention.ts';
import type { StoredState } from '../../../shared/modules/integrations/connection.ts';
import { getDefinition } from '../../../shared/modules/integrations/integration-service.ts';
import { causeOfJob } from '../../../shared/modules/scheduler/attention.ts';
import { type JobRow, newJob } from '../../../shared/modules/scheduler/job.ts';
import { causeOfSync } from '../../../shared/modules/sync/attention.ts';
import type { StoredRun } from '../../../shared/modules/sync/runs/run.ts';
import { causeOfWebhook } from '../../../shared/modules/webhooks/attention.ts';
import {
  disabledWebhook,
  freshHealth,
  newWebhook,
  type StoredWebhook,
  type WebhookHealth,
} from '../../../shared/modules/webhooks/endpoints/webhook.ts';
import { aRun } from '../../support/builders/stored-run.ts';

const home = { tenantId: 't', organizationId: 'o' };
const principal = {
  ...{ subject: 'user:1', ...home, organizationIds: null, features: [], isSuperAdmin: false },
};
const context = { principal, nowMs: 1_000 };

const webhook = newWebhook(
  home,
  { name: 'Orders', url: 'https://example.com', subscribedEvents: ['*'] },
  { id: 'w', secret: 's' },
  { autoDisableThreshold: 100 },
  context,
);
const health = (consecutiveFailures: number, failingSinceMs: number | null = 5): WebhookHealth => ({
  ...freshHealth,
  ...{ consecutiveFailures, failingSinceMs, lastFailureAtMs: 9 },
});
const ofWebhook = (changes: Partial<StoredWebhook>, own: WebhookHealth) =>
  causeOfWebhook({ webhook: { ...webhook, ...changes }, health: own, revision: 1 });
const disabled = (reason: 'failures' | 'gone') => disabledWebhook(webhook, reason, 2_000);

const job = newJob(
  'j',
  { tenantId: 't', organizationId: 'o', scopeType: 'organization' },
  {
    ...{ name: 'Totals', scopeType: 'organization', scheduleType: 'interval', scheduleValue: '5m' },
    ...{ targetType: 'command', targetCommand: 'scheduler.test.echo' },
  },
  'UTC',
  context,
);
const ofJob = (changes: Partial<JobRow>, ...failedAt: number[]) =>
  causeOfJob(
    { ...job, ...changes },
    failedAt.map((failedAtMs) => ({
      ...{ id: `r${failedAtMs}`, jobId: 'j', jobName: 'Totals', error: `at ${failedAtMs}` },
      ...{ triggerType: 'scheduled', attemptsMade: 1, scheduledAtMs: failedAtMs, failedAtMs },
    })),
  );

const run = (id: string, changes: Partial<StoredRun>) =>
  aRun({ id, status: 'completed', finishedAtMs: Number(id), ...changes });
const ofSync = (...ended: StoredRun[]) => causeOfSync(ended);

const ofIntegration = (state: Partial<StoredState>) =>
  causeOfIntegration(
    getDefinition('sync_http_json'),
    { state: (id) => ({ id, credentialsRevision: 0, revision: 1, ...state }), counts: () => undefined },
    1_000,
  );
const connected = { isEnabled: true, credentialKeys: ['baseUrl', 'token'], credentialsRevision: 1 };

const thousands = 'The last 1,200 attempts failed.';
type Row = readonly [name: string, found: FoundCause | undefined, shown: object | undefined];

it.for<Row>([
  ['a webhook fails', ofWebhook({}, health(1_200)), { message: thousands, sinceMs: 5, lastSeenMs: 9 }],
  ['the platform disabled it', ofWebhook(disabled('failures'), health(9)), { count: 9, sinceMs: 2_000 }],
  ['a job failed', ofJob({}, 20, 10), { count: 2, message: 'at 20', sinceMs: 10, lastSeenMs: 20 }],
  ['a job has completed between', ofJob({ lastRunAtMs: 15 }, 20, 10), { count: 1, sinceMs: 20 }],
  ['a job failed, and is disabled', ofJob({ isEnabled: false }, 20), undefined],
  [
    'a sync failed',
    ofSync(
      run('3', { status: 'failed', lastError: 'No.', integrationId: 'sync_s3_files' }),
      ...[run('2', { failedCount: 1 }), run('1', {})],
    ),
    {
      ...{ title: 'Files in S3: crm.customer', count: 2, message: 'No.', resourceId: '3' },
      ...{ sinceMs: 2, lastSeenMs: 3, occurrence: 'after 1' },
    },
  ],
  ['all failed rows of a sync are fixed', ofSync(run('1', { failedCount: 0, fixedCount: 2 })), undefined],
  ['a sync has failed rows', ofSync(run('1', { failedCount: 2 })), { message: '2 failed rows' }],
  ['an integration is disabled', ofIntegration({}), undefined],
  [
    'its credentials were refused',
    ofIntegration({ ...connected, reauthRequired: true, updatedAtMs: 7 }),
    { message: expect.stringContaining('refused'), sinceMs: 7 },
  ],
  [
    'its health check fails',
    ofIntegration({ ...connected, lastHealthStatus: 'unhealthy', healthChangedAtMs: 3 }),
    { message: 'Its health check fails.', sinceMs: 3 },
  ],
  ['its health check is slow', ofIntegration({ ...connected, lastHealthStatus: 'degraded' }), undefined],
])('%s', ([, found, shown]) => {
  expect(found).toEqual(shown && expect.objectContaining(shown));
});

it.for([
  [
    'a disabled webhook',
    ofWebhook({}, health(2)),
    ofWebhook({}, health(3)),
    ofWebhook(disabled('gone'), health(3)),
  ],
  ['a job', ofJob({}, 10), ofJob({}, 20, 10), ofJob({ lastRunAtMs: 25 }, 30, 20, 10)],
  [
    'a sync',
    ofSync(run('2', { failedCount: 1 }), run('1', {})),
    ofSync(run('3', { failedCount: 1 }), run('2', { failedCount: 1 }), run('1', {})),
    ofSync(run('5', { failedCount: 1 }), run('4', {}), run('3', { failedCount: 1 })),
  ],
  [
    'an integration',
    ofIntegration({ isEnabled: true }),
    ofIntegration({ isEnabled: true }),
    ofIntegration({ isEnabled: true, credentialsRevision: 2 }),
  ],
] as const)(
  '%s that fails on has one occurrence, and another after it has worked',
  ([, first, later, again]) => {
    expect(later?.occurrence).toBe(first?.occurrence);
    expect(again?.occurrence).not.toBe(first?.occurrence);
  },
);

describe('a decision', () => {
  const decision = {
    ...{ kind: 'failing_job', key: 'j', occurrence: 'one', decidedBy: 'user:1', decidedAtMs: 0 },
    mutedUntilMs: null as number | null,
  };
  it.for([
    ['a muting', { ...decision, mutedUntilMs: 1_001 }, 'one', true],
    ['a muting whose time is over', { ...decision, mutedUntilMs: 1_000 }, 'one', false],
    ['a muting of an earlier failure', { ...decision, mutedUntilMs: 1_001 }, 'two', false],
  ] as const)('holds or not: %s', ([, made, occurrence, holds]) => {
    expect(heldDecision({ occurrence }, made, 1_000)).toBe(holds ? made : undefined);
  });
});

it.for([
  [{ tenantId: 't', organizationId: '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10' }, 'a:b/c d'],
  [{ tenantId: 't', organizationId: null }, 'j'],
  [{ tenantId: null, organizationId: null }, 'webhook-deliveries'],
] as const)('the id of a cause names its home and key: %j', ([of, key]) => {
  expect(causeNamed(causeId('failing_job', of, key), 't')).toEqual({ kind: 'failing_job', home: of, key });
});

it.for(['', 'x', 'failing_job:tenant:', 'failing_job:elsewhere:j', 'failing_job:tenant:j'])(
  'is no id of a cause without a tenant: %j',
  (id) => {
    expect(causeNamed(id, undefined)).toBeUndefined();
  },
);
