import { BatchGetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { callerKey, organizationKey, tenantKey } from '../../../shared/kernel/table/keys.ts';
import { createApiKey } from '../../../shared/modules/identity/api-keys/api-key-service.ts';
import { apiKeyKey } from '../../../shared/modules/identity/keys.ts';
import { mockTable } from '../../support/fault-injection/mock-table.ts';

const tenantId = '0e1f2a3b-0000-4000-8000-000000000001';
const organizationId = '0e1f2a3b-0000-4000-8000-000000000002';
const tableName = 'unit-test';

/** Creates a key in an organization with these states in subsequent reads, and returns the result. */
async function createIn(organizationIsActive: readonly boolean[]) {
  const mock = mockTable(tableName);
  const readings = organizationIsActive.values();
  mock.on(TransactWriteCommand).resolves({});
  mock.on(BatchGetCommand).callsFake(() => {
    const items = [
      { ...tenantKey({ tenantId }), isActive: true },
      { ...organizationKey({ tenantId }, organizationId), isActive: readings.next().value },
    ];
    return { Responses: { [tableName]: items } };
  });
  const context = { principal: { subject: 'user:1' }, nowMs: Date.now() };
  const result = await createApiKey({ name: 'shop', tenantId, organizationId }, context).catch(
    (error: unknown) => error,
  );
  const transactions = mock
    .commandCalls(TransactWriteCommand)
    .map(({ args: [{ input }] }) => input.TransactItems ?? []);
  return { result, transactions };
}

describe('a new API key', () => {
  it('is stored in an open organization', async () => {
    const { result, transactions } = await createIn([true, true]);

    expect(result).toMatchObject({ key: { name: 'shop' }, secret: expect.any(String) });
    expect(transactions).toHaveLength(1);
  });

  it('is not stored in a closed organization', async () => {
    const { result, transactions } = await createIn([false]);

    expect(result).toMatchObject({ code: 'not_found', message: 'Organization not found.' });
    expect(transactions).toEqual([]);
  });

  it('is removed with its secret if the organization is closed while the key is stored', async () => {
    const { result, transactions } = await createIn([true, false]);

    expect(result).toMatchObject({ code: 'not_found', message: 'Organization not found.' });
    const [stored = [], removed = []] = transactions;
    const puts = stored.flatMap(({ Put }) => (Put?.Item ? [Put.Item] : []));
    const row = puts.find(({ sk, pk }) => sk === 'KEY' && String(pk).startsWith('TENANT#'));
    const deleted = removed.flatMap(({ Delete }) => (Delete?.Key ? [Delete.Key] : []));
    expect(deleted).toContainEqual(apiKeyKey({ tenantId }, String(row?.id)));
    expect(deleted).toContainEqual(callerKey(String(row?.secretSha256)));
  });
});
