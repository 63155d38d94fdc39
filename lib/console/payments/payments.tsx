/** Payments. */
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { payments } from '../../../shared/clients/typescript/resources.ts';
import { asNumber, time } from '../resources/cells.tsx';
import { choice, firstDay, lastDay, search } from '../resources/filters.tsx';
import { resource } from '../resources/resource.tsx';
import { paymentTexts } from '../texts/payments.ts';
import { Badge } from '../ui/badge.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { TitleCell } from '../ui/table.tsx';
import { money } from './money.ts';
import { PaymentStatusBadge } from './status.tsx';

const texts = paymentTexts.list;
const at = '/payments';

interface Refunded {
  amountRefunded: string;
  currencyCode: string;
}

interface Amount {
  amount: string;
  currencyCode: string;
}

export const { list } = resource({
  of: payments,
  at,
  reads: 'payments',
  icon: 'card',
  list: {
    texts,
    filters: {
      search: search(texts),
      status: choice('status', texts.status, payments.filters.status, paymentTexts.statuses),
      from: firstDay('from', texts.from),
      to: lastDay('to', texts.to),
    },
    read: (api, query) => orThrow(api.GET('/api/payment_gateways/transactions', { params: { query } })),
    columns: {
      payment: ({ id, description, orderId, paymentId, providerKey, providerSessionId }) => (
        <TitleCell
          to={`${at}/${id}`}
          title={description ?? orderId ?? paymentId}
          sub={`${providerKey} · ${providerSessionId}`}
        />
      ),
      amount: asNumber(({ amount, currencyCode }: Amount) => money(amount, currencyCode)),
      refunded: asNumber(({ amountRefunded, currencyCode }: Refunded) =>
        Number(amountRefunded) === 0 ? '–' : money(amountRefunded, currencyCode),
      ),
      status: ({ unifiedStatus, isDisputed }) => (
        <span className="row">
          <PaymentStatusBadge status={unifiedStatus} />
          {isDisputed && <Badge tone="bad">{paymentTexts.disputed}</Badge>}
        </span>
      ),
      created: time('createdAt'),
    },
    next: { to: '/integrations', title: texts.next },
    Links: () => <LinkButton to="/payments/methods">{paymentTexts.methods.title}</LinkButton>,
  },
});
