/** Dead letters: list and redrive by super admins. */
import { randomUUID } from 'node:crypto';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { aTenant } from '../../support/builders/tenants.ts';
import { callsOf } from '../../support/clients/api.ts';

const path = '/api/overview/dead-letters';
/** A queue of teams: no worker reads redriven messages. */
const queue = 'jobs';

const { endpointUrl: endpoint, region, accessKeyId, secretAccessKey, queues } = inject('aws');
const sqs = new SQSClient({ endpoint, region, credentials: { accessKeyId, secretAccessKey } });
afterAll(() => sqs.destroy());

interface Shown {
  count: number;
  items: { messageId: string; type: string | null; tenantId: string | null; body: string }[];
}

const bury = (body: string) =>
  sqs.send(new SendMessageCommand({ QueueUrl: `${queues[queue]}-dlq`, MessageBody: body }));

describe('dead letters', () => {
  it('are counted and listed by queue, and redriven with an audit entry', async () => {
    const { api, tenantId } = await aTenant({ isSuperAdmin: true });
    const id = randomUUID();
    const envelope = { v: 1, id, type: 'sales.report.due', tenantId, organizationId: null };
    await bury(JSON.stringify({ ...envelope, idempotencyKey: id, data: {} }));
    await bury(`no envelope ${id}`);

    const all = await api.get<{ items: { queue: string; count: number }[]; total: number }>(path);
    expect(all.status).toBe(200);
    expect(all.body.items.find((one) => one.queue === queue)?.count).toBe(2);
    expect(all.body.total).toBeGreaterThanOrEqual(2);
    expect((await callsOf(all)).filter(({ action }) => action === 'Query')).toEqual([]);

    // Listing does not remove messages.
    for (const _ of [1, 2]) {
      const { body } = await api.get<Shown>(`${path}/${queue}`);
      expect(body.count).toBe(2);
      expect(body.items.map(({ type }) => type)).toEqual(['sales.report.due', null]);
      expect(body.items[0]).toMatchObject({ tenantId, body: expect.stringContaining(id) });
      expect(body.items[1]?.body).toBe(`no envelope ${id}`);
    }

    const brought = await api.post(`${path}/${queue}/redrive`);
    expect([brought.status, brought.body]).toEqual([202, { ok: true, count: 2 }]);
    expect((await api.get<Shown>(`${path}/${queue}`)).body).toMatchObject({ count: 0, items: [] });
    const trail = await api.get<{ items: object[] }>(
      '/api/audit_logs/actions?platform=true&resource=platform.dead_letters&pageSize=200',
    );
    expect(trail.body.items).toContainEqual(
      expect.objectContaining({ resourceId: queue, action: 'redriven', tenantId: null }),
    );
  });

  it('need a super admin and an existing queue', async () => {
    const { api } = await aTenant();
    expect((await api.get(path)).status).toBe(403);
    expect((await api.get(`${path}/${queue}`)).status).toBe(403);
    expect((await api.post(`${path}/${queue}/redrive`)).status).toBe(403);
    const admin = await aTenant({ isSuperAdmin: true });
    expect((await admin.api.get(`${path}/no-such-queue`)).status).toBe(404);
    expect((await admin.api.post(`${path}/no-such-queue/redrive`)).status).toBe(404);
  });
});
