/** The list of a resource, from its literal. */
import { Fragment, type ReactNode, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useRead } from '../api/queries.ts';
import { FilterBar } from '../forms/filter-bar.tsx';
import { useFilters } from '../forms/filters.ts';
import { useMeets } from '../session/session.ts';
import { uiTexts } from '../texts/ui.ts';
import type { BulkActions } from '../ui/bulk-bar.tsx';
import { Button, CreateButton } from '../ui/button.tsx';
import { CreateLink, LinkButton } from '../ui/link-button.tsx';
import { ListPage } from '../ui/list-page.tsx';
import type { Column } from '../ui/table.tsx';
import { columnsOf, extraColumns } from './cells.tsx';
import { queryOf } from './filters.tsx';
import type { Data, ResourceSpec, RowAction } from './spec.ts';

/** The buttons of the rows, and the dialog that one of them opened. */
function useActions<Row>(of: Data, actions: readonly RowAction<Row>[]) {
  const meets = useMeets();
  const [shown, show] = useState<{ action: RowAction<Row>; row: Row }>();
  const allowed = actions.filter(({ need = of.features.change ?? null }) => meets(need));
  const column: Column<Row> = {
    title: uiTexts.actions,
    kind: 'actions',
    cell: (row) => (
      <span className="row actions">
        {allowed.map((action) =>
          action.to ? (
            <LinkButton key={action.label} to={action.to(row)} variant="quiet" name={action.nameOf(row)}>
              {action.label}
            </LinkButton>
          ) : (
            <Button
              key={action.label}
              variant={action.variant ?? 'plain'}
              aria-label={action.nameOf(row)}
              onClick={() => show({ action, row })}
            >
              {action.label}
            </Button>
          ),
        )}
      </span>
    ),
  };
  const Dialog = shown?.action.Dialog;
  return {
    columns: allowed.length > 0 ? [column] : [],
    dialog: shown && Dialog && <Dialog of={shown.row} onClose={() => show(undefined)} />,
  };
}

/** What the caller may do to several rows: switching them and deleting them are two rights. */
function useBulk<Row>(
  of: Data,
  bulk: BulkActions<Row> | undefined,
  read: NonNullable<BulkActions<Row>['read']>,
): BulkActions<Row> | undefined {
  const meets = useMeets();
  if (bulk === undefined) return undefined;
  const { turnOn, turnOff, remove, ...rest } = bulk;
  const [mayChange, mayRemove] = [meets(of.features.change), meets(of.features.delete)];
  if (!mayChange && !mayRemove) return undefined;
  return {
    ...rest,
    read,
    ...(mayChange && turnOn && { turnOn }),
    ...(mayChange && turnOff && { turnOff }),
    ...(mayRemove && remove && { remove }),
  };
}

/** The fields by which the API sorts the list, with the titles of their columns. */
function sortTitles<Row>(of: Data, columns: readonly Column<Row>[]): Record<string, string> {
  const titleOf = (field: string) =>
    columns.find((column) => column.field === field)?.title ?? of.titles[field] ?? field;
  return Object.fromEntries((of.sorts ?? []).map((field) => [field, titleOf(field)]));
}

type ListProps<Query, Row, Sort extends string> = Pick<
  ResourceSpec<Query, Row, never, FieldValues, Sort>,
  'of' | 'at' | 'reads' | 'icon' | 'parent' | 'list'
>;

/** The page with the list. */
export function List<Query, Row extends { id: string }, Sort extends string>(
  props: ListProps<Query, Row, Sort>,
) {
  const { of, at, reads, icon, parent, list } = props;
  const { texts, Links, Create } = list;
  const meets = useMeets();
  const filters = useFilters();
  const filtered = queryOf(list.filters, filters.get);
  const sorting = filters.sorting(of.sorts ?? []);
  const found = { ...filtered, ...sorting };
  const query = { ...found, ...filters.paging };
  const reading = useRead([reads, 'list', query], (api) => list.read(api, query));
  const { columns: actions, dialog } = useActions(of, list.actions ?? []);
  const bulk = useBulk(of, list.bulk, (api, paging) => list.read(api, { ...found, ...paging }));
  const columns = columnsOf({ titles: texts.columns, cells: list.columns, fields: list.fields });
  const [isCreating, setCreating] = useState(false);
  const create =
    texts.create !== undefined &&
    meets(of.features.create) &&
    (Create ? (
      <CreateButton onClick={() => setCreating(true)}>{texts.create}</CreateButton>
    ) : (
      <CreateLink to={`${at}/${list.newAt ?? 'new'}`}>{texts.create}</CreateLink>
    ));
  const controls = Object.entries<{ control: ReactNode }>(list.filters);
  return (
    <>
      <ListPage
        texts={texts}
        {...(parent && { parent })}
        links={Links && <Links />}
        {...(of.isExported && {
          exportOf: { path: of.path, query: { ...filtered, ...(list.orderOf?.(sorting) ?? sorting) } },
        })}
        create={create}
        of={reading}
        columns={[...columns, ...extraColumns(of, columns), ...actions]}
        sorts={sortTitles(of, columns)}
        {...(list.next && { next: list.next })}
        filters={filters}
        icon={icon}
        bulk={bulk}
      >
        {controls.length > 0 && (
          <FilterBar filters={filters}>
            {controls.map(([name, { control }]) => (
              <Fragment key={name}>{control}</Fragment>
            ))}
          </FilterBar>
        )}
      </ListPage>
      {dialog}
      {isCreating && Create && <Create onClose={() => setCreating(false)} />}
    </>
  );
}
