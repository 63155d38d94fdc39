import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { logs } from '../../../shared/clients/typescript/resources.ts';
import { useRead } from '../api/queries.ts';
import { endOfDay, startOfDay } from '../forms/days.ts';
import { DayFilter, FilterBar, SearchFilter, SelectFilter } from '../forms/filter-bar.tsx';
import { type Filters, oneOf, useFilters } from '../forms/filters.ts';
import { ruleTexts, ruleLogTexts as texts } from '../texts/rules.ts';
import { ListPage } from '../ui/list-page.tsx';
import { LogStatistics } from './log-statistics.tsx';
import { executionColumns, executionResults, executionSorts } from './log-table.tsx';
import { useRuleChoices } from './use-rule-choices.ts';

const path = '/api/business_rules/logs';

const columns = executionColumns(true);

const queryOf = ({ get, paging, sorting }: Filters) => ({
  ...paging,
  ...sorting(logs.sorts),
  search: get('search'),
  ruleId: get('rule'),
  executionResult: oneOf(executionResults, get('result')),
  executedAtFrom: startOfDay(get('from')),
  executedAtTo: endOfDay(get('to')),
});

/** Options of rules by name. */
function RuleFilter() {
  return <SelectFilter name="rule" label={texts.rule} choices={useRuleChoices()} />;
}

/** Results of rules, the latest first, with statistics. */
export function RuleLogPage() {
  const filters = useFilters();
  const query = queryOf(filters);
  const reading = useRead(['ruleLogs', 'list', query], (api) =>
    orThrow(api.GET(path, { params: { query } })),
  );
  return (
    <ListPage
      texts={texts}
      parent={{ to: '/rules', title: ruleTexts.list.title }}
      exportOf={{ path, query }}
      of={reading}
      columns={columns}
      filters={filters}
      icon="rules"
      sorts={executionSorts}
      next={{ to: '/rules/playground', title: ruleTexts.playground.title }}
    >
      <LogStatistics ruleId={query.ruleId} />
      <FilterBar filters={filters}>
        <SearchFilter name="search" label={texts.search} hint={texts.searchHint} />
        <RuleFilter />
        <SelectFilter
          name="result"
          label={texts.result}
          choices={executionResults.map((result) => [result, ruleTexts.results[result]])}
        />
        <DayFilter name="from" label={texts.from} />
        <DayFilter name="to" label={texts.to} />
      </FilterBar>
    </ListPage>
  );
}
