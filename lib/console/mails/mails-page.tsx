import { Link } from 'react-router';
import { type LoggedMail, orThrow } from '../../../shared/clients/typescript/index.ts';
import { useReadLog } from '../api/queries.ts';
import { StoryLink } from '../events/story-link.tsx';
import { endOfDay, startOfDay } from '../forms/days.ts';
import { DayFilter, FilterBar, SearchFilter, SelectFilter } from '../forms/filter-bar.tsx';
import { oneOf, useFilters } from '../forms/filters.ts';
import { useMay } from '../session/session.ts';
import { mailTexts } from '../texts/mails.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { ListPage } from '../ui/list-page.tsx';
import type { Column } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { MailState, reasonText, states } from './mail-state.tsx';
import { MailStatus } from './mail-status.tsx';

const texts = mailTexts.list;

const refreshEveryMs = 3_000;

const kinds = ['notification', 'digest', 'confirmation', 'account'] as const;

const isUnderWay = ({ state }: LoggedMail): boolean => state === 'queued' || state === 'sending';

const recipient = ({ to, userId }: LoggedMail, maySeeUsers: boolean) =>
  userId !== null && maySeeUsers ? <Link to={`/users/${userId}`}>{to}</Link> : to;

const columnsFor = (maySeeUsers: boolean): readonly Column<LoggedMail>[] => [
  {
    title: texts.columns.mail,
    cell: (mail) => (
      <>
        <strong className="break">{mail.subject}</strong>
        <div className="sub break">{recipient(mail, maySeeUsers)}</div>
      </>
    ),
  },
  {
    title: texts.columns.kind,
    cell: ({ kind, type }) => (
      <>
        {mailTexts.kinds[kind]}
        <div className="sub break">{type}</div>
      </>
    ),
  },
  { title: texts.columns.state, cell: ({ state }) => <MailState of={state} /> },
  {
    title: texts.columns.reason,
    cell: ({ reason }) => reason !== null && <span className="break">{reasonText(reason)}</span>,
  },
  { title: texts.columns.attempts, isNumber: true, cell: ({ attempts }) => attempts },
  { title: texts.columns.made, cell: ({ createdAt }) => <Time value={createdAt} /> },
  {
    title: texts.columns.story,
    cell: ({ storyId, subject }) => storyId !== null && <StoryLink of={{ id: storyId }} name={subject} />,
  },
];

/** The log of mails. */
export function MailsPage() {
  const may = useMay();
  const filters = useFilters();
  const { get, paging } = filters;
  const query = {
    ...paging,
    search: get('search'),
    state: oneOf(states, get('state')),
    kind: oneOf(kinds, get('kind')),
    from: startOfDay(get('from')),
    until: endOfDay(get('until')),
  };
  const reading = useReadLog(
    ['mails', 'log', query],
    (api, withTotal) => orThrow(api.GET('/api/email/log', { params: { query: { ...query, withTotal } } })),
    // There is no event for the outcome of a mail.
    { refreshEveryMs, isFinal: ({ items }) => !items.some(isUnderWay) },
  );
  return (
    <ListPage
      texts={texts}
      links={
        <>
          <LinkButton to="/mails/settings">{texts.settings}</LinkButton>
          <LinkButton to="/mails/templates">{texts.templates}</LinkButton>
          <LinkButton to="/mails/suppressions">{texts.suppressions}</LinkButton>
        </>
      }
      exportOf={{ path: '/api/email/log', query }}
      of={reading}
      columns={columnsFor(may('auth.users.view'))}
      filters={filters}
      icon="mail"
      next={{ to: '/mails/settings', title: texts.settings }}
    >
      <MailStatus />
      <FilterBar filters={filters}>
        <SearchFilter name="search" label={texts.search} hint={texts.searchHint} />
        <SelectFilter name="state" label={texts.state} choices={Object.entries(mailTexts.states)} />
        <SelectFilter name="kind" label={texts.kind} choices={Object.entries(mailTexts.kinds)} />
        <DayFilter name="from" label={texts.from} />
        <DayFilter name="until" label={texts.until} />
      </FilterBar>
    </ListPage>
  );
}
