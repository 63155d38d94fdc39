import { Link } from 'react-router';
import { orThrow, type Payment } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { FilterBar, SearchFilter, SelectFilter } from '../forms/filter-bar.tsx';
import { oneOf, useFilters } from '../forms/filters.ts';
import { paymentTexts } from '../texts/payments.ts';
import { Badge } from '../ui/badge.tsx';
import { ExportMenu } from '../ui/export-menu.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ResourceList } from '../ui/resource-list.tsx';
import type { Column } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { money } from './money.ts';
import { PaymentStatusBadge, paymentStatuses } from './status.tsx';

const texts = paymentTexts.list;

const pageSize = 25;

const columns: readonly Column<Payment>[] = [
  {
    title: texts.columns.payment,
    cell: ({ id, description, providerKey, providerSessionId }) => (
      <>
        <Link to={`/payments/${id}`}>{description ?? texts.untitled}</Link>
        <div className="sub break">
          {providerKey} · {providerSessionId}
        </div>
      </>
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
  const { get, page } = filters;
  const query = { page, pageSize, search: get('search'), status: oneOf(paymentStatuses, get('status')) };
  const reading = useRead(['payments', 'list', query], (api) =>
    orThrow(api.GET('/api/payment_gateways/transactions', { params: { query } })),
  );
  return (
    <>
      <PageHeader
        title={texts.title}
        intro={texts.intro}
        actions={
          <>
            <LinkButton to="/payments/methods">{paymentTexts.methods.title}</LinkButton>
            <ExportMenu path="/api/payment_gateways/transactions" query={query} />
          </>
        }
      />
      <FilterBar filters={filters}>
        <SearchFilter filters={filters} name="search" label={texts.search} hint={texts.searchHint} />
        <SelectFilter
          filters={filters}
          name="status"
          label={texts.status}
          choices={paymentStatuses.map((status) => [status, paymentTexts.statuses[status]])}
        />
      </FilterBar>
      <ResourceList
        of={reading}
        caption={texts.title}
        columns={columns}
        keyOf={({ id }) => id}
        filters={filters}
        icon="card"
        empty={texts.empty}
      />
    </>
  );
}
