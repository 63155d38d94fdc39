import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { DeliveriesTable } from '../deliveries/deliveries-table.tsx';
import { webhookTexts } from '../texts/webhooks.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { Empty, Loaded } from '../ui/states.tsx';

const texts = webhookTexts.show;

const maxRows = 8;

export function RecentDeliveries({ webhookId }: { webhookId: string }) {
  const reading = useRead(['deliveries', 'recent', webhookId], (api) =>
    orThrow(api.GET('/api/webhooks/deliveries', { params: { query: { webhookId, pageSize: maxRows } } })),
  );
  return (
    <section className="stack tight" aria-label={texts.recent}>
      <div className="row apart">
        <h2>{texts.recent}</h2>
        <LinkButton to={`/deliveries?webhook=${webhookId}`} variant="quiet">
          {texts.all}
        </LinkButton>
      </div>
      <Loaded of={reading}>
        {({ items }) =>
          items.length > 0 ? (
            <DeliveriesTable rows={items} />
          ) : (
            <div className="card flush">
              <Empty icon="send" title={texts.noDeliveries.title}>
                {texts.noDeliveries.text}
              </Empty>
            </div>
          )
        }
      </Loaded>
    </section>
  );
}
