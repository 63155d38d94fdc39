import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { uiTexts } from '../texts/ui.ts';
import { Button } from './button.tsx';
import { ScrollArea } from './scroll-area.tsx';

export interface Column<Row> {
  title: string;
  /** Shown in place of the title. */
  head?: ReactNode;
  isNumber?: boolean;
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

interface DataTableProps<Row> {
  /** Caption for screen readers. It may repeat a heading, so the table is not a landmark. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  foot?: ReactNode;
}

export function DataTable<Row>({ caption, columns, rows, keyOf, foot }: DataTableProps<Row>) {
  return (
    <div className="card flush">
      <ScrollArea className="table-frame" label={caption}>
        <table>
          <caption className="unseen">{caption}</caption>
          <thead>
            <tr>
              {columns.map(({ title, head, isNumber }) => (
                <th key={title} scope="col" className={isNumber ? 'number' : undefined}>
                  {head ?? title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={keyOf(row)}>
                {columns.map(({ title, isNumber, cell }) => (
                  <td key={title} className={isNumber ? 'number' : undefined}>
                    {cell(row)}
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

interface Page {
  page: number;
  total: number;
  totalPages: number;
  totalIsExact?: boolean | undefined;
}

/** The total, and links to other pages. */
export function Pager({
  of: { page, total, totalPages, totalIsExact },
  onPage,
}: {
  of: Page;
  onPage: (page: number) => void;
}) {
  return (
    <>
      <span>{uiTexts.rows(total, totalIsExact)}</span>
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
