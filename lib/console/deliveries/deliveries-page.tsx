import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import {
  DayFilter,
  endOfDay,
  FilterBar,
  SearchFilter,
  SelectFilter,
  startOfDay,
} from '../forms/filter-bar.tsx';
import { type Filters, someOf, useFilters } from '../forms/filters.ts';
import { deliveryTexts } from '../texts/deliveries.ts';
import { ExportMenu } from '../ui/export-menu.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ResourceList } from '../ui/resource-list.tsx';
import { useWebhookChoices } from '../webhooks/use-webhook-choices.ts';
import { deliveryColumns } from './deliveries-table.tsx';
import { deliveryStatuses, lostStatuses } from './status.tsx';

const texts = deliveryTexts.list;

const pageSize = 25;

const statusChoices = [
  [lostStatuses.join(','), texts.lost],
  ...deliveryStatuses.map((status) => [status, deliveryTexts.statuses[status]] as const),
] as const;

const queryOf = ({ get, page }: Filters) => ({
  page,
  pageSize,
  search: get('search'),
  status: someOf(deliveryStatuses, get('status')),
  eventType: get('event'),
  webhookId: get('webhook'),
  fromDate: startOfDay(get('from')),
  toDate: endOfDay(get('to')),
});

function DeliveryFilters({ filters }: { filters: Filters }) {
  const webhooks = useWebhookChoices();
  return (
    <FilterBar filters={filters}>
      <SearchFilter filters={filters} name="search" label={texts.search} hint={texts.searchHint} />
      <SelectFilter filters={filters} name="status" label={texts.status} choices={statusChoices} />
      <SelectFilter
        filters={filters}
        name="webhook"
        label={texts.webhook}
        choices={webhooks.data?.items.map(({ id, name }) => [id, name]) ?? []}
      />
      <SearchFilter filters={filters} name="event" label={texts.event} hint={texts.eventHint} />
      <DayFilter filters={filters} name="from" label={texts.from} />
      <DayFilter filters={filters} name="to" label={texts.to} />
    </FilterBar>
  );
}

export function DeliveriesPage() {
  const filters = useFilters();
  const query = queryOf(filters);
  const reading = useRead(['deliveries', 'list', query], (api) =>
    orThrow(api.GET('/api/webhooks/deliveries', { params: { query } })),
  );
  return (
    <>
      <PageHeader
        title={texts.title}
        intro={texts.intro}
        actions={<ExportMenu path="/api/webhooks/deliveries" query={query} />}
      />
      <DeliveryFilters filters={filters} />
      <ResourceList
        of={reading}
        caption={texts.title}
        columns={deliveryColumns}
        keyOf={({ id }) => id}
        filters={filters}
        icon="send"
        empty={texts.empty}
      />
    </>
  );
}
