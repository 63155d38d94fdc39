/** Claims the deliveries of a batch with a mocked DynamoDB. */
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { newDelivery } from '../../../shared/modules/webhooks/deliveries/delivery.ts';
import { claim } from '../../../shared/modules/webhooks/deliveries/delivery-store.ts';
import { mockTable } from '../../support/fault-injection/mock-table.ts';
import { logOf } from '../../support/runtime/quiet-log.ts';

const nowMs = Date.now();

function wanted(id: string) {
  const made = {
    tenantId: 'tenant',
    organizationId: 'organization',
    id,
    messageId: `msg_${id}`,
    webhookId: 'webhook',
    eventType: 'sales.order.created',
    payloadId: 'payload',
    targetUrl: 'https://example.com/',
    maxAttempts: 3,
    madeAtMs: nowMs,
  };
  return { delivery: newDelivery(made, nowMs), lease: { token: id, untilMs: nowMs + 30_000 } };
}

/** Claims deliveries with these names: `taken` belongs to another worker, `busy` is not reachable. */
async function claimed(...ids: string[]) {
  const mock = mockTable();
  mock.on(TransactWriteCommand).callsFake(({ TransactItems = [] }: TransactWriteCommandInput) => {
    const names = TransactItems.map(({ Update }) => String(Update?.Key?.sk).split('#').at(-1));
    if (names.includes('taken')) {
      const CancellationReasons = names.map((name) => ({
        Code: name === 'taken' ? 'ConditionalCheckFailed' : 'None',
      }));
      throw new TransactionCanceledException({ message: 'taken', $metadata: {}, CancellationReasons });
    }
    if (names.includes('busy')) throw new Error('throttled');
    return {};
  });
  let got: Set<string> | undefined;
  const lines = await logOf(async () => {
    got = await claim(ids.map(wanted), nowMs);
  });
  return { got: [...(got ?? [])].sort(), requests: mock.calls().length, lines };
}

describe('claiming a batch', () => {
  it('is one request', async () => {
    expect(await claimed('a', 'b', 'c')).toMatchObject({ got: ['a', 'b', 'c'], requests: 1, lines: [] });
  });

  it('omits deliveries of other workers', async () => {
    expect(await claimed('a', 'taken', 'b')).toMatchObject({ got: ['a', 'b'], lines: [] });
    expect(await claimed('taken')).toMatchObject({ got: [] });
  });

  it('keeps claimed deliveries if another one is not reachable, and reports that one', async () => {
    const { got, lines } = await claimed('a', 'taken', 'busy', 'b');
    expect(got).toEqual(['a', 'b']);
    expect(lines).toMatchObject([{ level: 'warn', deliveryId: 'busy' }]);
  });

  it('fails completely if DynamoDB is not reachable', async () => {
    await expect(claimed('a', 'busy')).rejects.toThrow('throttled');
  });
});
