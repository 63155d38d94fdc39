import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import {
  DayFilter,
  endOfDay,
  FilterBar,
  SearchFilter,
  SelectFilter,
  startOfDay,
} from '../forms/filter-bar.tsx';
import { type Filters, oneOf, useFilters } from '../forms/filters.ts';
import { ruleTexts, ruleLogTexts as texts } from '../texts/rules.ts';
import { ExportMenu } from '../ui/export-menu.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ResourceList } from '../ui/resource-list.tsx';
import { LogStatistics } from './log-statistics.tsx';
import { executionColumns, executionResults } from './log-table.tsx';

const path = '/api/business_rules/logs';

const pageSize = 25;

const columns = executionColumns(true);

const queryOf = ({ get, page }: Filters) => ({
  page,
  pageSize,
  search: get('search'),
  ruleId: get('rule'),
  executionResult: oneOf(executionResults, get('result')),
  executedAtFrom: startOfDay(get('from')),
  executedAtTo: endOfDay(get('to')),
});

/** Options of rules by name. */
function RuleFilter({ filters }: { filters: Filters }) {
  const query = { pageSize: 100, sortField: 'ruleName', sortDir: 'asc' } as const;
  const { data } = useRead(['rules', 'choices'], (api) =>
    orThrow(api.GET('/api/business_rules/rules', { params: { query } })),
  );
  const chosen = filters.get('rule');
  const rules = (data?.data ?? []).map(({ id, ruleName }) => [id, ruleName] as const);
  const isKnown = chosen === undefined || rules.some(([id]) => id === chosen);
  return (
    <SelectFilter
      filters={filters}
      name="rule"
      label={texts.rule}
      choices={isKnown ? rules : [[chosen, chosen], ...rules]}
    />
  );
}

/** Results of rules, the latest first, with statistics. */
export function RuleLogPage() {
  const filters = useFilters();
  const query = queryOf(filters);
  const reading = useRead(['ruleLogs', 'list', query], (api) =>
    orThrow(api.GET(path, { params: { query } })),
  );
  return (
    <>
      <PageHeader
        title={texts.title}
        intro={texts.intro}
        parent={{ to: '/rules', title: ruleTexts.list.title }}
        actions={<ExportMenu path={query.search === undefined ? `${path}/export` : path} query={query} />}
      />
      <FilterBar filters={filters}>
        <SearchFilter filters={filters} name="search" label={texts.search} hint={texts.searchHint} />
        <RuleFilter filters={filters} />
        <SelectFilter
          filters={filters}
          name="result"
          label={texts.result}
          choices={executionResults.map((result) => [result, ruleTexts.results[result]])}
        />
        <DayFilter filters={filters} name="from" label={texts.from} />
        <DayFilter filters={filters} name="to" label={texts.to} />
      </FilterBar>
      <LogStatistics ruleId={query.ruleId} />
      <ResourceList
        of={reading}
        caption={texts.title}
        columns={columns}
        keyOf={({ id }) => id}
        filters={filters}
        icon="rules"
        empty={texts.empty}
      />
    </>
  );
}
