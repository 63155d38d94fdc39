import { Link } from 'react-router';
import { orThrow, type RuleSet } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { FilterBar, SearchFilter, SelectFilter } from '../forms/filter-bar.tsx';
import { oneOf, useFilters } from '../forms/filters.ts';
import { useMay } from '../session/session.ts';
import { ruleSetTexts } from '../texts/rule-sets.ts';
import { ruleTexts } from '../texts/rules.ts';
import { Badge } from '../ui/badge.tsx';
import { ExportMenu } from '../ui/export-menu.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ResourceList } from '../ui/resource-list.tsx';
import type { Column } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';

const texts = ruleSetTexts.list;

const pageSize = 25;

const columns: readonly Column<RuleSet>[] = [
  {
    title: texts.columns.name,
    cell: ({ id, setName, setId }) => (
      <>
        <Link to={`/rules/sets/${id}`}>{setName}</Link>
        <div className="sub break">{setId}</div>
      </>
    ),
  },
  { title: texts.columns.rules, isNumber: true, cell: ({ memberCount }) => memberCount },
  {
    title: texts.columns.state,
    cell: ({ enabled }) => (
      <Badge tone={enabled ? 'good' : 'calm'}>{enabled ? ruleTexts.states.on : ruleTexts.states.off}</Badge>
    ),
  },
  { title: texts.columns.updated, cell: ({ updatedAt }) => <Time value={updatedAt} /> },
];

const states = { on: true, off: false } as const;
const stateNames = ['on', 'off'] as const;

export function RuleSetsPage() {
  const may = useMay();
  const filters = useFilters();
  const state = oneOf(stateNames, filters.get('state'));
  const query = {
    page: filters.page,
    pageSize,
    search: filters.get('search'),
    enabled: state && states[state],
  };
  const reading = useRead(['ruleSets', 'list', query], (api) =>
    orThrow(api.GET('/api/business_rules/sets', { params: { query } })),
  );
  const create = may('business_rules.rules.create') && (
    <LinkButton to="/rules/sets/new" variant="primary" icon="plus">
      {texts.create}
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title={texts.title}
        intro={texts.intro}
        parent={{ to: '/rules', title: ruleTexts.list.title }}
        actions={
          <>
            <ExportMenu path="/api/business_rules/sets" query={query} />
            {create}
          </>
        }
      />
      <FilterBar filters={filters}>
        <SearchFilter filters={filters} name="search" label={texts.search} hint={texts.searchHint} />
        <SelectFilter
          filters={filters}
          name="state"
          label={texts.state}
          choices={stateNames.map((name) => [name, ruleTexts.states[name]])}
        />
      </FilterBar>
      <ResourceList
        of={reading}
        caption={texts.title}
        columns={columns}
        keyOf={({ id }) => id}
        filters={filters}
        icon="rules"
        empty={{ ...texts.empty, action: create }}
      />
    </>
  );
}
