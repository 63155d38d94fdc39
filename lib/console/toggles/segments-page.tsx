import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { FilterBar, SearchFilter } from '../forms/filter-bar.tsx';
import { useFilters } from '../forms/filters.ts';
import { useMay } from '../session/session.ts';
import { segmentTexts as texts } from '../texts/targeting.ts';
import { toggleTexts } from '../texts/toggles.ts';
import { uiTexts } from '../texts/ui.ts';
import { Badge } from '../ui/badge.tsx';
import { CreateLink } from '../ui/link-button.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { type Column, TitleCell } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';

const path = '/api/feature_toggles/segments';
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
      <TitleCell to={`/toggles/segments/${id}`} title={name} sub={description} />
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
  const { get, paging } = filters;
  const may = useMay();
  const query = { ...paging, search: get('search') };
  const reading = useRead(['segments', 'list', query], (api) =>
    orThrow(api.GET(path, { params: { query } })),
  );
  const create = may('feature_toggles.segments.manage') && (
    <CreateLink to="/toggles/segments/new">{texts.create}</CreateLink>
  );
  return (
    <ListPage
      texts={texts}
      parent={{ to: '/toggles', title: toggleTexts.list.title }}
      exportOf={{ path, query }}
      create={create}
      of={reading}
      columns={columns}
      filters={filters}
      icon="toggle"
    >
      <FilterBar filters={filters}>
        <SearchFilter name="search" label={texts.search} hint={texts.searchHint} />
      </FilterBar>
    </ListPage>
  );
}
