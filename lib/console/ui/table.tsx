import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { uiTexts } from '../texts/ui.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { ScrollArea } from './scroll-area.tsx';
import './table.css';

export interface Column<Row> {
  title: string;
  /** Shown in place of the title. */
  head?: ReactNode;
  isNumber?: boolean;
  /** The field by which the API sorts the list for this column. */
  field?: string | undefined;
  /** Shown only if the user chooses it. */
  isExtra?: boolean;
  /** The boxes of rows, and their buttons: no column that the user may hide. */
  kind?: 'tick' | 'actions';
  cell: (row: Row) => ReactNode;
}

interface TitleCellProps {
  to: string;
  title: ReactNode;
  /** The second line. */
  sub?: ReactNode;
}

/** The main cell of a row: a link to its page, and a second line. */
export const TitleCell = ({ to, title, sub }: TitleCellProps) => (
  <>
    <Link to={to} className="break">
      {title}
    </Link>
    {sub && <div className="sub break">{sub}</div>}
  </>
);

/** The order of a list, and the fields by which it may be sorted. */
interface TableSort {
  by: { field: string; direction: 'asc' | 'desc' } | undefined;
  fields: readonly string[];
  onSort: (field: string, direction?: 'asc' | 'desc') => void;
}

interface DataTableProps<Row> {
  /** Caption for screen readers. It may repeat a heading, so the table is not a landmark. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  sort?: TableSort | undefined;
  foot?: ReactNode;
}

function Heading<Row>({ of, sort }: { of: Column<Row>; sort: TableSort | undefined }) {
  const { title, head, isNumber, field, kind } = of;
  const className = [isNumber && 'number', kind].filter(Boolean).join(' ') || undefined;
  if (sort === undefined || field === undefined || !sort.fields.includes(field))
    return (
      <th scope="col" className={className}>
        {head ?? title}
      </th>
    );
  const direction = sort.by?.field === field ? sort.by.direction : undefined;
  const order = direction && (direction === 'asc' ? 'ascending' : 'descending');
  const next = direction && (direction === 'asc' ? 'desc' : 'asc');
  return (
    <th scope="col" className={className} aria-sort={order}>
      <button type="button" className="sort" onClick={() => sort.onSort(field, next)}>
        {head ?? title}
        <Icon name={direction === 'desc' ? 'down' : 'up'} size={12} />
      </button>
    </th>
  );
}

/** The class of a cell: on a phone, the first one of a row is its title. */
function cellClass<Row>(columns: readonly Column<Row>[], { kind, isNumber, title }: Column<Row>) {
  const main = columns.find((column) => column.kind !== 'tick');
  return [isNumber && 'number', kind, main?.title === title && 'main'].filter(Boolean).join(' ') || undefined;
}

export function DataTable<Row>({ caption, columns, rows, keyOf, sort, foot }: DataTableProps<Row>) {
  return (
    <div className="card flush">
      <ScrollArea className="table-frame" label={caption}>
        <table className="data-table">
          <caption className="unseen">{caption}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <Heading key={column.title} of={column} sort={sort} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={keyOf(row)}>
                {columns.map((column) => (
                  <td key={column.title} className={cellClass(columns, column)} data-title={column.title}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      {foot && <div className="table-foot">{foot}</div>}
    </div>
  );
}

const loadingRows = [...'12345678'];

/** In the place of a table that loads: rows of the same height. */
export const TableLoading = () => (
  <div className="card flush loading table-loading" role="status" aria-label={uiTexts.loading}>
    {loadingRows.map((row) => (
      <div key={row}>
        <span />
        <span />
        <span />
      </div>
    ))}
  </div>
);

interface Page {
  page: number;
  total: number;
  totalPages: number;
  totalIsExact?: boolean | undefined;
}

interface PagerProps {
  of: Page;
  onPage: (page: number) => void;
  /** What chooses the size of the pages. */
  size?: ReactNode;
}

/** The total, and links to other pages. */
export function Pager({ of: { page, total, totalPages, totalIsExact }, onPage, size }: PagerProps) {
  return (
    <>
      <span>{uiTexts.rows(total, totalIsExact)}</span>
      {size}
      {totalPages > 1 && (
        <span className="row">
          <Button
            variant="quiet"
            icon="back"
            aria-label={uiTexts.previousPage}
            disabled={page <= 1}
            onClick={() => onPage(page - 1)}
          />
          {uiTexts.pageOf(page, totalPages, totalIsExact)}
          <Button
            variant="quiet"
            icon="forward"
            aria-label={uiTexts.nextPage}
            disabled={page >= totalPages}
            onClick={() => onPage(page + 1)}
          />
        </span>
      )}
    </>
  );
}
