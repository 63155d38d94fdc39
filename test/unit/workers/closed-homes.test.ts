/** Handling of messages whose tenant or organization was closed after they were sent. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { workerFile } from '../../../lib/aws/function-files.ts';
import { workers as declared } from '../../../shared/catalog/workers.ts';
import { type BatchHandler, batchWorker } from '../../../shared/kernel/queues/batch-worker.ts';
import type { Message } from '../../../shared/kernel/queues/message.ts';
import { queueWorker } from '../../../shared/kernel/queues/worker.ts';
import { organizationKey, tenantKey } from '../../../shared/kernel/table/keys.ts';
import { aFakeTable } from '../../support/fault-injection/fake-table.ts';
import { aMessage, aRecord } from '../../support/runtime/messages.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

silenceLog();

let made = 0;
/** A tenant with one organization, each open or not, with unique ids because workers cache the state. */
function aHome({ tenant = true, organization = true } = {}) {
  made += 1;
  const scope = { tenantId: `tenant-${made}`, organizationId: `organization-${made}` };
  const items = [
    { ...tenantKey(scope), isActive: tenant },
    { ...organizationKey(scope, scope.organizationId), isActive: organization },
  ];
  return { ...scope, items };
}

const recordOf = (id: string, home: Pick<Message, 'tenantId' | 'organizationId'>) =>
  aRecord(id, aMessage(id, { tenantId: home.tenantId, organizationId: home.organizationId }));

const homes = () => {
  const [open, closed, closedTenant] = [aHome(), aHome({ organization: false }), aHome({ tenant: false })];
  const gone = { tenantId: `gone-${made}`, organizationId: null };
  const table = aFakeTable([open, closed, closedTenant].flatMap(({ items }) => items));
  const Records = [
    recordOf('open', open),
    recordOf('organization is closed', closed),
    recordOf('tenant is closed', closedTenant),
    recordOf('tenant is deleted', gone),
    recordOf('whole tenant', { ...open, organizationId: null }),
    recordOf('platform', { tenantId: null, organizationId: null }),
  ];
  return { Records, table };
};

describe('a worker', () => {
  const handled: string[] = [];
  const single = async ({ id }: { id: string }) => void handled.push(id);
  const batch: BatchHandler<object> = async (messages) =>
    void handled.push(...messages.map(({ message }) => message.id));

  it.each([
    ['single messages', queueWorker(single, { closedHomes: 'drop' })],
    ['batches', batchWorker(batch, { closedHomes: 'drop' })],
  ])('handles %s only if tenant and organization are open', async (_, worker) => {
    handled.length = 0;
    expect(await worker({ Records: homes().Records })).toEqual({ batchItemFailures: [] });
    expect(handled.toSorted()).toEqual(['open', 'platform', 'whole tenant']);
  });

  it('reads the state once for all messages of a batch, and caches it for seconds', async () => {
    const { Records, table } = homes();
    const worker = queueWorker(async () => {}, { closedHomes: 'drop' });
    await worker({ Records: Records.slice(0, 1) });
    await worker({ Records: Records.slice(0, 1) });
    expect(table.requests()).toEqual(['BatchGetCommand']);
  });
});

/** Workers that receive messages of closed tenants, with the reason. */
const exceptions: Record<string, string> = {
  'attachments/complete-text': 'ends the extraction of files that were uploaded before',
  'attachments/extract-text': 'ends the extraction of files that were uploaded before',
  'email/record-mail-events': 'records the result of mails that were sent before',
  'payments/process-payment-events':
    'keeps the state of payments current, in case the tenant is opened again',
  'scheduler/execute-jobs': 'records that the run was skipped',
  'sync/export-records': 'pauses the run, or cleans up a cancelled one',
  'sync/import-records': 'pauses the run, or counts the written items of a cancelled one',
  'webhooks/deliver': 'records that the delivery has expired',
};

it('every worker drops messages of closed tenants and organizations, or checks them itself', () => {
  const folder = join(import.meta.dirname, '../../../functions');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const workers = files.filter((file) => file.endsWith('.queue.ts'));
  const saying = (what: string) =>
    workers
      .filter((file) => readFileSync(join(folder, file), 'utf8').includes(`closedHomes: '${what}'`))
      .map((file) => file.replace('.queue.ts', ''));
  expect(saying('handle').toSorted()).toEqual(Object.keys(exceptions));
  expect([...saying('handle'), ...saying('drop')].length).toBe(workers.length);
  // Only these workers may read the directory; another one would treat every tenant as open.
  const allowed = declared.filter(({ trigger }) => trigger.kind === 'queue' && trigger.dropsClosedHomes);
  expect(
    saying('drop')
      .map((file) => `functions/${file}.queue.ts`)
      .toSorted(),
  ).toEqual(allowed.map(workerFile).toSorted());
});
