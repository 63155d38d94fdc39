/**
 * Verbs for webhooks, sync runs, schedules, queues, backups and item versions. What needs the registries of all modules is
 * loaded when its verb runs.
 */
import { checkTable } from '../../lib/admin/check-table.ts';
import { restoreRuntime, saveRuntime } from '../../lib/admin/local-runtime.ts';
import { progressOn } from '../../lib/admin/progress.ts';
import { followRun, startSyncRun } from '../../lib/admin/sync-run.ts';
import { resendTo } from '../../lib/admin/unfinished-deliveries.ts';
import { deadLetterQueueName, queueName } from '../../lib/aws/names.ts';
import type { Scope } from '../../shared/kernel/base/principal.ts';
import { redrive } from '../../shared/kernel/queues/redrive.ts';
import { listOrganizations } from '../../shared/modules/identity/directory/organization-store.ts';
import { setUpCanary } from '../../shared/modules/platform/canary/set-up.ts';
import { reconcile } from '../../shared/modules/scheduler/reconcile.ts';
import { toRun } from '../../shared/modules/sync/runs/run.ts';
import * as webhooks from '../../shared/modules/webhooks/endpoints/webhook-service.ts';
import { dataDir } from '../options/data-dir.ts';
import { confirmed } from './confirm.ts';
import { UsageError, type Values } from './flags.ts';
import { administrator, connected, organizationOf, queuesOf, stageName } from './target.ts';
import { allRows, type Verb } from './verb.ts';

const progress = progressOn(process.stderr);

/** One organization of a tenant, or all of them. */
async function organizationsOf(values: Values): Promise<Scope> {
  const tenantId = values.required('tenantId');
  const named = values.text('organizationId');
  const organizationIds =
    named === undefined ? (await listOrganizations({ tenantId })).map(({ id }) => id) : [named];
  return { tenantId, organizationId: organizationIds[0] ?? '', organizationIds };
}

async function runSync(values: Values, words: readonly string[]): Promise<unknown> {
  const [integrationId = '', entityType = '', direction = ''] = words;
  const run = await startSyncRun(
    organizationOf(values),
    {
      integrationId,
      entityType,
      direction,
      fullSync: values.has('fullSync'),
      batchSize: values.positiveInteger('batchSize'),
    },
    { sqs: await queuesOf(values), queueName: (queue) => queueName(stageName(values), queue) },
    administrator(),
  );
  if (!values.has('follow')) return toRun(run, Date.now());
  const ended = await followRun(run, process.stderr);
  if (ended.status !== 'completed') process.exitCode = 1;
  return ended;
}

async function restoreBackup(values: Values): Promise<unknown> {
  const folder = values.required('from');
  const [stage, tenantId] = [stageName(values), values.text('tenantId')];
  await confirmed(values, tenantId ?? stage, 'Everything written since the backup is lost.');
  await connected(values);
  const { openBackup, restore } = await import('../../lib/admin/restore.ts');
  const backup = await openBackup(folder, { tenantId, progress });
  // After the check: the keys of a backup that is refused would replace those of the table.
  if (values.has('local') && tenantId === undefined) restoreRuntime(folder, dataDir());
  const resend = resendTo(await queuesOf(values), queueName(stage, 'webhook-deliveries'));
  return restore(backup, { tenantId, context: administrator(), progress, resend });
}

export const operationVerbs: readonly Verb[] = [
  {
    command: 'webhook list',
    summary: 'List the webhooks of a tenant or of one organization',
    required: ['tenantId'],
    optional: ['organizationId'],
    run: async (values) => {
      const scope = await organizationsOf(values);
      return allRows((page, pageSize) => webhooks.listWebhooks({ scope }, { page, pageSize }));
    },
  },
  {
    command: 'webhook delete',
    summary: 'Delete a webhook',
    required: ['tenantId', 'id'],
    optional: ['organizationId'],
    run: async (values) => {
      const id = values.required('id');
      const caller = { scope: await organizationsOf(values), context: administrator() };
      await webhooks.deleteWebhook(caller, { id });
      return { deleted: id };
    },
  },
  {
    command: 'sync run',
    words: '<integrationId> <entityType> <direction>',
    summary: "Start a sync run (import or export); with --local, in the demo's organization by default",
    optional: ['tenantId', 'organizationId', 'fullSync', 'batchSize', 'follow'],
    run: runSync,
  },
  {
    command: 'scheduler reconcile',
    summary: 'Repair differences between jobs and their schedules, such as those after crashes',
    run: async (values) => {
      await connected(values);
      return reconcile({ deadlineMs: Number.POSITIVE_INFINITY });
    },
  },
  {
    command: 'redrive',
    words: '<queue>',
    summary: 'Move the messages of a dead-letter queue back to its queue',
    run: async (values, [queue = '']) =>
      redrive(await queuesOf(values), deadLetterQueueName(queueName(stageName(values), queue))),
  },
  {
    command: 'canary set-up',
    summary: 'Create or replace the key and webhook of the canary',
    required: ['url'],
    run: async (values) => {
      await connected(values);
      return setUpCanary(values.required('url'), administrator());
    },
  },
  {
    command: 'backup',
    summary: "Save items, in DynamoDB's export format, and files to a folder",
    required: ['out'],
    optional: ['tenantId'],
    run: async (values) => {
      const [folder, tenantId] = [values.required('out'), values.text('tenantId')];
      await connected(values);
      const { backup } = await import('../../lib/admin/backup.ts');
      const saved = await backup(folder, tenantId, progress);
      if (values.has('local') && tenantId === undefined) saveRuntime(dataDir(), folder);
      return saved;
    },
  },
  {
    command: 'restore',
    summary: 'Restore table and files to the state of a backup',
    required: ['from'],
    optional: ['tenantId', 'yes'],
    run: restoreBackup,
  },
  {
    command: 'restore check',
    summary:
      'Check a restored table in AWS for missing stream, TTL, point-in-time recovery and deletion protection',
    run: (values) => {
      if (values.has('local'))
        throw new UsageError(
          'restore check is for tables in AWS: name one with --stage. The local table needs no check.',
        );
      return checkTable();
    },
  },
];
