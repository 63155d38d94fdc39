/** The types of events. */
import { Link } from 'react-router';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { events } from '../../../shared/clients/typescript/resources.ts';
import { search } from '../resources/filters.tsx';
import { resource } from '../resources/resource.tsx';
import { eventTexts } from '../texts/events.ts';
import { Badge } from '../ui/badge.tsx';

const texts = eventTexts.types;

export const { list } = resource({
  of: events,
  at: '/events/types',
  reads: 'eventTypes',
  icon: 'activity',
  parent: { to: '/events', title: eventTexts.feed.title },
  list: {
    texts,
    filters: {
      search: search(texts),
      module: search({ search: texts.module, searchHint: texts.moduleHint }, 'module'),
    },
    read: async (api, query) => {
      const { items, ...page } = await orThrow(api.GET('/api/events', { params: { query } }));
      return { ...page, items: items.map((type) => ({ ...type, id: type.type })) };
    },
    columns: {
      type: ({ type, description }) => (
        <>
          <Link to={`/events/types/of?${new URLSearchParams({ type })}`}>{type}</Link>
          <div className="sub">{description}</div>
        </>
      ),
      module: ({ module }) => <code>{module}</code>,
      live: ({ clientBroadcast }) => (
        <Badge tone={clientBroadcast ? 'good' : 'calm'}>{clientBroadcast ? texts.live : texts.notLive}</Badge>
      ),
    },
  },
});
