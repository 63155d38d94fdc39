/** A list with pagination, or a hint if it is empty. */
import type { ReactNode } from 'react';
import type { Filters } from '../forms/filters.ts';
import { uiTexts } from '../texts/ui.ts';
import type { IconName } from './icon.tsx';
import { Empty, Loaded, type Reading } from './states.tsx';
import { type Column, DataTable, Pager } from './table.tsx';

export interface ListPage<Row> {
  items: readonly Row[];
  total: number;
  page: number;
  totalPages: number;
}

interface ResourceListProps<Row> {
  of: Reading<ListPage<Row>>;
  /** Label for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  filters: Filters;
  icon: IconName;
  /** Shown if the list is empty without filters. */
  empty: { title: string; text: string; action?: ReactNode };
}

export function ResourceList<Row>(props: ResourceListProps<Row>) {
  const { of, caption, columns, keyOf, filters, icon, empty } = props;
  return (
    <Loaded of={of}>
      {(list) =>
        list.items.length > 0 ? (
          <DataTable
            caption={caption}
            columns={columns}
            rows={list.items}
            keyOf={keyOf}
            foot={<Pager of={list} onPage={(to) => filters.set({ page: String(to) })} />}
          />
        ) : (
          <div className="card flush">
            {filters.isFiltered ? (
              <Empty icon={icon} title={uiTexts.noMatch.title}>
                {uiTexts.noMatch.text}
              </Empty>
            ) : (
              <Empty icon={icon} title={empty.title} action={empty.action}>
                {empty.text}
              </Empty>
            )}
          </div>
        )
      }
    </Loaded>
  );
}

/** Reads pages of lists with `meta`. */
export function toListPage<Row>({
  data,
  meta,
}: {
  data: readonly Row[];
  meta: { total: number; page: number; pageSize: number };
}): ListPage<Row> {
  const { total, page, pageSize } = meta;
  return { items: data, total, page, totalPages: Math.ceil(total / pageSize) };
}
