/** The lists of this module that `format=` exports, with all fields of a row in display order. */
import { type ExportSource, exportSource } from '../../kernel/lists/export-source.ts';
import * as payments from './list-service.ts';
import { listPayments } from './transaction-contract.ts';

export const exportSources: readonly ExportSource[] = [
  exportSource(
    listPayments,
    {
      fileName: 'payments',
      columns: [
        'id',
        'paymentId',
        'providerKey',
        'providerSessionId',
        'gatewayPaymentId',
        'gatewayRefundId',
        'unifiedStatus',
        'gatewayStatus',
        'amount',
        'amountReceived',
        'amountRefunded',
        'currencyCode',
        'captureMethod',
        'orderId',
        'description',
        'isDisputed',
        'redirectUrl',
        'lastWebhookAt',
        'lastPolledAt',
        'createdAt',
        'updatedAt',
        'organizationId',
      ],
    },
    payments.listPayments,
  ),
];
