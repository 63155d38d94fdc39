import { Link } from 'react-router';
import { type LibraryAttachment, orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { SelectField } from '../forms/field.tsx';
import { FilterBar, SearchFilter, SelectFilter } from '../forms/filter-bar.tsx';
import { type Filters, oneOf, useFilters } from '../forms/filters.ts';
import { useMay } from '../session/session.ts';
import { attachmentTexts } from '../texts/attachments.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button } from '../ui/button.tsx';
import { ExportMenu } from '../ui/export-menu.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { RowsOfPage } from '../ui/rows-of-page.tsx';
import { EmptyCard, Loaded } from '../ui/states.tsx';
import { type Column, DataTable, Pager } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { bytes } from '../ui/times.ts';
import './attachments.css';
import { excerptOf } from './excerpt.ts';
import { kindOf } from './file-kinds.ts';
import { Thumbnail } from './thumbnail.tsx';
import { UploadArea } from './upload-area.tsx';

const texts = attachmentTexts.list;

const pageSize = 24;
const refreshEveryMs = 1_500;

const sorts = {
  newest: { sortField: 'createdAt', sortDir: 'desc' },
  oldest: { sortField: 'createdAt', sortDir: 'asc' },
  name: { sortField: 'fileName', sortDir: 'asc' },
  largest: { sortField: 'fileSize', sortDir: 'desc' },
} as const;

const otherSorts = ['oldest', 'name', 'largest'] as const;

const views = ['grid', 'list'] as const;

function queryOf({ get, page }: Filters) {
  const sort = oneOf(otherSorts, get('sort')) ?? 'newest';
  return {
    page,
    pageSize,
    search: get('search'),
    contentSearch: get('text'),
    partition: get('partition'),
    tags: get('tag'),
    ...sorts[sort],
  };
}

/** The searched words in the text of the file, or its tags, or the state of its extraction. */
function Found({ file, searched }: { file: LibraryAttachment; searched: string | undefined }) {
  // Until the extraction ends the search does not find its text.
  if (file.contentStatus === 'pending')
    return <span className="small muted">{attachmentTexts.content.pending}</span>;
  if (searched === undefined || file.content === null)
    return <span className="small muted break">{file.tags.join(', ')}</span>;
  return (
    <span className="small muted break">
      {excerptOf(file.content, searched).map(({ at, text, isMatch }) =>
        isMatch ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
      )}
    </span>
  );
}

function FileCard({ file, searched }: { file: LibraryAttachment; searched: string | undefined }) {
  const { id, originalName, fileSize, mimeType, createdAt } = file;
  return (
    <li className="card flush file-card">
      <Thumbnail of={file} />
      <div className="file-text">
        <Link to={`/files/${id}`} className="file-name break">
          {originalName}
        </Link>
        <span className="small muted">
          {attachmentTexts.kinds[kindOf(mimeType)]} · {bytes(fileSize)} · <Time value={createdAt} />
        </span>
        <Found file={file} searched={searched} />
      </div>
    </li>
  );
}

const columnsFor = (searched: string | undefined): readonly Column<LibraryAttachment>[] => [
  {
    title: texts.columns.name,
    cell: (file) => (
      <span className="file-row">
        <Thumbnail of={file} />
        <span className="stack tight">
          <Link to={`/files/${file.id}`} className="break">
            {file.originalName}
          </Link>
          <Found file={file} searched={searched} />
        </span>
      </span>
    ),
  },
  { title: texts.columns.kind, cell: ({ mimeType }) => attachmentTexts.kinds[kindOf(mimeType)] },
  { title: texts.columns.size, isNumber: true, cell: ({ fileSize }) => bytes(fileSize) },
  {
    title: texts.columns.partition,
    cell: ({ partitionTitle, partitionCode }) => partitionTitle ?? partitionCode,
  },
  { title: texts.columns.created, cell: ({ createdAt }) => <Time value={createdAt} /> },
];

interface FilesProps {
  of: { items: readonly LibraryAttachment[]; page: number; total: number; totalPages: number };
  filters: Filters;
}

function Files({ of, filters }: FilesProps) {
  const searched = filters.get('text');
  const pager = <Pager of={of} onPage={(to) => filters.set({ page: String(to) })} />;
  if (filters.get('view') === 'list')
    return (
      <DataTable
        caption={texts.files}
        columns={columnsFor(searched)}
        rows={of.items}
        keyOf={({ id }) => id}
        foot={pager}
      />
    );
  return (
    <>
      <ul className="file-grid" aria-label={texts.files}>
        {of.items.map((file) => (
          <FileCard key={file.id} file={file} searched={searched} />
        ))}
      </ul>
      <div className="table-foot">{pager}</div>
    </>
  );
}

function ViewChoice({ filters }: { filters: Filters }) {
  const chosen = oneOf(views, filters.get('view')) ?? 'grid';
  return (
    <fieldset className="row view-choice">
      <legend className="unseen">{texts.view}</legend>
      {views.map((view) => (
        <Button
          key={view}
          icon={view}
          aria-pressed={view === chosen}
          aria-label={texts.views[view]}
          onClick={() => filters.set({ view: view === 'grid' ? '' : view, page: String(filters.page) })}
        />
      ))}
    </fieldset>
  );
}

/** The files of the organization, with thumbnails, names and text search. */
export function LibraryPage() {
  const mayManage = useMay()('attachments.manage');
  const filters = useFilters();
  const query = queryOf(filters);
  const reading = useRead(
    ['files', 'list', query],
    (api) => orThrow(api.GET('/api/attachments/library', { params: { query } })),
    // There is no event for the end of an extraction.
    {
      refreshEveryMs,
      isFinal: ({ items }) => items.every(({ contentStatus }) => contentStatus !== 'pending'),
    },
  );
  const { partitions = [], availableTags = [] } = reading.data ?? {};
  return (
    <>
      <PageHeader
        title={texts.title}
        intro={texts.intro}
        actions={
          <>
            {mayManage && <LinkButton to="/files/partitions">{texts.partitions}</LinkButton>}
            <ExportMenu path="/api/attachments/library" query={query} />
          </>
        }
      />
      {mayManage && <UploadArea partitions={partitions} />}
      <div className="library-filters">
        <FilterBar filters={filters}>
          <SearchFilter name="text" label={texts.content} hint={texts.contentHint} />
          <SearchFilter name="search" label={texts.search} hint={texts.searchHint} />
          <SelectFilter
            name="partition"
            label={texts.partition}
            choices={partitions.map(({ code, title }) => [code, title])}
          />
          <SelectFilter name="tag" label={texts.tag} choices={availableTags.map((tag) => [tag, tag])} />
          <SelectField
            label={texts.sort}
            value={filters.get('sort') ?? ''}
            onChange={({ target }) => filters.set({ sort: target.value })}
            choices={otherSorts.map((sort) => [sort, texts.sorts[sort]])}
          >
            <option value="">{texts.sorts.newest}</option>
          </SelectField>
          <ViewChoice filters={filters} />
        </FilterBar>
      </div>
      <Loaded of={reading}>
        {(found) => (
          <RowsOfPage
            of={found}
            filters={filters}
            empty={<EmptyCard icon="file" {...(filters.isFiltered ? uiTexts.noMatch : texts.empty)} />}
          >
            <Files of={found} filters={filters} />
          </RowsOfPage>
        )}
      </Loaded>
    </>
  );
}
