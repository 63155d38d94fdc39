import { orThrow, type Rule } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { FilterBar, OnOffFilter, SearchFilter, SelectFilter } from '../forms/filter-bar.tsx';
import { type Filters, isOn, oneOf, useFilters } from '../forms/filters.ts';
import { useMay } from '../session/session.ts';
import { ruleSetTexts } from '../texts/rule-sets.ts';
import { ruleLogTexts, ruleTexts } from '../texts/rules.ts';
import { OnOffBadge } from '../ui/badge.tsx';
import type { BulkActions, BulkCall } from '../ui/bulk-bar.tsx';
import { CreateLink, LinkButton } from '../ui/link-button.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { type Column, TitleCell } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { ruleTypes } from './rule-fields.ts';

const texts = ruleTexts.list;

const columns: readonly Column<Rule>[] = [
  {
    title: texts.columns.name,
    cell: ({ id, ruleName, ruleId }) => <TitleCell to={`/rules/${id}`} title={ruleName} sub={ruleId} />,
  },
  { title: texts.columns.type, cell: ({ ruleType }) => ruleTexts.types[ruleType] },
  {
    title: texts.columns.on,
    cell: ({ entityType, eventType }) => (
      <>
        <code className="break">{entityType}</code>
        <div className="sub break">{eventType ?? ruleTexts.anyEvent}</div>
      </>
    ),
  },
  { title: texts.columns.priority, isNumber: true, cell: ({ priority }) => priority },
  {
    title: texts.columns.state,
    cell: ({ enabled }) => <OnOffBadge isOn={enabled} texts={ruleTexts.states} />,
  },
  { title: texts.columns.updated, cell: ({ updatedAt }) => <Time value={updatedAt} /> },
];

/** Initial directions: the latest first, names from A. */
const sorts = { ruleName: 'asc', updatedAt: 'desc', createdAt: 'desc' } as const;
const sortFields = ['ruleName', 'updatedAt', 'createdAt'] as const;

function queryOf({ get, paging }: Filters) {
  const sort = oneOf(sortFields, get('sort'));
  return {
    ...paging,
    search: get('search'),
    ruleType: oneOf(ruleTypes, get('type')),
    entityType: get('entityType'),
    enabled: isOn(get('state')),
    ...(sort && { sortField: sort, sortDir: sorts[sort] }),
  };
}

const switchTo =
  (enabled: boolean): BulkCall =>
  (api, ids) =>
    orThrow(api.POST('/api/business_rules/rules/bulk-update', { body: { ids, enabled } }));

const removeRules: BulkCall = (api, ids) =>
  orThrow(api.POST('/api/business_rules/rules/bulk-delete', { body: { ids } }));

/** Changing and deleting rules are two rights. */
function bulkFor(may: (feature: string) => boolean): BulkActions<Rule> | undefined {
  const [mayEdit, mayDelete] = [may('business_rules.rules.edit'), may('business_rules.rules.delete')];
  if (!mayEdit && !mayDelete) return undefined;
  return {
    nameOf: ({ ruleName }) => ruleName,
    refreshes: ['rules'],
    ...(mayEdit && { turnOn: switchTo(true), turnOff: switchTo(false) }),
    ...(mayDelete && { remove: removeRules }),
  };
}

export function RulesPage() {
  const may = useMay();
  const filters = useFilters(['sort']);
  const query = queryOf(filters);
  const reading = useRead(['rules', 'list', query], async (api) => {
    const { data, pagination } = await orThrow(api.GET('/api/business_rules/rules', { params: { query } }));
    return { items: data, ...pagination };
  });
  const create = may('business_rules.rules.create') && (
    <CreateLink to="/rules/new">{texts.create}</CreateLink>
  );
  return (
    <ListPage
      texts={texts}
      links={
        <>
          <LinkButton to="/rules/sets">{ruleSetTexts.list.title}</LinkButton>
          {may('business_rules.logs.view') && <LinkButton to="/rules/log">{ruleLogTexts.title}</LinkButton>}
        </>
      }
      exportOf={{ path: '/api/business_rules/rules', query }}
      create={create}
      of={reading}
      columns={columns}
      filters={filters}
      icon="rules"
      bulk={bulkFor(may)}
    >
      <FilterBar filters={filters}>
        <SearchFilter name="search" label={texts.search} hint={texts.searchHint} />
        <OnOffFilter label={texts.state} on={ruleTexts.states.on} off={ruleTexts.states.off} />
        <SelectFilter
          name="type"
          label={texts.type}
          choices={ruleTypes.map((type) => [type, ruleTexts.types[type]])}
        />
        <SearchFilter name="entityType" label={texts.entityType} hint="sales.order" />
        <SelectFilter
          name="sort"
          label={texts.sort}
          choices={sortFields.map((field) => [field, texts.sorts[field]])}
          none={texts.sorts.priority}
        />
      </FilterBar>
    </ListPage>
  );
}
