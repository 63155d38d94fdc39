import { orThrow, type PlatformClient, type Toggle } from '../../../shared/clients/typescript/index.ts';
import { visibleToggles } from '../../../shared/clients/typescript/resources.ts';
import { useRead } from '../api/queries.ts';
import { FilterBar, SearchFilter, SelectFilter } from '../forms/filter-bar.tsx';
import { oneOf, useFilters } from '../forms/filters.ts';
import type { Paging } from '../resources/spec.ts';
import { useSession } from '../session/session.ts';
import { playgroundTexts, segmentTexts, targetingTexts } from '../texts/targeting.ts';
import { toggleTexts } from '../texts/toggles.ts';
import { Badge } from '../ui/badge.tsx';
import type { BulkActions, BulkCall } from '../ui/bulk-bar.tsx';
import { CreateLink, LinkButton } from '../ui/link-button.tsx';
import { ListPage } from '../ui/list-page.tsx';
import type { RowPage } from '../ui/resource-list.tsx';
import { type Column, TitleCell } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { toggleTypes, valueInWords } from './toggle-values.ts';

const texts = toggleTexts.list;

function DefaultValue({ value }: { value: unknown }) {
  if (typeof value === 'boolean') return <Badge tone={value ? 'good' : 'calm'}>{valueInWords(value)}</Badge>;
  return <code className="clipped">{valueInWords(value)}</code>;
}

interface ListedToggle extends Pick<Toggle, 'id' | 'identifier' | 'name' | 'type' | 'category'> {
  defaultValue?: unknown;
  /** Only with a selected tenant. */
  rules?: number;
  isKilled?: boolean;
  lastEvaluatedAt?: string | null;
  staleReasons?: readonly (keyof typeof targetingTexts.stale)[];
}

function Marks({ rules = 0, isKilled, staleReasons = [] }: ListedToggle) {
  return (
    <span className="row">
      {rules > 0 && <Badge tone="accent">{targetingTexts.ruleCount(rules)}</Badge>}
      {isKilled && <Badge tone="bad">{targetingTexts.killed}</Badge>}
      {staleReasons.map((reason) => (
        <Badge key={reason} tone="warn">
          {targetingTexts.stale[reason]}
        </Badge>
      ))}
    </span>
  );
}

const columns: readonly Column<ListedToggle>[] = [
  {
    title: texts.columns.name,
    field: 'name',
    cell: ({ id, identifier, name }) => (
      <TitleCell to={`/toggles/${id}`} title={name} sub={<span className="mono">{identifier}</span>} />
    ),
  },
  { title: texts.columns.type, field: 'type', cell: ({ type }) => toggleTexts.types[type] },
  { title: texts.columns.category, field: 'category', cell: ({ category }) => category ?? '–' },
  { title: texts.columns.value, cell: ({ defaultValue }) => <DefaultValue value={defaultValue} /> },
  { title: texts.columns.targeting, cell: (toggle) => <Marks {...toggle} /> },
  { title: texts.columns.used, cell: ({ lastEvaluatedAt }) => <Time value={lastEvaluatedAt ?? null} /> },
];

/** The fields by which the API sorts toggles, with their titles. */
const sorts = {
  name: texts.columns.name,
  type: texts.columns.type,
  category: texts.columns.category,
  createdAt: texts.created,
  updatedAt: texts.updated,
};

const visiblePath = '/api/feature_toggles/toggles';
const globalPath = '/api/feature_toggles/global';

const setDefault =
  (defaultValue: boolean): BulkCall =>
  (api, ids) =>
    orThrow(api.POST(`${globalPath}/bulk-update`, { body: { ids, defaultValue } }));

const bulk: BulkActions<ListedToggle> = {
  nameOf: ({ name }) => name,
  refreshes: ['toggles'],
  turnOn: setDefault(true),
  turnOff: setDefault(false),
  remove: (api, ids) => orThrow(api.POST(`${globalPath}/bulk-delete`, { body: { ids } })),
  labels: texts.bulk,
};

export function TogglesPage() {
  const filters = useFilters();
  const { get, paging } = filters;
  const { isSuperAdmin, scope } = useSession();
  const type = oneOf(toggleTypes, get('type'));
  const stale = oneOf(['true', 'false'] as const, get('stale'));
  const found = { search: get('search'), type, ...filters.sorting(visibleToggles.sorts) };
  const query = { ...found, ...paging };
  // Without a tenant only the definitions can be read.
  const hasTenant = !isSuperAdmin || scope.tenantId !== undefined;
  const read = (api: PlatformClient, page: Paging): Promise<RowPage<ListedToggle>> => {
    const query = { ...found, ...page };
    return hasTenant
      ? orThrow(api.GET(visiblePath, { params: { query: { ...query, stale: stale && stale === 'true' } } }))
      : orThrow(api.GET(globalPath, { params: { query } }));
  };
  const reading = useRead(['toggles', 'list', query, stale, hasTenant], (api) => read(api, paging));
  const create = isSuperAdmin && <CreateLink to="/toggles/new">{texts.create}</CreateLink>;
  return (
    <ListPage
      texts={texts}
      links={
        <>
          <LinkButton to="/toggles/segments">{segmentTexts.title}</LinkButton>
          <LinkButton to="/toggles/playground">{playgroundTexts.title}</LinkButton>
        </>
      }
      exportOf={{ path: hasTenant ? visiblePath : globalPath, query: { ...query, stale } }}
      create={create}
      of={reading}
      columns={columns}
      filters={filters}
      icon="toggle"
      bulk={isSuperAdmin ? { ...bulk, read } : undefined}
      sorts={sorts}
      next={{ to: '/toggles/playground', title: playgroundTexts.title }}
    >
      <FilterBar filters={filters}>
        <SearchFilter name="search" label={texts.search} hint={texts.searchHint} />
        <SelectFilter
          name="type"
          label={texts.type}
          choices={toggleTypes.map((choice) => [choice, toggleTexts.types[choice]])}
        />
        {hasTenant && (
          <SelectFilter
            name="stale"
            label={texts.stale}
            choices={[
              ['true', texts.isStale],
              ['false', texts.isNotStale],
            ]}
          />
        )}
      </FilterBar>
    </ListPage>
  );
}
