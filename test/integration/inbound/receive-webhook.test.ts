import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { dataKeyGeneration } from '../../../shared/kernel/secrets/limits.ts';
import { dataKeyKey } from '../../../shared/kernel/table/keys.ts';
import { deleteItem, transact } from '../../../shared/kernel/table/write.ts';
import { itemsOf } from '../../support/builders/rules.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { anEndpoint, endpointsPath, rawSecret, receive, signed } from '../../support/clients/inbound.ts';
import { during } from '../../support/fault-injection/faults.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

describe('a verified message', () => {
  it('is deduplicated for ten minutes under another, unsigned id', async () => {
    const owner = await aTenant();
    const { id } = await anEndpoint(owner, { providerKey: 'github', secret: rawSecret });
    const body = '{"action":"opened"}';
    const deliver = (delivery: string) =>
      receive(id, {
        body,
        headers: {
          'x-github-event': 'issues',
          'x-github-delivery': delivery,
          'x-hub-signature-256': `sha256=${createHmac('sha256', rawSecret).update(body).digest('hex')}`,
        },
      });
    expect((await deliver('1')).body).toEqual({ ok: true });
    expect((await deliver('2')).body).toEqual({ ok: true, duplicate: true });
    const [mark] = itemsOf(owner.tenantId).filter(({ sk }) => sk === 'BYTES');
    expect(Number(mark?.ttl)).toBeLessThanOrEqual(Math.ceil(Date.now() / 1_000) + 600);
    await transact([{ put: { pk: String(mark?.pk), sk: 'BYTES', ttl: 1 } }]);
    expect((await deliver('3')).body).toEqual({ ok: true });
    await transact([{ put: { pk: String(mark?.pk), sk: 'BYTES', ttl: 1 } }]);
    expect((await deliver('1')).body).toEqual({ ok: true, duplicate: true });
  });

  it('returns an error if it cannot be stored, and is accepted when it is sent again', async () => {
    const owner = await aTenant();
    const { id, secret } = await anEndpoint(owner);
    const message = signed(secret, '{"type":"a"}');
    const fault = { action: 'TransactWriteItems', effect: 'error', bodyContains: id } as const;
    const failed = await during(fault, () => receive(id, message));
    expect(failed.status).toBeGreaterThanOrEqual(500);
    expect((await receive(id, message)).body).toEqual({ ok: true });
    expect((await receive(id, message)).body).toEqual({ ok: true, duplicate: true });
  });
});

describe('an inbound endpoint', () => {
  it('stores its secret encrypted, and nothing of a message with a wrong signature', async () => {
    const owner = await aTenant();
    const { id, secret } = await anEndpoint(owner);
    expect(JSON.stringify(itemsOf(owner.tenantId))).not.toContain(secret);
    expect((await receive(id, { body: '{}' })).status).toBe(401);
    expect(itemsOf(owner.tenantId).filter(({ sk }) => sk === 'RECEIPT')).toEqual([]);
  });

  it('uses the tenant’s new data key after the old one is deleted', async () => {
    const owner = await aTenant();
    const { id } = await anEndpoint(owner);
    await deleteItem(dataKeyKey(owner, dataKeyGeneration));
    expect((await owner.api.post(`${endpointsPath}/${id}/rotate-secret`)).status).toBe(200);
  });
});
