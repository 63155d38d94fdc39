import { orThrow, type SuppressedAddress } from '../../../shared/clients/typescript/index.ts';
import { useRead, useWrite } from '../api/queries.ts';
import { FilterBar, SearchFilter } from '../forms/filter-bar.tsx';
import { useFilters } from '../forms/filters.ts';
import { useMay } from '../session/session.ts';
import { mailTexts } from '../texts/mails.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { ProblemNotice } from '../ui/notice.tsx';
import type { Column } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { useToast } from '../ui/toasts.tsx';

const texts = mailTexts.suppressions;

const columns: readonly Column<SuppressedAddress>[] = [
  { title: texts.columns.address, cell: ({ address }) => <span className="break">{address}</span> },
  { title: texts.columns.reason, cell: ({ reason }) => <Badge tone="bad">{texts.reasons[reason]}</Badge> },
  { title: texts.columns.since, cell: ({ createdAt }) => <Time value={createdAt} /> },
];

/** Suppressed addresses. */
export function SuppressionsPage() {
  const mayManage = useMay()('email.manage');
  const toast = useToast();
  const filters = useFilters();
  const query = { ...filters.paging, search: filters.get('search') };
  const reading = useRead(['mails', 'suppressions', query], (api) =>
    orThrow(api.GET('/api/email/suppressions', { params: { query } })),
  );
  const removing = useWrite(
    (api, address: string) => orThrow(api.DELETE('/api/email/suppressions', { body: { address } })),
    ['mails'],
  );
  const actions: Column<SuppressedAddress> = {
    title: texts.columns.actions,
    kind: 'actions',
    cell: ({ address }) => (
      <Button
        isBusy={removing.isPending}
        aria-label={texts.removeOf(address)}
        onClick={() => removing.mutate(address, { onSuccess: () => toast(texts.removed) })}
      >
        {texts.remove}
      </Button>
    ),
  };
  return (
    <ListPage
      texts={texts}
      parent={{ to: '/mails', title: mailTexts.list.title }}
      exportOf={{ path: '/api/email/suppressions', query }}
      of={reading}
      columns={mayManage ? [...columns, actions] : columns}
      filters={filters}
      icon="mail"
      next={{ to: '/mails', title: mailTexts.list.title }}
    >
      {removing.error && <ProblemNotice error={removing.error} />}
      <FilterBar filters={filters}>
        <SearchFilter name="search" label={texts.search} hint={texts.searchHint} />
      </FilterBar>
    </ListPage>
  );
}
