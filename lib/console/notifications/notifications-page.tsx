import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead, useWrite } from '../api/queries.ts';
import { FilterBar, SelectFilter } from '../forms/filter-bar.tsx';
import { oneOf, useFilters } from '../forms/filters.ts';
import { useSession } from '../session/session.ts';
import { notificationTexts as texts } from '../texts/notifications.ts';
import { shellTexts } from '../texts/shell.ts';
import { Button } from '../ui/button.tsx';
import { NextStep } from '../ui/link-button.tsx';
import { ProblemNotice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ListFrame, ListPager } from '../ui/resource-list.tsx';
import { NotificationItem } from './notification-item.tsx';

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
  const { get, paging } = filters;
  const chosen = oneOf(choices, get('show')) ?? 'open';
  const query = { ...paging, status: statusesOf[chosen] };
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
      <ListFrame
        of={reading}
        filters={filters}
        icon="bell"
        empty={{
          ...texts.empty,
          action: isUser && <NextStep to="/preferences" title={shellTexts.preferences} />,
        }}
        head={
          <FilterBar filters={filters}>
            <SelectFilter
              name="show"
              label={texts.status}
              none={texts.filters.open}
              choices={choices.map((choice) => [choice, texts.filters[choice]])}
            />
          </FilterBar>
        }
      >
        {(list) => (
          <div className="card flush">
            <ul className="notifications">
              {list.items.map((notification) => (
                <NotificationItem key={notification.id} notification={notification} />
              ))}
            </ul>
            <div className="table-foot">
              <ListPager of={list} filters={filters} />
            </div>
          </div>
        )}
      </ListFrame>
    </>
  );
}
