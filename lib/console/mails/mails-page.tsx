import { Link } from 'react-router';
import { type LoggedMail, orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import {
  DayFilter,
  endOfDay,
  FilterBar,
  SearchFilter,
  SelectFilter,
  startOfDay,
} from '../forms/filter-bar.tsx';
import { oneOf, useFilters } from '../forms/filters.ts';
import { useMay } from '../session/session.ts';
import { mailTexts } from '../texts/mails.ts';
import { ExportMenu } from '../ui/export-menu.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ResourceList } from '../ui/resource-list.tsx';
import type { Column } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { MailState, reasonText, states } from './mail-state.tsx';
import { MailStatus } from './mail-status.tsx';

const texts = mailTexts.list;

const pageSize = 25;
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
];

/** The log of mails. */
export function MailsPage() {
  const may = useMay();
  const filters = useFilters();
  const { get, page } = filters;
  const query = {
    page,
    pageSize,
    search: get('search'),
    state: oneOf(states, get('state')),
    kind: oneOf(kinds, get('kind')),
    from: startOfDay(get('from')),
    until: endOfDay(get('until')),
  };
  const reading = useRead(
    ['mails', 'log', query],
    (api) => orThrow(api.GET('/api/email/log', { params: { query } })),
    // There is no event for the outcome of a mail.
    { refreshEveryMs, isFinal: ({ items }) => !items.some(isUnderWay) },
  );
  return (
    <>
      <PageHeader
        title={texts.title}
        intro={texts.intro}
        actions={
          <>
            <LinkButton to="/mails/settings">{texts.settings}</LinkButton>
            <LinkButton to="/mails/templates">{texts.templates}</LinkButton>
            <LinkButton to="/mails/suppressions">{texts.suppressions}</LinkButton>
            <ExportMenu path="/api/email/log" query={query} />
          </>
        }
      />
      <MailStatus />
      <FilterBar filters={filters}>
        <SearchFilter filters={filters} name="search" label={texts.search} hint={texts.searchHint} />
        <SelectFilter
          filters={filters}
          name="state"
          label={texts.state}
          choices={Object.entries(mailTexts.states)}
        />
        <SelectFilter
          filters={filters}
          name="kind"
          label={texts.kind}
          choices={Object.entries(mailTexts.kinds)}
        />
        <DayFilter filters={filters} name="from" label={texts.from} />
        <DayFilter filters={filters} name="until" label={texts.until} />
      </FilterBar>
      <ResourceList
        of={reading}
        caption={texts.title}
        columns={columnsFor(may('auth.users.view'))}
        keyOf={({ id }) => id}
        filters={filters}
        icon="mail"
        empty={texts.empty}
      />
    </>
  );
}
