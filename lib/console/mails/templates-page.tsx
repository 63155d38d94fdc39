import { Link } from 'react-router';
import { type EmailTemplate, orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { FilterBar, SearchFilter } from '../forms/filter-bar.tsx';
import { useFilters } from '../forms/filters.ts';
import { useMay } from '../session/session.ts';
import { mailTexts } from '../texts/mails.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ResourceList } from '../ui/resource-list.tsx';
import type { Column } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';

const texts = mailTexts.templates;

const pageSize = 25;

const columnsFor = (mayManage: boolean): readonly Column<EmailTemplate>[] => [
  {
    title: texts.columns.type,
    cell: ({ type }) =>
      mayManage ? (
        <Link to={`/mails/templates/edit?${new URLSearchParams({ type })}`} className="break">
          {type}
        </Link>
      ) : (
        <span className="break">{type}</span>
      ),
  },
  { title: texts.columns.subject, cell: ({ subject }) => <span className="break">{subject}</span> },
  { title: texts.columns.updated, cell: ({ updatedAt }) => <Time value={updatedAt} /> },
];

export function TemplatesPage() {
  const mayManage = useMay()('email.manage');
  const filters = useFilters();
  const query = { page: filters.page, pageSize, search: filters.get('search') };
  const reading = useRead(['mails', 'templates', query], (api) =>
    orThrow(api.GET('/api/email/templates', { params: { query } })),
  );
  const create = mayManage && (
    <LinkButton to="/mails/templates/new" variant="primary" icon="plus">
      {texts.create}
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title={texts.title}
        intro={texts.intro}
        parent={{ to: '/mails', title: mailTexts.list.title }}
        actions={create}
      />
      <FilterBar filters={filters}>
        <SearchFilter filters={filters} name="search" label={texts.search} hint={texts.searchHint} />
      </FilterBar>
      <ResourceList
        of={reading}
        caption={texts.title}
        columns={columnsFor(mayManage)}
        keyOf={({ id }) => id}
        filters={filters}
        icon="mail"
        empty={{ ...texts.empty, action: create }}
      />
    </>
  );
}
