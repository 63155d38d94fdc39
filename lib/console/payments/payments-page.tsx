import { orThrow, type Payment } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { FilterBar, SearchFilter, SelectFilter } from '../forms/filter-bar.tsx';
import { oneOf, useFilters } from '../forms/filters.ts';
import { paymentTexts } from '../texts/payments.ts';
import { Badge } from '../ui/badge.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { type Column, TitleCell } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { money } from './money.ts';
import { PaymentStatusBadge, paymentStatuses } from './status.tsx';

const texts = paymentTexts.list;

const columns: readonly Column<Payment>[] = [
  {
    title: texts.columns.payment,
    cell: ({ id, description, providerKey, providerSessionId }) => (
      <TitleCell
        to={`/payments/${id}`}
        title={description ?? texts.untitled}
        sub={`${providerKey} · ${providerSessionId}`}
      />
    ),
  },
  {
    title: texts.columns.amount,
    isNumber: true,
    cell: ({ amount, currencyCode }) => money(amount, currencyCode),
  },
  {
    title: texts.columns.refunded,
    isNumber: true,
    cell: ({ amountRefunded, currencyCode }) =>
      Number(amountRefunded) === 0 ? '–' : money(amountRefunded, currencyCode),
  },
  {
    title: texts.columns.status,
    cell: ({ unifiedStatus, isDisputed }) => (
      <span className="row">
        <PaymentStatusBadge status={unifiedStatus} />
        {isDisputed && <Badge tone="bad">{paymentTexts.disputed}</Badge>}
      </span>
    ),
  },
  { title: texts.columns.created, cell: ({ createdAt }) => <Time value={createdAt} /> },
];

export function PaymentsPage() {
  const filters = useFilters();
  const { get, paging } = filters;
  const query = { ...paging, search: get('search'), status: oneOf(paymentStatuses, get('status')) };
  const reading = useRead(['payments', 'list', query], (api) =>
    orThrow(api.GET('/api/payment_gateways/transactions', { params: { query } })),
  );
  return (
    <ListPage
      texts={texts}
      links={<LinkButton to="/payments/methods">{paymentTexts.methods.title}</LinkButton>}
      exportOf={{ path: '/api/payment_gateways/transactions', query }}
      of={reading}
      columns={columns}
      filters={filters}
      icon="card"
    >
      <FilterBar filters={filters}>
        <SearchFilter name="search" label={texts.search} hint={texts.searchHint} />
        <SelectFilter
          name="status"
          label={texts.status}
          choices={paymentStatuses.map((status) => [status, paymentTexts.statuses[status]])}
        />
      </FilterBar>
    </ListPage>
  );
}
