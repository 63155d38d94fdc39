/** Every tenant of the platform, for super admins. */
import { Link } from 'react-router';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { tenants } from '../../../shared/clients/typescript/resources.ts';
import { SelectFilter } from '../forms/filter-bar.tsx';
import { time } from '../resources/cells.tsx';
import { type Filter, search } from '../resources/filters.tsx';
import { resource } from '../resources/resource.tsx';
import { tenantTexts } from '../texts/directory.ts';
import { TenantDialog } from './tenant-dialogs.tsx';
import { TenantState } from './tenant-state.tsx';

const texts = tenantTexts.list;

const states: ReadonlyMap<string, boolean> = new Map([
  ['open', true],
  ['closed', false],
]);

const isActive: Filter<boolean> = {
  read: (get) => states.get(get('state') ?? ''),
  control: <SelectFilter name="state" label={texts.state} choices={Object.entries(tenantTexts.states)} />,
};

export const { list } = resource({
  of: tenants,
  at: '/tenants',
  reads: 'tenants',
  icon: 'building',
  list: {
    texts,
    filters: { search: search(texts), isActive },
    read: (api, query) => orThrow(api.GET('/api/directory/tenants', { params: { query } })),
    columns: {
      name: ({ id, name }) => (
        <Link to={`/tenants/${id}`} className="break">
          {name}
        </Link>
      ),
      state: (tenant) => <TenantState isActive={tenant.isActive} />,
      created: time('createdAt'),
      updated: time('updatedAt'),
    },
    Create: TenantDialog,
  },
});
