import { describe, expect, it } from 'vitest';
import { dataKeyGeneration } from '../../../shared/kernel/secrets/limits.ts';
import { sealSecret } from '../../../shared/kernel/secrets/seal.ts';
import { dataKeyKey } from '../../../shared/kernel/table/keys.ts';
import { getItem } from '../../../shared/kernel/table/read.ts';
import { deleteItem } from '../../../shared/kernel/table/write.ts';
import { countAttempts, disableWebhook } from '../../../shared/modules/webhooks/deliveries/health-store.ts';
import type { Webhook } from '../../../shared/modules/webhooks/endpoints/webhook-contract.ts';
import { subscriptionKey, webhookHealthKey } from '../../../shared/modules/webhooks/keys.ts';
import { itemsOf } from '../../support/builders/rules.ts';
import { connectSecrets } from '../../support/builders/secrets.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { aWebhook, webhookPath, webhooksPath } from '../../support/builders/webhooks.ts';
import { callsOf } from '../../support/clients/api.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

const read = async ({ api }: TestCaller, id: string) => (await api.get<Webhook>(webhookPath(id))).body;

describe('creating a webhook', () => {
  it('stores its secret and its headers encrypted', async () => {
    const owner = await aTenant();
    const customHeaders = { authorization: 'Bearer abc' };
    const { secret, id } = await aWebhook(owner, { customHeaders });
    const stored = JSON.stringify(itemsOf(owner.tenantId));
    expect(stored).toContain(id);
    expect(stored).not.toContain(secret.slice('whsec_'.length));
    expect(stored).not.toContain('Bearer abc');
  });

  it('encrypts them with the existing key of the tenant', async () => {
    const owner = await aTenant();
    connectSecrets();
    await sealSecret(owner, 'test', 'made elsewhere');
    const { secret } = await aWebhook(owner);
    expect(secret).toMatch(/^whsec_/);
  });
});

describe('deleting a webhook', () => {
  it('leaves no permanent health items, also if an attempt ends later', async () => {
    const owner = await aTenant();
    const { id } = await aWebhook(owner);
    await owner.api.delete(webhookPath(id));
    expect(await countAttempts(owner, id, [{ succeeded: false, atMs: Date.now() }])).toBe(0);
    const health = await getItem(webhookHealthKey(owner, id));
    expect(health).toMatchObject({ ttl: expect.any(Number) });
    expect(health).not.toHaveProperty('consecutiveFailures');
  });
});

describe('a late response of a receiver', () => {
  it('does not disable a webhook that has another URL now', async () => {
    const owner = await aTenant();
    const { tenantId, organizationId } = owner;
    const { id, url } = await aWebhook(owner);
    const moved = 'https://example.com/hooks/moved';
    await owner.api.put(webhookPath(id), { body: { url: moved } });
    const why = { reason: 'gone', consecutiveFailures: 1 } as const;
    await disableWebhook({ tenantId, organizationId, id, url }, why, Date.now());
    expect(await read(owner, id)).toMatchObject({ isActive: true, disabledReason: null });
    await disableWebhook({ tenantId, organizationId, id, url: moved }, why, Date.now());
    expect(await read(owner, id)).toMatchObject({ isActive: false, disabledReason: 'gone' });
  });
});

describe('rotating the secret', () => {
  it('creates a new data key if the tenant has none', async () => {
    const owner = await aTenant();
    const { id } = await aWebhook(owner);
    await deleteItem(dataKeyKey(owner, dataKeyGeneration));
    const { status, body } = await owner.api.post<{ secret: string }>(`${webhookPath(id)}/rotate-secret`);
    expect(status).toBe(200);
    expect(body.secret).toMatch(/^whsec_/);
  });

  it('keeps an inactive webhook without a subscription', async () => {
    const owner = await aTenant();
    const { id } = await aWebhook(owner);
    await owner.api.put(webhookPath(id), { body: { isActive: false } });
    await owner.api.post(`${webhookPath(id)}/rotate-secret`);
    expect(await getItem(subscriptionKey(owner, id))).toBeUndefined();
  });
});

describe('listing webhooks', () => {
  it('costs the same for any number of webhooks: caller, page with rows, health', async () => {
    const owner = await aTenant();
    await aWebhook(owner);
    const calls = await callsOf(await owner.api.get(webhooksPath));
    expect(calls.map(({ action }) => action)).toEqual(['UpdateItem', 'Query', 'BatchGetItem']);
  });

  it('by id, reads one webhook by its key', async () => {
    const owner = await aTenant();
    const { id } = await aWebhook(owner);
    const calls = await callsOf(await owner.api.get(`${webhooksPath}?id=${id}`));
    expect(calls.map(({ action }) => action)).toEqual(['UpdateItem', 'BatchGetItem', 'BatchGetItem']);
  });
});

describe('the condition of a webhook', () => {
  it('is removed from its item with null', async () => {
    const owner = await aTenant();
    const { id } = await aWebhook(owner, { condition: { field: 'type', operator: '=', value: 1 } });
    await owner.api.put(webhookPath(id), { body: { condition: null } });
    const stored = itemsOf(owner.tenantId).filter(({ entity }) => entity === 'webhook');
    expect(stored.map(({ condition }) => condition)).toEqual(['null']);
  });
});
