import { useSearchParams } from 'react-router';
import { type EventType, orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { RecentDeliveries } from '../deliveries/recent-deliveries.tsx';
import { useMay } from '../session/session.ts';
import { eventTexts } from '../texts/events.ts';
import { Attribute, Attributes, CodeAttribute } from '../ui/attributes.tsx';
import { Card } from '../ui/card.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { readableJson } from '../ui/readable-json.ts';
import { Empty, Loaded } from '../ui/states.tsx';

const texts = eventTexts.type;

function TypeDetails({ of: { type, module, clientBroadcast, sample, schema } }: { of: EventType }) {
  const may = useMay();
  return (
    <>
      <Card title={texts.sample}>
        <div className="stack">
          <Attributes>
            <CodeAttribute name={texts.attributes.module}>{module}</CodeAttribute>
            <Attribute name={texts.attributes.live}>
              {clientBroadcast ? eventTexts.types.live : eventTexts.types.notLive}
            </Attribute>
          </Attributes>
          <CodeBlock text={readableJson(sample)} what={texts.sample} />
        </div>
      </Card>
      <Card title={texts.schema}>
        <CodeBlock text={readableJson(schema)} what={texts.schema} />
      </Card>
      {may('webhooks.view') && (
        <RecentDeliveries title={texts.deliveries} filters={{ event: type }} empty={texts.noDeliveries} />
      )}
    </>
  );
}

/** One event of the platform. Its name has dots, so the address has it in the query. */
export function TypePage() {
  const [params] = useSearchParams();
  const id = params.get('type') ?? '';
  const reading = useRead(['eventTypes', 'one', id], (api) =>
    orThrow(api.GET('/api/events', { params: { query: { id } } })),
  );
  const [type] = reading.data?.items ?? [];
  return (
    <>
      <PageHeader
        title={id || texts.none}
        intro={type?.description}
        parent={{ to: '/events/types', title: eventTexts.types.title }}
      />
      <Loaded of={reading}>
        {() => (type ? <TypeDetails of={type} /> : <Empty icon="activity" title={texts.none} />)}
      </Loaded>
    </>
  );
}
