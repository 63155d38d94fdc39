/** Checks webhooks and their deliveries. */
import {
  deliveryLocatorKey,
  deliveryPartition,
  subscriptionKey,
  webhookListingKey,
} from '../../../shared/modules/webhooks/keys.ts';
import { beside, type Invariant, lastPart, msOf, type RawItem, sameId, scopeOf, text } from './table.ts';

const undecided = new Set(['pending', 'sending']);

export const webhooks: Invariant = (table) => {
  const rows = table.rows('webhook');
  const deliveries = table.rows('delivery');
  const attempts = Map.groupBy(table.rows('delivery_attempt'), ({ pk }) => pk);
  const attemptsOf = ({ tenantId, id }: RawItem) =>
    attempts.get(deliveryPartition({ tenantId: text(tenantId) }, text(id))) ?? [];
  return [
    ...beside(table, 'webhooks', {
      rows,
      expected: (row) => [webhookListingKey(scopeOf(row), msOf(row.createdAt), text(row.id))],
      isBeside: ({ pk, b }) => lastPart(pk) === 'WEBHOOKS' && b !== undefined,
      same: sameId,
    }),
    ...beside(table, 'subscriptions', {
      rows: rows.filter(({ isActive }) => isActive === true),
      expected: (row) => [subscriptionKey(scopeOf(row), text(row.id))],
      isBeside: ({ entity }) => entity === 'subscription',
      same: (row, item) => item.webhookId === row.id,
    }),
    ...beside(table, 'deliveries', {
      rows: deliveries,
      expected: (row) => [deliveryLocatorKey(scopeOf(row), text(row.id))],
      isBeside: ({ entity }) => entity === 'delivery_locator',
    }),
    ...deliveries
      .filter((row) => {
        const numbers = attemptsOf(row).map(({ attemptNumber }) => Number(attemptNumber));
        return (
          numbers.toSorted((a, b) => a - b).join() !== Array.from(numbers, (_, index) => index + 1).join()
        );
      })
      .map(({ pk, sk }) => `attempts: those of ${pk} ${sk} have gaps`),
    ...deliveries
      .filter((row) => attemptsOf(row).length !== Number(row.attemptNumber))
      .map(({ pk, sk, attemptNumber }) => `attempts: ${pk} ${sk} counts ${attemptNumber}, but stores others`),
    ...deliveries
      .filter(({ status, leaseUntilMs, nextRetryAtMs }) => {
        if (!undecided.has(text(status))) return false;
        return Math.max(Number(leaseUntilMs ?? 0), Number(nextRetryAtMs ?? 0)) < table.nowMs;
      })
      .map(({ pk, sk, status }) => `deliveries: ${pk} ${sk} is ${status} without a worker`),
  ];
};
