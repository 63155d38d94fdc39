import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { createApiKey } from '../../../shared/modules/identity/api-keys/api-key-service.ts';
import { cancelled, mockTable } from '../../support/fault-injection/mock-table.ts';

const tenantId = '0e1f2a3b-0000-4000-8000-000000000001';
const organizationId = '0e1f2a3b-0000-4000-8000-000000000002';

it.each([
  [0, 'Tenant not found.'],
  [1, 'Organization not found.'],
])('a new API key is refused by the transaction if part %i of its home is closed', async (part, message) => {
  mockTable()
    .on(TransactWriteCommand)
    .callsFake(({ TransactItems: items }) => {
      const checks = items.flatMap((item: object, index: number) =>
        'ConditionCheck' in item ? [index] : [],
      );
      throw cancelled(
        ...items.map((_: object, index: number) =>
          index === checks[part] ? 'ConditionalCheckFailed' : 'None',
        ),
      );
    });
  const context = { principal: { subject: 'user:1' }, nowMs: Date.now() };
  const creation = createApiKey({ name: 'shop', tenantId, organizationId }, context);
  await expect(creation).rejects.toMatchObject({ code: 'not_found', message });
});
