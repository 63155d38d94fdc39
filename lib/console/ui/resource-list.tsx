/** A list with pagination, or a hint if it is empty. */
import type { ReactNode } from 'react';
import type { Filters } from '../forms/filters.ts';
import { uiTexts } from '../texts/ui.ts';
import { type BulkActions, BulkBar } from './bulk-bar.tsx';
import type { IconName } from './icon.tsx';
import { RowsOfPage } from './rows-of-page.tsx';
import { EmptyCard, Loaded, type Reading } from './states.tsx';
import { type Column, DataTable, Pager } from './table.tsx';
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
}

interface SelectableRowsProps<Row> extends Pick<ResourceListProps<Row>, 'columns' | 'keyOf'> {
  rows: readonly Row[];
  bulk: BulkActions<Row>;
  children: (columns: readonly Column<Row>[]) => ReactNode;
}

/** The rows with a box each, below what may be done to the ticked ones. */
function SelectableRows<Row>({ columns, rows, keyOf, bulk, children }: SelectableRowsProps<Row>) {
  const { selected, column, clear } = useSelection({ rows, keyOf, nameOf: bulk.nameOf });
  return (
    <>
      <BulkBar of={bulk} selected={selected} onClear={clear} />
      {children([column, ...columns])}
    </>
  );
}

function Rows<Row>({ list, ...props }: Omit<ResourceListProps<Row>, 'of'> & { list: RowPage<Row> }) {
  const { caption, columns, keyOf, filters, bulk } = props;
  const rows = list.items;
  const table = (shown: readonly Column<Row>[]) => (
    <DataTable
      caption={caption}
      columns={shown}
      rows={rows}
      keyOf={keyOf}
      foot={<Pager of={list} onPage={(to) => filters.set({ page: String(to) })} />}
    />
  );
  if (bulk === undefined) return table(columns);
  return (
    <SelectableRows columns={columns} rows={rows} keyOf={keyOf} bulk={bulk}>
      {table}
    </SelectableRows>
  );
}

export function ResourceList<Row>(props: ResourceListProps<Row>) {
  const { of, filters, icon, empty } = props;
  return (
    <Loaded of={of}>
      {(list) => (
        <RowsOfPage
          of={list}
          filters={filters}
          empty={<EmptyCard icon={icon} {...(filters.isFiltered ? uiTexts.noMatch : empty)} />}
        >
          <Rows {...props} list={list} />
        </RowsOfPage>
      )}
    </Loaded>
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
