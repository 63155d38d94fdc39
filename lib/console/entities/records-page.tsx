import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import {
  type EntityRecord,
  type FieldDefinition,
  orThrow,
  toJson,
} from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { DayFilter, FilterBar, SearchFilter, SelectFilter } from '../forms/filter-bar.tsx';
import { type Filters, useFilters } from '../forms/filters.ts';
import { useMay } from '../session/session.ts';
import { recordTexts as texts } from '../texts/records.ts';
import { ExportMenu } from '../ui/export-menu.tsx';
import { CreateLink, LinkButton } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ResourceList } from '../ui/resource-list.tsx';
import { Loaded } from '../ui/states.tsx';
import type { Column } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { customInWords, isNumberKind } from './custom-values.ts';
import { rememberType } from './known-types.ts';
import { fieldsPath, newRecordPath, recordPath } from './paths.ts';
import { TypeChoice } from './type-choice.tsx';
import { useDefinitions } from './use-definitions.ts';
import './entities.css';

const maxSummaryCharacters = 160;

/** The data of a record in one line, of which a cell shows the beginning. */
const summaryOf = ({ fields }: EntityRecord): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : toJson(value)}`)
    .join(' · ')
    .slice(0, maxSummaryCharacters);

const columnsFor = (definitions: readonly FieldDefinition[]): readonly Column<EntityRecord>[] => [
  {
    title: texts.columns.id,
    field: 'externalId',
    cell: ({ id, entityType, externalId }) => (
      <Link to={recordPath(entityType, id)}>{externalId ?? id.slice(0, 8)}</Link>
    ),
  },
  ...definitions.map((definition) => ({
    title: definition.label,
    field: `cf_${definition.key}`,
    isNumber: isNumberKind(definition) && !definition.multi,
    cell: ({ customFields }: EntityRecord) => (
      <span className="break">{customInWords(definition, customFields[definition.key]) ?? '–'}</span>
    ),
  })),
  {
    title: texts.columns.data,
    cell: (record) => <span className="clipped wide muted">{summaryOf(record)}</span>,
  },
  { title: texts.columns.updated, field: 'updatedAt', cell: ({ updatedAt }) => <Time value={updatedAt} /> },
];

function CustomFilter({ of, filters }: { of: FieldDefinition; filters: Filters }) {
  const { key, label, kind, options } = of;
  const shared = { filters, name: `cf_${key}`, label };
  if (kind === 'boolean') {
    return (
      <SelectFilter
        {...shared}
        choices={[
          ['true', texts.yes],
          ['false', texts.no],
        ]}
      />
    );
  }
  if (kind === 'date') return <DayFilter {...shared} />;
  return options.length > 0 ? (
    <SelectFilter {...shared} choices={options.map((option) => [option.value, option.label])} />
  ) : (
    <SearchFilter {...shared} />
  );
}

/** The fields by which the API sorts records, with their titles. */
const sortsOf = (definitions: readonly FieldDefinition[]): Record<string, string> => ({
  createdAt: texts.created,
  updatedAt: texts.columns.updated,
  externalId: texts.columns.id,
  ...Object.fromEntries(definitions.map(({ key, label }) => [`cf_${key}`, label])),
});

function queryOf(filters: Filters, entityType: string, definitions: readonly FieldDefinition[]) {
  const { get, paging, sorting } = filters;
  const custom = definitions.flatMap(({ key }) => {
    const value = get(`cf_${key}`);
    return value === undefined ? [] : [[`cf_${key}`, value] as const];
  });
  return {
    ...paging,
    entityType,
    search: get('search'),
    ...sorting(Object.keys(sortsOf(definitions))),
    ...Object.fromEntries(custom),
  };
}

interface RecordsProps {
  type: string;
  definitions: readonly FieldDefinition[];
  create: ReactNode;
}

function Records({ type, definitions, create }: RecordsProps) {
  const filters = useFilters(['type']);
  const query = queryOf(filters, type, definitions);
  const reading = useRead(['records', 'list', query], (api) =>
    orThrow(api.GET('/api/entities/records', { params: { query } })),
  );
  return (
    <ResourceList
      head={
        <FilterBar filters={filters}>
          <SearchFilter name="search" label={texts.search} hint={texts.searchHint} />
          {definitions.map((definition) => (
            <CustomFilter key={definition.key} of={definition} filters={filters} />
          ))}
          <ExportMenu path="/api/entities/records" query={query} />
        </FilterBar>
      }
      of={reading}
      caption={texts.titleOf(type)}
      columns={columnsFor(definitions)}
      keyOf={({ id }) => id}
      filters={filters}
      icon="table"
      empty={{ ...texts.empty, action: create }}
      sorts={sortsOf(definitions)}
    />
  );
}

function RecordsOfType({ type }: { type: string }) {
  const may = useMay();
  const reading = useDefinitions(type);
  const create = may('entities.records.manage') && (
    <CreateLink to={newRecordPath(type)}>{texts.create}</CreateLink>
  );
  const isThere = reading.data !== undefined;
  useEffect(() => {
    if (isThere) rememberType(type);
  }, [type, isThere]);
  return (
    <>
      <PageHeader
        title={texts.titleOf(type)}
        parent={{ to: '/records', title: texts.title }}
        actions={
          <>
            <LinkButton to={fieldsPath(type)}>{texts.fields}</LinkButton>
            {create}
          </>
        }
      />
      <Loaded of={reading}>{({ data }) => <Records type={type} definitions={data} create={create} />}</Loaded>
    </>
  );
}

/** The records of the type in the address, or the choice of a type. */
export function RecordsPage() {
  const type = useFilters().get('type');
  if (type !== undefined) return <RecordsOfType key={type} type={type} />;
  return (
    <>
      <PageHeader title={texts.title} intro={texts.intro} />
      <TypeChoice />
    </>
  );
}
