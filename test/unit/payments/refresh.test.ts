/** A query of the provider while another request writes the payment. */
import { BatchGetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, expect, it } from 'vitest';
import { toItem } from '../../../shared/kernel/table/item.ts';
import { paymentKey } from '../../../shared/modules/payments/keys.ts';
import type { ProviderSnapshot } from '../../../shared/modules/payments/operations/provider-snapshot.ts';
import { refresh } from '../../../shared/modules/payments/operations/refresh.ts';
import type { StoredPayment } from '../../../shared/modules/payments/payment.ts';
import type { PaymentProvider } from '../../../shared/modules/payments/providers/provider.ts';
import { aPayment } from '../../support/builders/payment-rows.ts';
import { cancelled, mockTable } from '../../support/fault-injection/mock-table.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

silenceLog();

const unused = () => Promise.reject(new Error('This provider is only read.'));

function aProvider(retrieve: NonNullable<PaymentProvider['retrieve']>): PaymentProvider {
  return {
    ...{ key: 'stripe', title: 'Test', description: 'Test' },
    ...{ authorizes: 'provider', capturesRepeatedly: false },
    ...{ createSession: unused, capture: unused, refund: unused, cancel: unused, retrieve },
  };
}

const taken = cancelled('ConditionalCheckFailed');
const context = { principal: { subject: 'test' }, nowMs: Date.now() };
const options = { source: 'refresh', timeoutMs: 1_000, withRefunds: false } as const;

let table: ReturnType<typeof mockTable>;
beforeEach(() => {
  table = mockTable();
});

/** Refreshes a payment that failed; another request writes it `conflicts` times while the provider is queried. */
async function refreshed(conflicts: number): Promise<{ result: StoredPayment; queries: number }> {
  const before = aPayment({ status: 'failed', providerKey: 'stripe' });
  const { revision: rev, ...row } = { ...before, revision: 2, gatewayStatus: 'late' };
  const item = toItem(paymentKey(before, before.id), 'payment', row, { revision: rev });
  table.on(BatchGetCommand).resolves({ Responses: { 'unit-test': [item] } });
  let writes = 0;
  table.on(TransactWriteCommand).callsFake(() => {
    if (writes++ < conflicts) throw taken;
    return {};
  });
  let queries = 0;
  const snapshot: ProviderSnapshot = { atSeconds: 1_700_000_100, status: 'captured', receivedMinor: 1_000 };
  const provider = aProvider(async () => {
    queries++;
    return snapshot;
  });
  const result = await refresh({ payment: before, provider, connection: undefined }, options, context);
  return { result, queries };
}

it.each([
  ['the provider’s state, after one query, when no other request writes', 0, 'captured', null, 1],
  ['the provider’s state although a late event is written first', 1, 'captured', 'late', 2],
  ['the stored state if other requests write repeatedly', 2, 'failed', 'late', 2],
])('returns %s', async (_, conflicts, status, gatewayStatus, made) => {
  const { result, queries } = await refreshed(conflicts);
  expect({ ...result, queries }).toMatchObject({ status, gatewayStatus, queries: made });
});
