import { Link } from 'react-router';
import { type EventType, orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { FilterBar, SearchFilter } from '../forms/filter-bar.tsx';
import { useFilters } from '../forms/filters.ts';
import { eventTexts } from '../texts/events.ts';
import { Badge } from '../ui/badge.tsx';
import { ExportMenu } from '../ui/export-menu.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ResourceList } from '../ui/resource-list.tsx';
import type { Column } from '../ui/table.tsx';

const texts = eventTexts.types;

const columns: readonly Column<EventType>[] = [
  {
    title: texts.columns.type,
    cell: ({ type, description }) => (
      <>
        <Link to={`/events/types/of?${new URLSearchParams({ type })}`}>{type}</Link>
        <div className="sub">{description}</div>
      </>
    ),
  },
  { title: texts.columns.module, cell: ({ module }) => <code>{module}</code> },
  {
    title: texts.columns.live,
    cell: ({ clientBroadcast }) => (
      <Badge tone={clientBroadcast ? 'good' : 'calm'}>{clientBroadcast ? texts.live : texts.notLive}</Badge>
    ),
  },
];

export function TypesPage() {
  const filters = useFilters();
  const { get, paging } = filters;
  const query = { ...paging, search: get('search'), module: get('module') };
  const reading = useRead(['eventTypes', 'list', query], (api) =>
    orThrow(api.GET('/api/events', { params: { query } })),
  );
  return (
    <>
      <PageHeader
        title={texts.title}
        intro={texts.intro}
        parent={{ to: '/events', title: eventTexts.feed.title }}
        actions={<ExportMenu path="/api/events" query={query} />}
      />
      <FilterBar filters={filters}>
        <SearchFilter name="search" label={texts.search} hint={texts.searchHint} />
        <SearchFilter name="module" label={texts.module} hint={texts.moduleHint} />
      </FilterBar>
      <ResourceList
        of={reading}
        caption={texts.title}
        columns={columns}
        keyOf={({ type }) => type}
        filters={filters}
        icon="activity"
        empty={texts.empty}
      />
    </>
  );
}
