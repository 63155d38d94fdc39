/** The log of events. */
import { type LoggedEvent, orThrow } from '../../../shared/clients/typescript/index.ts';
import { loggedEvents } from '../../../shared/clients/typescript/resources.ts';
import { RecentDeliveries } from '../deliveries/recent-deliveries.tsx';
import { time } from '../resources/cells.tsx';
import { choice, search } from '../resources/filters.tsx';
import { resource } from '../resources/resource.tsx';
import { useMay } from '../session/session.ts';
import { eventTexts } from '../texts/events.ts';
import { Attribute, Attributes, CodeAttribute } from '../ui/attributes.tsx';
import { Card } from '../ui/card.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { readableJson } from '../ui/readable-json.ts';
import { TitleCell } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { StoryLink } from './story-link.tsx';

const texts = eventTexts.log;
const at = '/events/log';

function Body({ of: { data: event } }: { of: { data: LoggedEvent } }) {
  const may = useMay();
  return (
    <>
      <div className="row">
        <StoryLink of={{ id: event.id }} />
      </div>
      <Card title={texts.about}>
        <Attributes>
          <Attribute name={texts.columns.source}>{texts.sources[event.source]}</Attribute>
          <Attribute name={texts.columns.at}>
            <Time value={event.occurredAt} />
          </Attribute>
          <CodeAttribute name={texts.eventId}>{event.eventId}</CodeAttribute>
          <CodeAttribute name={texts.columns.entity}>{event.entityId ?? texts.none}</CodeAttribute>
        </Attributes>
      </Card>
      <Card title={texts.data}>
        <CodeBlock text={readableJson(event.data)} what={texts.data} />
      </Card>
      {may('webhooks.view') && (
        <RecentDeliveries
          title={texts.deliveries}
          filters={{ event: event.type }}
          empty={eventTexts.type.noDeliveries}
        />
      )}
    </>
  );
}

export const { list, show } = resource({
  of: loggedEvents,
  at,
  reads: 'eventLog',
  icon: 'history',
  parent: { to: '/events', title: eventTexts.feed.title },
  list: {
    texts,
    filters: {
      search: search(texts),
      type: search({ search: texts.type, searchHint: texts.typeHint }, 'type'),
      entityId: search({ search: texts.entityId, searchHint: texts.entityIdHint }, 'entityId'),
      source: choice('source', texts.columns.source, loggedEvents.filters.source, texts.sources),
    },
    read: (api, query) => orThrow(api.GET('/api/events/log', { params: { query } })),
    columns: {
      event: ({ id, type, eventId }) => (
        <TitleCell to={`${at}/${encodeURIComponent(id)}`} title={type} sub={eventId} />
      ),
      entity: ({ entityId }) => entityId ?? texts.none,
      source: ({ source }) => texts.sources[source],
      at: time('occurredAt'),
    },
    next: { to: '/events', title: eventTexts.feed.title },
  },
  one: {
    read: async (api, id) => {
      const { items } = await orThrow(api.GET('/api/events/log', { params: { query: { id } } }));
      return { data: items[0] };
    },
    gone: texts.gone,
    title: ({ type }) => type,
    Body,
  },
});
