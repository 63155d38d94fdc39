import { describe, expect, it } from 'vitest';
import { settings } from '../../../shared/kernel/settings/settings.ts';
import { usageKey, usageShards } from '../../../shared/kernel/table/keys.ts';
import { getItem } from '../../../shared/kernel/table/read.ts';
import { transact } from '../../../shared/kernel/table/write.ts';
import { jobUsagePartition } from '../../../shared/modules/scheduler/keys.ts';
import { syncUsagePartition } from '../../../shared/modules/sync/keys.ts';
import { inboundEndpointRows } from '../../../shared/modules/webhooks/inbound/inbound-endpoints.ts';
import { webhookListPartition } from '../../../shared/modules/webhooks/keys.ts';
import { aJob, jobsPath } from '../../support/builders/scheduler.ts';
import { aFolder, lines, runsPath, startSync } from '../../support/builders/sync-files.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { aWebhookBody, webhooksPath } from '../../support/builders/webhooks.ts';
import type { TestResponse } from '../../support/clients/api.ts';

interface Kind {
  partition: (caller: TestCaller) => string;
  max: number;
  what: string;
  /** Creates the resource with this number. */
  create: (caller: TestCaller, number: number) => Promise<TestResponse>;
  remove: (caller: TestCaller, id: string) => Promise<TestResponse>;
}

const inboundPath = '/api/webhooks/inbound-endpoints';

const kinds: Readonly<Record<string, Kind>> = {
  webhooks: {
    partition: webhookListPartition,
    max: Number(settings.WEBHOOKS_PER_ORGANIZATION),
    what: 'webhooks in an organization',
    create: ({ api }) => api.post(webhooksPath, { body: aWebhookBody() }),
    remove: ({ api }, id) => api.delete(`${webhooksPath}/${id}`),
  },
  'inbound endpoints': {
    partition: inboundEndpointRows.list.partition,
    max: Number(settings.INBOUND_ENDPOINTS_PER_ORGANIZATION),
    what: 'inbound endpoints in an organization',
    create: ({ api }) => api.post(inboundPath, { body: { name: 'Repository', providerKey: 'github' } }),
    remove: ({ api }, id) => api.delete(`${inboundPath}/${id}`),
  },
  'scheduled jobs': {
    partition: ({ tenantId }) => jobUsagePartition(tenantId),
    max: Number(settings.SCHEDULED_JOBS_PER_TENANT),
    what: 'scheduled jobs in a tenant',
    create: ({ api }) => api.post(jobsPath, { body: aJob() }),
    remove: ({ api }, id) => api.delete(`${jobsPath}?id=${id}`),
  },
  'active sync runs': {
    partition: syncUsagePartition,
    max: Number(settings.SYNC_RUNS_PER_TENANT),
    what: 'active sync runs in a tenant',
    async create(caller, number) {
      if (number === 1) await (await aFolder(caller)).put('crm.customer1', lines([{ id: '1' }]));
      return startSync(caller, { entityType: `crm.customer${number}` });
    },
    remove: ({ api }, id) => api.post(`${runsPath}/${id}/cancel`),
  },
};

/** Sets the count so that this many more fit. */
async function leaveRoom(caller: TestCaller, { partition, max }: Kind, room: number): Promise<void> {
  const shards = Array.from({ length: usageShards }, (_, shard) => shard);
  await transact(
    shards.map((shard) => ({
      add: usageKey(partition(caller), shard),
      amounts: { n: max / usageShards - (shard === 0 ? room : 0) },
    })),
  );
}

async function used(caller: TestCaller, { partition }: Kind): Promise<number> {
  const shards = Array.from({ length: usageShards }, (_, shard) => usageKey(partition(caller), shard));
  const items = await Promise.all(shards.map((key) => getItem(key)));
  return items.reduce((sum, item) => sum + Number(item?.n ?? 0), 0);
}

describe.each(Object.entries(kinds))('the number of %s', (_name, kind) => {
  it('is limited, and can grow again after a deletion', async () => {
    const caller = await aTenant();
    await leaveRoom(caller, kind, 1);
    const last = await kind.create(caller, 1);
    expect(last.status, JSON.stringify(last.body)).toBeLessThan(300);
    const refused = await kind.create(caller, 2);
    expect(refused).toMatchObject({
      status: 409,
      body: {
        error: `There can be at most ${kind.max} ${kind.what}.`,
        code: 'limit_reached',
        limit: kind.max,
      },
    });
    const removed = await kind.remove(caller, String(last.body.id));
    // A run may have ended meanwhile.
    expect([200, 409], JSON.stringify(removed.body)).toContain(removed.status);
    await expect.poll(() => used(caller, kind)).toBe(kind.max - 1);
    expect((await kind.create(caller, 3)).status).toBeLessThan(300);
  });
});

it('a deleted job is restored only if the tenant is below its limit', async () => {
  const kind = kinds['scheduled jobs'];
  if (kind === undefined) throw new Error('There is no such kind.');
  const caller = await aTenant();
  const { body } = await kind.create(caller, 1);
  await kind.remove(caller, String(body.id));
  await leaveRoom(caller, kind, 0);
  const undo = () => caller.api.post(`${jobsPath}/undo`, { body: { id: body.id } });
  expect(await undo()).toMatchObject({ status: 409, body: { code: 'limit_reached' } });
  await transact([{ add: usageKey(kind.partition(caller), 2), amounts: { n: -1 } }]);
  expect((await undo()).status).toBe(200);
});
