/** Lists payments, and reads a payment with its history. */

import type { Scope } from '../../kernel/base/principal.ts';
import { NotFoundError } from '../../kernel/errors/errors.ts';
import { contentTagOf } from '../../kernel/http/content-tag.ts';
import { Reply } from '../../kernel/http/reply.ts';
import { timeRangeOf } from '../../kernel/http/time-range.ts';
import { toList, toListRequest } from '../../kernel/lists/list.ts';
import { listLogs } from '../integrations/public.ts';
import { paymentLimits } from './limits.ts';
import { paymentEntityType } from './payment-log.ts';
import { findPaymentDetails, listPayments, type PaymentListField } from './payment-store.ts';
import { integrationIdOf } from './providers/provider-names.ts';
import type { ListPayments } from './transaction-contract.ts';
import { toDetail, toRow } from './views.ts';

/** One page of the visible payments. Throws InvalidInputError for times that end before they begin. */
export async function list(scope: Scope, query: ListPayments) {
  const { status, providerKey, from, to } = query;
  const isDated = from !== undefined || to !== undefined;
  const createdAt = isDated ? timeRangeOf(from, to, ['from', 'to']) : undefined;
  const request = toListRequest<PaymentListField>(query, { status, providerKey, createdAt });
  const { items, total } = await listPayments(scope, request);
  return toList(query, { items: items.map(toRow), total });
}

/** A payment with its items and its log, which is not covered by its revision. Throws NotFoundError. */
export async function getWithHistory(scope: Scope, id: string, nowMs: number) {
  const details = await findPaymentDetails(scope, id);
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
    integrationId === undefined ? [] : (await listLogs(details.payment, [integrationId], about, nowMs)).items;
  // Log entries never change, so the tag contains their ids. The JSON of items is unsuitable: attributes have
  // no order.
  const shownLogs = contentTagOf(logs.map(({ id }) => id).join()).replaceAll('"', '');
  const etag = `"${details.payment.revision}-${shownLogs}"`;
  return new Reply({ transaction: toDetail(details), logs }, { etag });
}
