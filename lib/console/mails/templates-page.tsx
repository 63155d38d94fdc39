import { Link } from 'react-router';
import { type EmailTemplate, orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { FilterBar, SearchFilter } from '../forms/filter-bar.tsx';
import { useFilters } from '../forms/filters.ts';
import { useMay } from '../session/session.ts';
import { mailTexts } from '../texts/mails.ts';
import { CreateLink } from '../ui/link-button.tsx';
import { ListPage } from '../ui/list-page.tsx';
import type { Column } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { editPathOf } from './template.ts';

const texts = mailTexts.templates;

const columnsFor = (mayManage: boolean): readonly Column<EmailTemplate>[] => [
  {
    title: texts.columns.type,
    cell: ({ type }) =>
      mayManage ? (
        <Link to={editPathOf(type)} className="break">
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
  const query = { ...filters.paging, search: filters.get('search') };
  const reading = useRead(['mails', 'templates', query], (api) =>
    orThrow(api.GET('/api/email/templates', { params: { query } })),
  );
  const create = mayManage && <CreateLink to="/mails/templates/new">{texts.create}</CreateLink>;
  return (
    <ListPage
      texts={texts}
      parent={{ to: '/mails', title: mailTexts.list.title }}
      create={create}
      of={reading}
      columns={columnsFor(mayManage)}
      filters={filters}
      icon="mail"
    >
      <FilterBar filters={filters}>
        <SearchFilter name="search" label={texts.search} hint={texts.searchHint} />
      </FilterBar>
    </ListPage>
  );
}
