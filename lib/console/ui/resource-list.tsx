/** A list with pagination, or a hint if it is empty. */
import type { ReactNode } from 'react';
import type { Filters } from '../forms/filters.ts';
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

export interface ResourceListProps<Row> {
  of: Reading<RowPage<Row>>;
  /** Label for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  filters: Filters;
  icon: IconName;
  /** Shown if the list is empty without filters. */
  empty: { title: string; text: string; action?: ReactNode };
  /** What may be done to several rows at once. */
  bulk?: BulkActions<Row> | undefined;
  /** The fields by which the API sorts the list, with their titles. */
  sorts?: Readonly<Record<string, string>>;
  /** The filters of the list, and what else is above it. */
  head?: ReactNode;
}

type RowsProps<Row> = Omit<ResourceListProps<Row>, 'of' | 'columns'> & {
  list: RowPage<Row>;
  columns: readonly Column<Row>[];
};

function Rows<Row>({ list, columns, caption, keyOf, filters, sorts = {} }: RowsProps<Row>) {
  const foot = (
    <Pager
      of={list}
      onPage={(to) => filters.set({ page: String(to) })}
      size={list.total > list.items.length && <PageSize filters={filters} />}
    />
  );
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={list.items}
      keyOf={keyOf}
      sort={sortOf(filters, sorts)}
      foot={foot}
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
      <Rows {...props} columns={[column, ...columns]} />
      <BulkBar of={bulk} selected={selected} list={list} keyOf={keyOf} onClear={clear} />
    </>
  );
}

export function ResourceList<Row>({ of, columns, head, ...props }: ResourceListProps<Row>) {
  const { filters, icon, empty, bulk, sorts = {} } = props;
  const shown = shownColumns(columns, filters.settings.columns);
  const isEmpty = of.data?.items.length === 0 && !filters.isFiltered;
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
            <DisplayMenu columns={columns} filters={filters} sorts={sorts} />
          </div>
        )}
      </div>
      <Loaded of={of} placeholder={<TableLoading />}>
        {(list) => (
          <RowsOfPage
            of={list}
            filters={filters}
            empty={<EmptyCard icon={icon} {...(filters.isFiltered ? noMatch : empty)} />}
          >
            {bulk === undefined ? (
              <Rows {...props} columns={shown} list={list} />
            ) : (
              <SelectableRows {...props} bulk={bulk} columns={shown} list={list} />
            )}
          </RowsOfPage>
        )}
      </Loaded>
    </>
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
