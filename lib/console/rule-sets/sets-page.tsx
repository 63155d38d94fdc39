import { orThrow, type RuleSet } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { FilterBar, OnOffFilter, SearchFilter } from '../forms/filter-bar.tsx';
import { isOn, useFilters } from '../forms/filters.ts';
import { useMay } from '../session/session.ts';
import { ruleSetTexts } from '../texts/rule-sets.ts';
import { ruleTexts } from '../texts/rules.ts';
import { OnOffBadge } from '../ui/badge.tsx';
import { CreateLink } from '../ui/link-button.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { type Column, TitleCell } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';

const texts = ruleSetTexts.list;

const columns: readonly Column<RuleSet>[] = [
  {
    title: texts.columns.name,
    cell: ({ id, setName, setId }) => <TitleCell to={`/rules/sets/${id}`} title={setName} sub={setId} />,
  },
  { title: texts.columns.rules, isNumber: true, cell: ({ memberCount }) => memberCount },
  {
    title: texts.columns.state,
    cell: ({ enabled }) => <OnOffBadge isOn={enabled} texts={ruleTexts.states} />,
  },
  { title: texts.columns.updated, cell: ({ updatedAt }) => <Time value={updatedAt} /> },
];

export function RuleSetsPage() {
  const may = useMay();
  const filters = useFilters();
  const query = {
    ...filters.paging,
    search: filters.get('search'),
    enabled: isOn(filters.get('state')),
  };
  const reading = useRead(['ruleSets', 'list', query], (api) =>
    orThrow(api.GET('/api/business_rules/sets', { params: { query } })),
  );
  const create = may('business_rules.rules.create') && (
    <CreateLink to="/rules/sets/new">{texts.create}</CreateLink>
  );
  return (
    <ListPage
      texts={texts}
      parent={{ to: '/rules', title: ruleTexts.list.title }}
      exportOf={{ path: '/api/business_rules/sets', query }}
      create={create}
      of={reading}
      columns={columns}
      filters={filters}
      icon="rules"
    >
      <FilterBar filters={filters}>
        <SearchFilter name="search" label={texts.search} hint={texts.searchHint} />
        <OnOffFilter label={texts.state} on={ruleTexts.states.on} off={ruleTexts.states.off} />
      </FilterBar>
    </ListPage>
  );
}
