import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { ChangeContext } from '../../../shared/kernel/audit/record.ts';
import { type Created, createOnce } from '../../../shared/kernel/http/create-once.ts';
import { requestHashOf } from '../../../shared/kernel/http/idempotency.ts';
import { transact } from '../../../shared/kernel/table/write.ts';
import { itemsOf } from '../../support/builders/rules.ts';
import { asTest, aTenant } from '../../support/builders/tenants.ts';

/** Sends a request with one key: `create` stores a thing with a new id. */
async function aRequest() {
  const { tenantId, organizationId } = await aTenant();
  const idempotencyKey = randomUUID();
  const stored: string[] = [];
  async function store({ once }: ChangeContext): Promise<string> {
    const resourceId = randomUUID();
    await transact(once?.remember({ resource: 'test.thing', resourceId, version: 1 }) ?? []);
    stored.push(resourceId);
    return resourceId;
  }
  const send = (create = store, content = {}) =>
    createOnce(
      { operationId: 'createThing', idempotencyKey, scope: { tenantId, organizationId }, content },
      asTest(),
      { create, replay: async ({ id }: Created) => id },
    );
  return { tenantId, send, store, stored };
}

it('returns what an interrupted request has created, and creates nothing again', async () => {
  const { send, store, stored } = await aRequest();
  const interrupted = send(async (context) => {
    await store(context);
    throw new Error('The process ends.');
  });

  await expect(interrupted).rejects.toThrow('The process ends.');
  await expect(send()).resolves.toEqual({ result: stored[0], isReplayed: true });
  expect(stored).toHaveLength(1);
});

it('returns what a faster request has created if a later step notices it', async () => {
  const { send, store, stored } = await aRequest();
  const slower = await send(async (context) => {
    await send();
    return store(context);
  });

  expect(slower).toEqual({ result: stored[0], isReplayed: true });
  expect(stored).toHaveLength(1);
});

it('stores nothing by which a reader of the table could try the password of a request', async () => {
  const { tenantId, send } = await aRequest();
  const content = { body: { email: 'ada@example.com', password: 'Enigma-1942' } };
  await send(undefined, content);
  const [request] = itemsOf(tenantId).filter(({ sk }) => sk === 'REQUEST');
  expect(request?.requestHash).toEqual(expect.any(String));
  expect(request?.requestHash).not.toBe(requestHashOf(content));
});

it('creates after a failed request with the same key', async () => {
  const { send } = await aRequest();
  const failed = send(() => Promise.reject(new Error('refused')));

  await expect(failed).rejects.toThrow('refused');
  await expect(send()).resolves.toMatchObject({ isReplayed: false });
  await expect(send(undefined, { other: true })).rejects.toMatchObject({ code: 'idempotency_conflict' });
});
