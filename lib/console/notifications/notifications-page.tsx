import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead, useWrite } from '../api/queries.ts';
import { FilterBar, SelectFilter } from '../forms/filter-bar.tsx';
import { oneOf, useFilters } from '../forms/filters.ts';
import { useSession } from '../session/session.ts';
import { notificationTexts as texts } from '../texts/notifications.ts';
import { shellTexts } from '../texts/shell.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button } from '../ui/button.tsx';
import { NextStep } from '../ui/link-button.tsx';
import { ProblemNotice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { RowsOfPage } from '../ui/rows-of-page.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { Pager } from '../ui/table.tsx';
import { NotificationItem } from './notification-item.tsx';

const pageSize = 20;

type Status = 'unread' | 'read' | 'actioned' | 'dismissed';

const statusesOf: Readonly<Record<keyof typeof texts.filters, Status[]>> = {
  open: ['unread', 'read', 'actioned'],
  unread: ['unread'],
  dismissed: ['dismissed'],
};
const choices = ['unread', 'dismissed'] as const;

export function NotificationsPage() {
  const { isUser } = useSession();
  const filters = useFilters();
  const { get, set, page } = filters;
  const chosen = oneOf(choices, get('show')) ?? 'open';
  const query = { page, pageSize, status: statusesOf[chosen] };
  const reading = useRead(['notifications', 'list', query], (api) =>
    orThrow(api.GET('/api/notifications', { params: { query } })),
  );
  const readingAll = useWrite(
    (api, _: undefined) => orThrow(api.PUT('/api/notifications/mark-all-read')),
    ['notifications'],
  );
  return (
    <>
      <PageHeader
        title={texts.title}
        intro={texts.intro}
        actions={
          <Button icon="check" isBusy={readingAll.isPending} onClick={() => readingAll.mutate(undefined)}>
            {texts.readAll}
          </Button>
        }
      />
      {readingAll.error && <ProblemNotice error={readingAll.error} />}
      <FilterBar filters={filters}>
        <SelectFilter
          name="show"
          label={texts.status}
          none={texts.filters.open}
          choices={choices.map((choice) => [choice, texts.filters[choice]])}
        />
      </FilterBar>
      <Loaded of={reading}>
        {(list) => (
          <RowsOfPage
            of={list}
            filters={filters}
            empty={
              filters.isFiltered ? (
                <Empty icon="bell" {...uiTexts.noMatch} />
              ) : (
                <Empty
                  icon="bell"
                  {...texts.empty}
                  action={isUser && <NextStep to="/preferences" title={shellTexts.preferences} />}
                />
              )
            }
          >
            <div className="card flush">
              <ul className="notifications">
                {list.items.map((notification) => (
                  <NotificationItem key={notification.id} notification={notification} />
                ))}
              </ul>
              <div className="table-foot">
                <Pager of={list} onPage={(to) => set({ page: String(to) })} />
              </div>
            </div>
          </RowsOfPage>
        )}
      </Loaded>
    </>
  );
}
