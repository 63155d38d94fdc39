/** The saved mappings of syncs. */
import { orThrow, type SavedSyncMapping } from '../../../shared/clients/typescript/index.ts';
import { syncMappings } from '../../../shared/clients/typescript/resources.ts';
import { time } from '../resources/cells.tsx';
import { search } from '../resources/filters.tsx';
import { resource } from '../resources/resource.tsx';
import type { RowAction } from '../resources/spec.ts';
import { syncTexts, mappingTexts as texts } from '../texts/sync.ts';
import { uiTexts } from '../texts/ui.ts';
import { DeleteDialog } from '../ui/delete-dialog.tsx';
import { TitleCell } from '../ui/table.tsx';
import { IntegrationTitle } from './use-options.tsx';

const at = '/sync/mappings';
const path = '/api/data_sync/mappings';

const actions: readonly RowAction<SavedSyncMapping>[] = [
  {
    label: uiTexts.remove,
    nameOf: ({ entityType }) => uiTexts.removeOf(entityType),
    variant: 'quiet',
    Dialog: ({ of: { id, entityType }, onClose }) => (
      <DeleteDialog
        name={entityType}
        texts={texts.remove}
        remove={(api) => orThrow(api.DELETE(`${path}/{id}`, { params: { path: { id } } }))}
        refreshes={['syncMappings']}
        onClose={onClose}
      />
    ),
  },
];

export const { list } = resource({
  of: syncMappings,
  at,
  reads: 'syncMappings',
  icon: 'sync',
  parent: { to: '/sync', title: syncTexts.list.title },
  list: {
    texts,
    filters: { search: search(texts) },
    read: (api, query) => orThrow(api.GET(path, { params: { query } })),
    columns: {
      mapping: ({ id, entityType, integrationId }) => (
        <TitleCell to={`${at}/${id}`} title={entityType} sub={<IntegrationTitle of={integrationId} />} />
      ),
      /** The fields by their record names. */
      fields: ({ mapping: { fields = [] } }) =>
        fields.length === 0 ? (
          texts.keepAll
        ) : (
          <span className="break">{fields.map(({ localField }) => localField).join(', ')}</span>
        ),
      condition: ({ mapping }) => (mapping.condition ? texts.someRows : texts.allRows),
      updated: time('updatedAt'),
    },
    actions,
    newAt: 'of',
  },
});
