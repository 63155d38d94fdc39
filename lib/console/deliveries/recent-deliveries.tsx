import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { deliveryTexts } from '../texts/deliveries.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { EmptyCard, Loaded } from '../ui/states.tsx';
import { DataTable } from '../ui/table.tsx';
import { columnsOfWebhook, deliveryColumns } from './delivery-columns.tsx';

const maxRows = 8;

interface RecentDeliveriesProps {
  title: string;
  /** As the addresses of the list of deliveries have them. */
  filters: { webhook?: string; search?: string; event?: string };
  empty: { title: string; text: string };
}

/** The latest deliveries of something, with the way to all of them. */
export function RecentDeliveries({ title, filters, empty }: RecentDeliveriesProps) {
  const { webhook, search, event } = filters;
  const query = { webhookId: webhook, search, eventType: event, pageSize: maxRows, withTotal: false };
  const reading = useRead(['deliveries', 'recent', query], (api) =>
    orThrow(api.GET('/api/webhooks/deliveries', { params: { query } })),
  );
  return (
    <section className="stack tight" aria-label={title}>
      <div className="row apart">
        <h2>{title}</h2>
        <LinkButton to={`/deliveries?${new URLSearchParams(filters)}`} variant="quiet">
          {deliveryTexts.all}
        </LinkButton>
      </div>
      <Loaded of={reading}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyCard icon="send" {...empty} />
          ) : (
            <DataTable
              caption={deliveryTexts.list.title}
              columns={webhook === undefined ? deliveryColumns : columnsOfWebhook}
              rows={items}
              keyOf={({ id }) => id}
            />
          )
        }
      </Loaded>
    </section>
  );
}
