import { Link } from 'react-router';
import { orThrow, type Rule } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { FilterBar, SearchFilter, SelectFilter } from '../forms/filter-bar.tsx';
import { type Filters, oneOf, useFilters } from '../forms/filters.ts';
import { useMay } from '../session/session.ts';
import { ruleSetTexts } from '../texts/rule-sets.ts';
import { ruleLogTexts, ruleTexts } from '../texts/rules.ts';
import { Badge } from '../ui/badge.tsx';
import type { BulkActions, BulkCall } from '../ui/bulk-bar.tsx';
import { ExportMenu } from '../ui/export-menu.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ResourceList } from '../ui/resource-list.tsx';
import type { Column } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { ruleTypes } from './rule-fields.ts';

const texts = ruleTexts.list;

const pageSize = 25;

function RuleState({ enabled }: { enabled: boolean }) {
  return (
    <Badge tone={enabled ? 'good' : 'calm'}>{enabled ? ruleTexts.states.on : ruleTexts.states.off}</Badge>
  );
}

const columns: readonly Column<Rule>[] = [
  {
    title: texts.columns.name,
    cell: ({ id, ruleName, ruleId }) => (
      <>
        <Link to={`/rules/${id}`}>{ruleName}</Link>
        <div className="sub break">{ruleId}</div>
      </>
    ),
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
  { title: texts.columns.state, cell: ({ enabled }) => <RuleState enabled={enabled} /> },
  { title: texts.columns.updated, cell: ({ updatedAt }) => <Time value={updatedAt} /> },
];

const states = { on: true, off: false } as const;
const stateNames = ['on', 'off'] as const;

/** Initial directions: the latest first, names from A. */
const sorts = { ruleName: 'asc', updatedAt: 'desc', createdAt: 'desc' } as const;
const sortFields = ['ruleName', 'updatedAt', 'createdAt'] as const;

function queryOf({ get, page }: Filters) {
  const sort = oneOf(sortFields, get('sort'));
  const state = oneOf(stateNames, get('state'));
  return {
    page,
    pageSize,
    search: get('search'),
    ruleType: oneOf(ruleTypes, get('type')),
    entityType: get('entityType'),
    enabled: state && states[state],
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
    <LinkButton to="/rules/new" variant="primary" icon="plus">
      {texts.create}
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title={texts.title}
        intro={texts.intro}
        actions={
          <>
            <LinkButton to="/rules/sets">{ruleSetTexts.list.title}</LinkButton>
            {may('business_rules.logs.view') && <LinkButton to="/rules/log">{ruleLogTexts.title}</LinkButton>}
            <ExportMenu path="/api/business_rules/rules" query={query} />
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
          choices={stateNames.map((state) => [state, ruleTexts.states[state]])}
        />
        <SelectFilter
          filters={filters}
          name="type"
          label={texts.type}
          choices={ruleTypes.map((type) => [type, ruleTexts.types[type]])}
        />
        <SearchFilter filters={filters} name="entityType" label={texts.entityType} hint="sales.order" />
        <SelectFilter
          filters={filters}
          name="sort"
          label={texts.sort}
          choices={sortFields.map((field) => [field, texts.sorts[field]])}
          none={texts.sorts.priority}
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
        bulk={bulkFor(may)}
      />
    </>
  );
}
