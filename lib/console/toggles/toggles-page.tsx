import { Link } from 'react-router';
import { orThrow, type Toggle } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { SelectField } from '../forms/field.tsx';
import { oneOf, useFilters } from '../forms/filters.ts';
import { SearchField } from '../forms/search-field.tsx';
import { useSession } from '../session/session.ts';
import { playgroundTexts, segmentTexts, targetingTexts } from '../texts/targeting.ts';
import { toggleTexts } from '../texts/toggles.ts';
import { uiTexts } from '../texts/ui.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ExportMenu } from '../ui/export-menu.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ResourceList } from '../ui/resource-list.tsx';
import type { Column } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { toggleTypes, valueInWords } from './toggle-values.ts';

const texts = toggleTexts.list;

const pageSize = 25;

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
    cell: ({ id, identifier, name }) => (
      <>
        <Link to={`/toggles/${id}`}>{name}</Link>
        <div className="sub mono break">{identifier}</div>
      </>
    ),
  },
  { title: texts.columns.type, cell: ({ type }) => toggleTexts.types[type] },
  { title: texts.columns.category, cell: ({ category }) => category ?? '–' },
  { title: texts.columns.value, cell: ({ defaultValue }) => <DefaultValue value={defaultValue} /> },
  { title: texts.columns.targeting, cell: (toggle) => <Marks {...toggle} /> },
  { title: texts.columns.used, cell: ({ lastEvaluatedAt }) => <Time value={lastEvaluatedAt ?? null} /> },
];

const visiblePath = '/api/feature_toggles/toggles';
const globalPath = '/api/feature_toggles/global';

export function TogglesPage() {
  const filters = useFilters();
  const { get, set, reset, isFiltered, page } = filters;
  const { isSuperAdmin, scope } = useSession();
  const type = oneOf(toggleTypes, get('type'));
  const stale = oneOf(['true', 'false'] as const, get('stale'));
  const query = { page, pageSize, search: get('search'), type };
  // Without a tenant only the definitions can be read.
  const hasTenant = !isSuperAdmin || scope.tenantId !== undefined;
  const reading = useRead<{ items: ListedToggle[]; page: number; total: number; totalPages: number }>(
    ['toggles', 'list', query, stale, hasTenant],
    (api) =>
      hasTenant
        ? orThrow(api.GET(visiblePath, { params: { query: { ...query, stale: stale && stale === 'true' } } }))
        : orThrow(api.GET(globalPath, { params: { query } })),
  );
  const create = isSuperAdmin && (
    <LinkButton to="/toggles/new" variant="primary" icon="plus">
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
            <LinkButton to="/toggles/segments">{segmentTexts.title}</LinkButton>
            <LinkButton to="/toggles/playground">{playgroundTexts.title}</LinkButton>
            <ExportMenu path={hasTenant ? visiblePath : globalPath} query={{ ...query, stale }} />
            {create}
          </>
        }
      />
      <search className="filters">
        <SearchField
          label={texts.search}
          placeholder={texts.searchHint}
          value={get('search') ?? ''}
          onSearch={(search) => set({ search })}
        />
        <SelectField
          label={texts.type}
          value={type ?? ''}
          onChange={({ target }) => set({ type: target.value })}
        >
          <option value="">{uiTexts.anyValue}</option>
          {toggleTypes.map((choice) => (
            <option key={choice} value={choice}>
              {toggleTexts.types[choice]}
            </option>
          ))}
        </SelectField>
        {hasTenant && (
          <SelectField
            label={texts.stale}
            value={stale ?? ''}
            onChange={({ target }) => set({ stale: target.value })}
          >
            <option value="">{uiTexts.anyValue}</option>
            <option value="true">{texts.isStale}</option>
            <option value="false">{texts.isNotStale}</option>
          </SelectField>
        )}
        {isFiltered && (
          <Button variant="quiet" onClick={reset}>
            {uiTexts.resetFilters}
          </Button>
        )}
      </search>
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
