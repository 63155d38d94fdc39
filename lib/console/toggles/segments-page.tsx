import { Link } from 'react-router';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { FilterBar, SearchFilter } from '../forms/filter-bar.tsx';
import { useFilters } from '../forms/filters.ts';
import { useMay } from '../session/session.ts';
import { segmentTexts as texts } from '../texts/targeting.ts';
import { toggleTexts } from '../texts/toggles.ts';
import { uiTexts } from '../texts/ui.ts';
import { Badge } from '../ui/badge.tsx';
import { ExportMenu } from '../ui/export-menu.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ResourceList } from '../ui/resource-list.tsx';
import type { Column } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';

const path = '/api/feature_toggles/segments';
const pageSize = 25;

interface SegmentRow {
  id: string;
  name: string;
  description: string | null;
  isGlobal: boolean;
  uses: number;
  updatedAt: string;
}

const columns: readonly Column<SegmentRow>[] = [
  {
    title: texts.columns.name,
    cell: ({ id, name, description }) => (
      <>
        <Link to={`/toggles/segments/${id}`} className="break">
          {name}
        </Link>
        {description && <div className="muted small break">{description}</div>}
      </>
    ),
  },
  {
    title: texts.columns.scope,
    cell: ({ isGlobal }) => (
      <Badge tone={isGlobal ? 'accent' : 'calm'}>{isGlobal ? texts.global : texts.own}</Badge>
    ),
  },
  { title: texts.columns.uses, cell: ({ uses }) => (uses === 0 ? uiTexts.never : texts.uses(uses)) },
  { title: texts.columns.changed, cell: ({ updatedAt }) => <Time value={updatedAt} /> },
];

export function SegmentsPage() {
  const filters = useFilters();
  const { get, page } = filters;
  const may = useMay();
  const query = { page, pageSize, search: get('search') };
  const reading = useRead(['segments', 'list', query], (api) =>
    orThrow(api.GET(path, { params: { query } })),
  );
  const create = may('feature_toggles.segments.manage') && (
    <LinkButton to="/toggles/segments/new" variant="primary" icon="plus">
      {texts.create}
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title={texts.title}
        intro={texts.intro}
        parent={{ to: '/toggles', title: toggleTexts.list.title }}
        actions={
          <>
            <ExportMenu path={path} query={query} />
            {create}
          </>
        }
      />
      <FilterBar filters={filters}>
        <SearchFilter filters={filters} name="search" label={texts.search} hint={texts.searchHint} />
      </FilterBar>
      <ResourceList
        of={reading}
        caption={texts.title}
        columns={columns}
        keyOf={({ id }) => id}
        filters={filters}
        icon="toggle"
        empty={{ ...texts.empty, action: create }}
      />
    </>
  );
}
