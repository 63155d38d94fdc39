import { useState } from 'react';
import { orThrow, type SavedSyncMapping } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { FilterBar, SearchFilter } from '../forms/filter-bar.tsx';
import { useFilters } from '../forms/filters.ts';
import { syncTexts, mappingTexts as texts } from '../texts/sync.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button } from '../ui/button.tsx';
import { DeleteDialog } from '../ui/delete-dialog.tsx';
import { CreateLink } from '../ui/link-button.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { type Column, TitleCell } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { useIntegrationTitle } from './use-options.ts';

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
      <TitleCell to={`/sync/mappings/${id}`} title={entityType} sub={titleOf(integrationId)} />
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
  const query = { ...filters.paging, search: filters.get('search') };
  const reading = useRead(['syncMappings', 'list', query], (api) =>
    orThrow(api.GET('/api/data_sync/mappings', { params: { query } })),
  );
  const create = <CreateLink to="/sync/mappings/of">{texts.create}</CreateLink>;
  return (
    <>
      <ListPage
        texts={texts}
        parent={{ to: '/sync', title: syncTexts.list.title }}
        create={create}
        of={reading}
        columns={columnsFor(titleOf, setDeleted)}
        filters={filters}
        icon="sync"
      >
        <FilterBar filters={filters}>
          <SearchFilter name="search" label={texts.search} hint={texts.searchHint} />
        </FilterBar>
      </ListPage>
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
