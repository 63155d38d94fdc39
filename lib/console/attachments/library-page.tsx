import { Link } from 'react-router';
import { type LibraryAttachment, orThrow } from '../../../shared/clients/typescript/index.ts';
import { library } from '../../../shared/clients/typescript/resources.ts';
import { useRead } from '../api/queries.ts';
import { FilterBar, SearchFilter, SelectFilter } from '../forms/filter-bar.tsx';
import { type Filters, oneOf, useFilters } from '../forms/filters.ts';
import { extraColumns } from '../resources/cells.tsx';
import { useMay } from '../session/session.ts';
import { attachmentTexts } from '../texts/attachments.ts';
import { Button } from '../ui/button.tsx';
import { ExportMenu } from '../ui/export-menu.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ListFrame, ListPager, ListRows, type RowPage } from '../ui/resource-list.tsx';
import type { Column } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { bytes } from '../ui/times.ts';
import './attachments.css';
import { excerptOf } from './excerpt.ts';
import { kindOf } from './file-kinds.ts';
import { Thumbnail } from './thumbnail.tsx';
import { UploadArea } from './upload-area.tsx';

const texts = attachmentTexts.list;

const refreshEveryMs = 1_500;

/** The fields by which the API sorts files, with the titles of their columns. */
const sorts = {
  createdAt: texts.columns.created,
  fileName: texts.columns.name,
  fileSize: texts.columns.size,
};

const views = ['grid', 'list'] as const;

function queryOf({ get, paging, sorting }: Filters) {
  return {
    ...paging,
    search: get('search'),
    contentSearch: get('text'),
    partition: get('partition'),
    tags: get('tag'),
    ...sorting(library.sorts),
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
    field: 'fileName',
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
  { title: texts.columns.size, field: 'fileSize', isNumber: true, cell: ({ fileSize }) => bytes(fileSize) },
  {
    title: texts.columns.partition,
    cell: ({ partitionTitle, partitionCode }) => partitionTitle ?? partitionCode,
  },
  { title: texts.columns.created, field: 'createdAt', cell: ({ createdAt }) => <Time value={createdAt} /> },
];

/** The files as cards. */
function FileGrid({ of, filters }: { of: RowPage<LibraryAttachment>; filters: Filters }) {
  return (
    <>
      <ul className="file-grid" aria-label={texts.files}>
        {of.items.map((file) => (
          <FileCard key={file.id} file={file} searched={filters.get('text')} />
        ))}
      </ul>
      <div className="table-foot">
        <ListPager of={of} filters={filters} />
      </div>
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
  const isTable = filters.get('view') === 'list';
  const columns = columnsFor(filters.get('text'));
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
      <ListFrame
        of={reading}
        filters={filters}
        icon="file"
        empty={{ ...texts.empty, text: mayManage ? texts.empty.text : texts.emptyToRead }}
        columns={isTable ? [...columns, ...extraColumns(library, columns)] : []}
        sorts={sorts}
        head={
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
              <ViewChoice filters={filters} />
            </FilterBar>
          </div>
        }
      >
        {(list, shown) =>
          isTable ? (
            <ListRows
              list={list}
              caption={texts.files}
              columns={shown}
              keyOf={({ id }) => id}
              filters={filters}
              sorts={sorts}
            />
          ) : (
            <FileGrid of={list} filters={filters} />
          )
        }
      </ListFrame>
    </>
  );
}
