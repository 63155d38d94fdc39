/** Lists with pagination, or a hint if they are empty. */
import type { ReactNode } from 'react';
import type { Filters } from '../forms/filters.ts';
import { pageSizes } from '../forms/list-settings.ts';
import { DisplayMenu, PageSize, shownColumns, sortOf, ViewsMenu } from '../lists/list-tools.tsx';
import { uiTexts } from '../texts/ui.ts';
import { type BulkActions, BulkBar } from './bulk-bar.tsx';
import { Button } from './button.tsx';
import type { IconName } from './icon.tsx';
import { RowsOfPage } from './rows-of-page.tsx';
import { EmptyCard, Loaded, type Reading } from './states.tsx';
import { type Column, DataTable, Pager, TableLoading } from './table.tsx';
import { useSelection } from './use-selection.tsx';

/** The rows of one page of a list. */
export interface RowPage<Row> {
  items: readonly Row[];
  total: number;
  page: number;
  totalPages: number;
  /** False if there are more rows than `total`. */
  totalIsExact?: boolean | undefined;
}

interface FrameProps<Row> {
  of: Reading<RowPage<Row>>;
  filters: Filters;
  icon: IconName;
  /** Shown if the list is empty without filters. */
  empty: { title: string; text: string; action?: ReactNode };
  /** The columns that the user may hide; none of a list without columns. */
  columns?: readonly Column<Row>[];
  /** The fields by which the API sorts the list, with their titles. */
  sorts?: Readonly<Record<string, string>>;
  /** The filters of the list, and what else is above it. */
  head?: ReactNode;
  placeholder?: ReactNode;
  /** Shows the rows of a page, with the columns that the user has not hidden. */
  children: (list: RowPage<Row>, columns: readonly Column<Row>[]) => ReactNode;
}

/** What every list has, however it shows its rows: views, order and columns above, and a hint if it is empty. */
export function ListFrame<Row>(props: FrameProps<Row>) {
  const { of, filters, icon, empty, columns = [], sorts = {}, head, placeholder, children } = props;
  const isEmpty = of.data?.items.length === 0 && !filters.isFiltered;
  const hasDisplay = columns.length > 0 || Object.keys(sorts).length > 0;
  const noMatch = {
    ...uiTexts.noMatch,
    action: <Button onClick={filters.reset}>{uiTexts.showAll}</Button>,
  };
  return (
    <>
      <div className="list-head">
        {head}
        {!isEmpty && (
          <div className="list-tools">
            <ViewsMenu filters={filters} />
            {hasDisplay && <DisplayMenu columns={columns} filters={filters} sorts={sorts} />}
          </div>
        )}
      </div>
      <Loaded of={of} placeholder={placeholder}>
        {(list) => (
          <RowsOfPage
            of={list}
            filters={filters}
            empty={<EmptyCard icon={icon} {...(filters.isFiltered ? noMatch : empty)} />}
          >
            {children(list, shownColumns(columns, filters.settings.columns))}
          </RowsOfPage>
        )}
      </Loaded>
    </>
  );
}

interface ListPagerProps {
  of: Pick<RowPage<unknown>, 'total' | 'page' | 'totalPages' | 'totalIsExact'>;
  filters: Filters;
}

/** The total, the other pages, and the size of the pages if there is more than the smallest one. */
export const ListPager = ({ of, filters }: ListPagerProps) => (
  <Pager
    of={of}
    onPage={(to) => filters.set({ page: String(to) })}
    size={of.total > pageSizes[0] && <PageSize filters={filters} />}
  />
);

export interface ResourceListProps<Row>
  extends Omit<FrameProps<Row>, 'columns' | 'placeholder' | 'children'> {
  /** Label for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  /** What may be done to several rows at once. */
  bulk?: BulkActions<Row> | undefined;
}

interface RowsProps<Row>
  extends Pick<ResourceListProps<Row>, 'caption' | 'columns' | 'keyOf' | 'filters' | 'sorts'> {
  list: RowPage<Row>;
}

/** The rows as a table. */
export function ListRows<Row>({ list, columns, caption, keyOf, filters, sorts = {} }: RowsProps<Row>) {
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={list.items}
      keyOf={keyOf}
      sort={sortOf(filters, sorts)}
      foot={<ListPager of={list} filters={filters} />}
    />
  );
}

interface SelectableRowsProps<Row> extends RowsProps<Row> {
  bulk: BulkActions<Row>;
}

/** The rows with a box each, and what may be done to the ticked ones below. */
function SelectableRows<Row>({ bulk, ...props }: SelectableRowsProps<Row>) {
  const { list, columns, keyOf } = props;
  const rows = list.items;
  const { selected, column, clear } = useSelection({ rows, keyOf, nameOf: bulk.nameOf });
  return (
    <>
      <ListRows {...props} columns={[column, ...columns]} />
      <BulkBar of={bulk} selected={selected} list={list} keyOf={keyOf} onClear={clear} />
    </>
  );
}

export function ResourceList<Row>({ caption, keyOf, bulk, ...frame }: ResourceListProps<Row>) {
  const { filters, sorts } = frame;
  const rows = { caption, keyOf, filters, ...(sorts && { sorts }) };
  return (
    <ListFrame {...frame} placeholder={<TableLoading />}>
      {(list, columns) =>
        bulk === undefined ? (
          <ListRows {...rows} list={list} columns={columns} />
        ) : (
          <SelectableRows {...rows} bulk={bulk} list={list} columns={columns} />
        )
      }
    </ListFrame>
  );
}

/** Reads pages of lists with `meta`. */
export function toListPage<Row>({
  data,
  meta,
}: {
  data: readonly Row[];
  meta: { total: number; totalIsExact?: boolean; page: number; pageSize: number };
}): RowPage<Row> {
  const { total, totalIsExact, page, pageSize } = meta;
  return { items: data, total, totalIsExact, page, totalPages: Math.ceil(total / pageSize) };
}
