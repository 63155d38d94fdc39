import { useState } from 'react';
import { type ApiKey, orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { FilterBar, SearchFilter } from '../forms/filter-bar.tsx';
import { useFilters } from '../forms/filters.ts';
import { useMay } from '../session/session.ts';
import { keyTexts } from '../texts/access.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button, CreateButton } from '../ui/button.tsx';
import { ListPage } from '../ui/list-page.tsx';
import type { Column } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { CreateKeyDialog, EditKeyDialog, RevokeKeyDialog, RotateKeyDialog } from './key-dialogs.tsx';

const texts = keyTexts.list;

interface Shown {
  dialog: 'edit' | 'rotate' | 'revoke';
  of: ApiKey;
}

const dialogs = { edit: EditKeyDialog, rotate: RotateKeyDialog, revoke: RevokeKeyDialog } as const;

const columns: readonly Column<ApiKey>[] = [
  {
    title: texts.columns.name,
    cell: ({ name, keyPrefix, description }) => (
      <>
        <strong className="break">{name}</strong>
        <div className="sub">
          <code>{keyPrefix}…</code>
        </div>
        {description && <div className="sub break">{description}</div>}
      </>
    ),
  },
  {
    title: texts.columns.roles,
    cell: ({ roles }) =>
      roles.length > 0 ? (
        <span className="break">{roles.map(({ name }) => name).join(', ')}</span>
      ) : (
        <span className="muted">{texts.noRoles}</span>
      ),
  },
  {
    title: texts.columns.organization,
    cell: ({ organizationId, organizationName }) =>
      organizationId === null ? texts.wholeTenant : organizationName,
  },
  { title: texts.columns.used, cell: ({ lastUsedAt }) => <Time value={lastUsedAt} /> },
  { title: texts.columns.expires, cell: ({ expiresAt }) => <Time value={expiresAt} /> },
];

function actionColumn(may: (feature: string) => boolean, show: (shown: Shown) => void): Column<ApiKey> {
  return {
    title: texts.columns.actions,
    cell: (of) => (
      <span className="row actions">
        {may('api_keys.create') && (
          <>
            <Button aria-label={keyTexts.editOf(of.name)} onClick={() => show({ dialog: 'edit', of })}>
              {uiTexts.edit}
            </Button>
            <Button aria-label={keyTexts.rotateOf(of.name)} onClick={() => show({ dialog: 'rotate', of })}>
              {keyTexts.rotate}
            </Button>
          </>
        )}
        {may('api_keys.delete') && (
          <Button
            variant="danger"
            aria-label={keyTexts.revokeOf(of.name)}
            onClick={() => show({ dialog: 'revoke', of })}
          >
            {keyTexts.revoke}
          </Button>
        )}
      </span>
    ),
  };
}

export function KeysPage() {
  const may = useMay();
  const filters = useFilters();
  const [isCreating, setCreating] = useState(false);
  const [shown, show] = useState<Shown>();
  const query = { ...filters.paging, search: filters.get('search') };
  const reading = useRead(['keys', 'list', query], (api) =>
    orThrow(api.GET('/api/api_keys/keys', { params: { query } })),
  );
  const mayChange = may('api_keys.create') || may('api_keys.delete');
  const create = may('api_keys.create') && (
    <CreateButton onClick={() => setCreating(true)}>{texts.create}</CreateButton>
  );
  const ShownDialog = shown && dialogs[shown.dialog];
  return (
    <>
      <ListPage
        texts={texts}
        exportOf={{ path: '/api/api_keys/keys', query }}
        create={create}
        of={reading}
        columns={mayChange ? [...columns, actionColumn(may, show)] : columns}
        filters={filters}
        icon="key"
      >
        <FilterBar filters={filters}>
          <SearchFilter name="search" label={texts.search} hint={texts.searchHint} />
        </FilterBar>
      </ListPage>
      {isCreating && <CreateKeyDialog onClose={() => setCreating(false)} />}
      {shown && ShownDialog && <ShownDialog of={shown.of} onClose={() => show(undefined)} />}
    </>
  );
}
