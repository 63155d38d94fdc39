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
import { columnsOf } from './cells.tsx';
import { queryOf } from './filters.tsx';
import type { Data, ResourceSpec, RowAction } from './spec.ts';

/** The buttons of the rows, and the dialog that one of them opened. */
function useActions<Row>(of: Data, actions: readonly RowAction<Row>[]) {
  const meets = useMeets();
  const [shown, show] = useState<{ action: RowAction<Row>; row: Row }>();
  const allowed = actions.filter(({ need = of.features.change ?? null }) => meets(need));
  const column: Column<Row> = {
    title: uiTexts.actions,
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
function useBulk<Row>(of: Data, bulk: BulkActions<Row> | undefined): BulkActions<Row> | undefined {
  const meets = useMeets();
  if (bulk === undefined) return undefined;
  const { turnOn, turnOff, remove, ...rest } = bulk;
  const [mayChange, mayRemove] = [meets(of.features.change), meets(of.features.delete)];
  if (!mayChange && !mayRemove) return undefined;
  return {
    ...rest,
    ...(mayChange && turnOn && { turnOn }),
    ...(mayChange && turnOff && { turnOff }),
    ...(mayRemove && remove && { remove }),
  };
}

type ListProps<Query, Row> = Pick<
  ResourceSpec<Query, Row, never, FieldValues>,
  'of' | 'at' | 'reads' | 'icon' | 'parent' | 'list'
>;

/** The page with the list. */
export function List<Query, Row extends { id: string }>(props: ListProps<Query, Row>) {
  const { of, at, reads, icon, parent, list } = props;
  const { texts, Links, Create } = list;
  const meets = useMeets();
  const filters = useFilters(['view', 'sort']);
  const query = { ...queryOf(list.filters, filters.get), ...filters.paging };
  const reading = useRead([reads, 'list', query], (api) => list.read(api, query));
  const { columns, dialog } = useActions(of, list.actions ?? []);
  const bulk = useBulk(of, list.bulk);
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
        {...(of.isExported && { exportOf: { path: of.path, query } })}
        create={create}
        of={reading}
        columns={[...columnsOf(texts.columns, list.columns), ...columns]}
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
