import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { deliveries } from '../../../shared/clients/typescript/resources.ts';
import { useReadLog } from '../api/queries.ts';
import { endOfDay, startOfDay } from '../forms/days.ts';
import { DayFilter, FilterBar, SearchFilter, SelectFilter } from '../forms/filter-bar.tsx';
import { type Filters, someOf, useFilters } from '../forms/filters.ts';
import { deliveryTexts } from '../texts/deliveries.ts';
import { ListPage } from '../ui/list-page.tsx';
import { useWebhookChoices } from '../webhooks/use-webhook-choices.ts';
import { deliveryColumns } from './delivery-columns.tsx';
import { deliveryStatuses, lostStatuses } from './status.tsx';

const texts = deliveryTexts.list;

const statusChoices = [
  [lostStatuses.join(','), texts.lost],
  ...deliveryStatuses.map((status) => [status, deliveryTexts.statuses[status]] as const),
] as const;

const queryOf = ({ get, paging, sorting }: Filters) => ({
  ...paging,
  ...sorting(deliveries.sorts),
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
      <SearchFilter name="search" label={texts.search} hint={texts.searchHint} />
      <SelectFilter name="status" label={texts.status} choices={statusChoices} />
      <SelectFilter
        name="webhook"
        label={texts.webhook}
        choices={webhooks.data?.map(({ id, name }) => [id, name]) ?? []}
      />
      <SearchFilter name="event" label={texts.event} hint={texts.eventHint} />
      <DayFilter name="from" label={texts.from} />
      <DayFilter name="to" label={texts.to} />
    </FilterBar>
  );
}

export function DeliveriesPage() {
  const filters = useFilters();
  const query = queryOf(filters);
  const reading = useReadLog(['deliveries', 'list', query], (api, withTotal) =>
    orThrow(api.GET('/api/webhooks/deliveries', { params: { query: { ...query, withTotal } } })),
  );
  return (
    <ListPage
      texts={texts}
      exportOf={{ path: '/api/webhooks/deliveries', query }}
      of={reading}
      columns={deliveryColumns}
      filters={filters}
      icon="send"
      sorts={{ createdAt: texts.columns.created }}
      next={{ to: '/webhooks', title: texts.next }}
    >
      <DeliveryFilters filters={filters} />
    </ListPage>
  );
}
