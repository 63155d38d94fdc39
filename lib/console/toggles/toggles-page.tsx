import { Link } from 'react-router';
import { orThrow, type Toggle } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { SelectField } from '../forms/field.tsx';
import { oneOf, useFilters } from '../forms/filters.ts';
import { SearchField } from '../forms/search-field.tsx';
import { toggleTexts } from '../texts/toggles.ts';
import { uiTexts } from '../texts/ui.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ExportMenu } from '../ui/export-menu.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { type Column, DataTable, Pager } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { isoOf, toggleTypes, valueInWords } from './toggle-values.ts';

const texts = toggleTexts.list;

const pageSize = 25;

function DefaultValue({ value }: { value: unknown }) {
  if (typeof value === 'boolean') return <Badge tone={value ? 'good' : 'calm'}>{valueInWords(value)}</Badge>;
  return <code className="clipped">{valueInWords(value)}</code>;
}

const columns: readonly Column<Toggle>[] = [
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
  { title: texts.columns.changed, cell: ({ updated_at }) => <Time value={isoOf(updated_at)} /> },
];

export function TogglesPage() {
  const { get, set, reset, isFiltered, page } = useFilters();
  const type = oneOf(toggleTypes, get('type'));
  const query = { page, pageSize, search: get('search'), type };
  const reading = useRead(['toggles', 'list', query], (api) =>
    orThrow(api.GET('/api/feature_toggles/global', { params: { query } })),
  );
  const create = (
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
            <ExportMenu path="/api/feature_toggles/global" query={query} />
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
        {isFiltered && (
          <Button variant="quiet" onClick={reset}>
            {uiTexts.resetFilters}
          </Button>
        )}
      </search>
      <Loaded of={reading}>
        {(list) =>
          list.items.length > 0 ? (
            <DataTable
              caption={texts.title}
              columns={columns}
              rows={list.items}
              keyOf={({ id }) => id}
              foot={<Pager of={list} onPage={(to) => set({ page: String(to) })} />}
            />
          ) : isFiltered ? (
            <Empty icon="toggle" title={texts.empty.filtered}>
              {texts.empty.filteredText}
            </Empty>
          ) : (
            <Empty icon="toggle" title={texts.empty.title} action={create}>
              {texts.empty.text}
            </Empty>
          )
        }
      </Loaded>
    </>
  );
}
