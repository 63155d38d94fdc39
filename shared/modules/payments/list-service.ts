/** Lists payments, and reads a payment with its history. */

import { NotFoundError } from '../../kernel/errors/errors.ts';
import { contentTagOf } from '../../kernel/http/content-tag.ts';
import type { Caller, Reader } from '../../kernel/http/operation.ts';
import { Reply } from '../../kernel/http/reply.ts';
import { timeRangeOf } from '../../kernel/http/time-range.ts';
import { toList, toListRequest } from '../../kernel/lists/list.ts';
import { listLogs } from '../integrations/public.ts';
import { paymentLimits } from './limits.ts';
import { paymentEntityType } from './payment-log.ts';
import * as store from './payment-store.ts';
import { integrationIdOf } from './providers/provider-names.ts';
import type { ListPayments } from './transaction-contract.ts';
import { toDetail, toRow } from './views.ts';

/** One page of the visible payments. Throws InvalidInputError for times that end before they begin. */
export async function listPayments({ scope }: Reader, query: ListPayments) {
  const { status, providerKey, from, to } = query;
  const isDated = from !== undefined || to !== undefined;
  const createdAt = isDated ? timeRangeOf(from, to, ['from', 'to']) : undefined;
  const request = toListRequest<store.PaymentListField>(query, { status, providerKey, createdAt });
  const { items, total } = await store.listPayments(scope, request);
  return toList(query, { items: items.map(toRow), total });
}

/** A payment with its items and its log, which is not covered by its revision. Throws NotFoundError. */
export async function getPayment({ scope, context }: Caller, { id }: { id: string }) {
  const details = await store.findPaymentDetails(scope, id);
  if (details === undefined || !scope.organizationIds.includes(details.payment.organizationId))
    throw new NotFoundError('Payment transaction');
  const integrationId = integrationIdOf(details.payment.providerKey);
  const about = {
    page: 1,
    pageSize: paymentLimits.historyEntries,
    withTotal: false,
    entityType: paymentEntityType,
    entityId: id,
  };
  const logs =
    integrationId === undefined
      ? []
      : (await listLogs(details.payment, [integrationId], about, context.nowMs)).items;
  // Log entries never change, so the tag contains their ids. The JSON of items is unsuitable: attributes have
  // no order.
  const shownLogs = contentTagOf(logs.map(({ id }) => id).join()).replaceAll('"', '');
  const etag = `"${details.payment.revision}-${shownLogs}"`;
  return new Reply({ transaction: toDetail(details), logs }, { etag });
}
