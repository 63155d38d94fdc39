import { useState } from 'react';
import { Link } from 'react-router';
import { orThrow, type SavedSyncMapping } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { FilterBar, SearchFilter } from '../forms/filter-bar.tsx';
import { useFilters } from '../forms/filters.ts';
import { syncTexts, mappingTexts as texts } from '../texts/sync.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button } from '../ui/button.tsx';
import { DeleteDialog } from '../ui/delete-dialog.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ResourceList } from '../ui/resource-list.tsx';
import type { Column } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { useIntegrationTitle } from './use-options.ts';

const pageSize = 25;

/** The fields of the mapping by their record names. */
function FieldNames({ of: { mapping } }: { of: SavedSyncMapping }) {
  const { fields = [] } = mapping;
  if (fields.length === 0) return texts.keepAll;
  return <span className="break">{fields.map(({ localField }) => localField).join(', ')}</span>;
}

const columnsFor = (
  titleOf: (integrationId: string) => string,
  onDelete: (mapping: SavedSyncMapping) => void,
): readonly Column<SavedSyncMapping>[] => [
  {
    title: texts.columns.mapping,
    cell: ({ id, entityType, integrationId }) => (
      <>
        <Link to={`/sync/mappings/${id}`}>{entityType}</Link>
        <div className="sub break">{titleOf(integrationId)}</div>
      </>
    ),
  },
  { title: texts.columns.fields, cell: (saved) => <FieldNames of={saved} /> },
  {
    title: texts.columns.condition,
    cell: ({ mapping }) => (mapping.condition ? texts.someRows : texts.allRows),
  },
  { title: texts.columns.updated, cell: ({ updatedAt }) => <Time value={updatedAt} /> },
  {
    title: uiTexts.actions,
    cell: (saved) => (
      <Button variant="quiet" aria-label={uiTexts.removeOf(saved.entityType)} onClick={() => onDelete(saved)}>
        {uiTexts.remove}
      </Button>
    ),
  },
];

export function MappingsPage() {
  const [deleted, setDeleted] = useState<SavedSyncMapping>();
  const filters = useFilters();
  const titleOf = useIntegrationTitle();
  const query = { page: filters.page, pageSize, search: filters.get('search') };
  const reading = useRead(['syncMappings', 'list', query], (api) =>
    orThrow(api.GET('/api/data_sync/mappings', { params: { query } })),
  );
  const create = (
    <LinkButton to="/sync/mappings/of" variant="primary" icon="plus">
      {texts.create}
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title={texts.title}
        intro={texts.intro}
        parent={{ to: '/sync', title: syncTexts.list.title }}
        actions={create}
      />
      <FilterBar filters={filters}>
        <SearchFilter filters={filters} name="search" label={texts.search} hint={texts.searchHint} />
      </FilterBar>
      <ResourceList
        of={reading}
        caption={texts.title}
        columns={columnsFor(titleOf, setDeleted)}
        keyOf={({ id }) => id}
        filters={filters}
        icon="sync"
        empty={{ ...texts.empty, action: create }}
      />
      {deleted && (
        <DeleteDialog
          name={deleted.entityType}
          texts={texts.remove}
          remove={(api) =>
            orThrow(api.DELETE('/api/data_sync/mappings/{id}', { params: { path: { id: deleted.id } } }))
          }
          refreshes={['syncMappings']}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </>
  );
}
