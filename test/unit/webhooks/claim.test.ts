/** Claims the deliveries of a batch with a mocked DynamoDB. */
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { claim } from '../../../shared/modules/webhooks/deliveries/delivery-store.ts';
import { cancelled, mockTable } from '../../support/fault-injection/mock-table.ts';
import { aStoredDelivery } from '../../support/runtime/deliveries.ts';
import { logOf } from '../../support/runtime/quiet-log.ts';

const nowMs = Date.now();

const wanted = (id: string) => ({
  delivery: aStoredDelivery(nowMs, { id }),
  lease: { token: id, untilMs: nowMs + 30_000 },
});

/** Claims deliveries with these names: `taken` belongs to another worker, `busy` is not reachable. */
async function claimed(...ids: string[]) {
  const mock = mockTable();
  mock.on(TransactWriteCommand).callsFake(({ TransactItems = [] }: TransactWriteCommandInput) => {
    const names = TransactItems.map(({ Update }) => String(Update?.Key?.sk).split('#').at(-1));
    if (names.includes('taken'))
      throw cancelled(...names.map((name) => (name === 'taken' ? 'ConditionalCheckFailed' : 'None')));
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
