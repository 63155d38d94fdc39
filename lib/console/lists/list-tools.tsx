/** What a user may choose for a list: its order, its columns, and named views. */
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { problemOf } from '../api/problems.ts';
import { SelectField, TextField } from '../forms/field.tsx';
import type { Filters } from '../forms/filters.ts';
import { FormDialog } from '../forms/form-dialog.tsx';
import { fieldsOf } from '../forms/form-fields.ts';
import { pageSizes, sizeOf } from '../forms/list-settings.ts';
import { firstDirection } from '../forms/sorting.ts';
import { listTexts as texts } from '../texts/lists.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button } from '../ui/button.tsx';
import './list-tools.css';
import { Menu } from '../ui/menu.tsx';
import type { Column } from '../ui/table.tsx';
import { useToast } from '../ui/toasts.tsx';
import { useViews } from './use-views.ts';
import type { View } from './views.ts';

/** The columns that are shown: those that the user has chosen, else all but the extra ones. The first one always is. */
export function shownColumns<Row>(
  columns: readonly Column<Row>[],
  chosen: readonly string[] | undefined,
): readonly Column<Row>[] {
  return columns.filter(
    ({ title, kind, isExtra }, index) =>
      index === 0 || kind !== undefined || (chosen ? chosen.includes(title) : !isExtra),
  );
}

interface DisplayProps<Row> {
  columns: readonly Column<Row>[];
  filters: Filters;
  /** The fields by which the API sorts the list, with their titles. */
  sorts: Readonly<Record<string, string>>;
}

/** The order and the columns. On a phone, whose cards have no headings, it is the only place to sort. */
export function DisplayMenu<Row>({ columns, filters, sorts }: DisplayProps<Row>) {
  const { settings, sort, sortBy } = filters;
  const optional = columns.filter(({ kind }, index) => index > 0 && kind === undefined);
  const shown = shownColumns(columns, settings.columns).map(({ title }) => title);
  const toggle = (title: string) =>
    settings.change({
      columns: shown.includes(title) ? shown.filter((one) => one !== title) : [...shown, title],
    });
  return (
    <Menu label={<span className="tool-text">{texts.display}</span>} name={texts.display} icon="columns">
      <div className="display-menu">
        {Object.keys(sorts).length > 0 && (
          <div className="row">
            <SelectField
              label={texts.sortBy}
              value={sort?.field ?? ''}
              onChange={({ target }) => sortBy(target.value)}
              choices={Object.entries(sorts)}
            >
              <option value="">{texts.defaultOrder}</option>
            </SelectField>
            {sort && (
              <Button
                icon={sort.direction === 'asc' ? 'up' : 'down'}
                aria-label={texts.directions[sort.direction]}
                onClick={() => sortBy(sort.field, sort.direction === 'asc' ? 'desc' : 'asc')}
              />
            )}
          </div>
        )}
        {optional.length > 0 && (
          <fieldset className="stack tight">
            <legend>{texts.columns}</legend>
            {optional.map(({ title }) => (
              <label key={title} className="check">
                <input type="checkbox" checked={shown.includes(title)} onChange={() => toggle(title)} />
                {title}
              </label>
            ))}
          </fieldset>
        )}
        {optional.length > 0 && settings.columns && (
          <Button variant="quiet" onClick={() => settings.change({ columns: undefined })}>
            {texts.defaultColumns}
          </Button>
        )}
      </div>
    </Menu>
  );
}

/** Asks for the name of a view of the list as it is shown. */
function SaveDialog({ filters, onClose }: { filters: Filters; onClose: () => void }) {
  const { list, settings, search } = filters;
  const { columns, pageSize } = settings;
  const { changing } = useViews(list);
  const form = useForm({ defaultValues: { name: '' } });
  const toast = useToast();
  const save = (given: string) => {
    const name = given.trim();
    const view = {
      list,
      name,
      search,
      ...(columns && { columns: [...columns] }),
      ...(pageSize && { pageSize }),
    };
    const onSuccess = () => {
      toast(texts.viewSaved(name));
      onClose();
    };
    changing.mutate({ view, isKept: true }, { onSuccess });
  };
  return (
    <FormDialog
      title={texts.saveView}
      form={form}
      saving={changing}
      onSave={({ name }) => save(name)}
      onClose={onClose}
    >
      <TextField
        label={texts.viewName}
        hint={texts.whereViewsAre}
        maxLength={60}
        {...fieldsOf(form, changing.error)('name', {
          validate: (name) => name.trim() !== '' || uiTexts.required,
        })}
      />
    </FormDialog>
  );
}

/** The views that the user has saved: filters, order, columns and page size under a name. */
export function ViewsMenu({ filters }: { filters: Filters }) {
  const { list, settings, search, show } = filters;
  const { views, changing } = useViews(list);
  const [isSaving, setSaving] = useState(false);
  const toast = useToast();
  const current = views.find((view) => view.search === search);
  const open = (view: View) => {
    settings.change({ columns: view.columns, pageSize: sizeOf(view.pageSize) });
    show(view.search);
  };
  const change = (view: View, isKept: boolean, onSuccess: () => void) =>
    changing.mutate(
      { view, isKept },
      { onSuccess, onError: (error) => toast(texts.viewNotSaved(problemOf(error).title)) },
    );
  const restore = (view: View) => change(view, true, () => toast(texts.viewSaved(view.name)));
  const remove = (view: View) =>
    change(view, false, () =>
      toast(texts.viewDeleted(view.name), { label: uiTexts.undo, onAct: () => restore(view) }),
    );
  return (
    <>
      <Menu
        label={<span className="tool-text">{current?.name ?? texts.views}</span>}
        name={current ? texts.viewOf(current.name) : texts.views}
        icon="bookmark"
      >
        {views.map((view) => (
          <div key={view.name} className="view">
            <Button variant="quiet" aria-pressed={view === current} onClick={() => open(view)}>
              <span className="break">{view.name}</span>
            </Button>
            <Button
              variant="quiet"
              icon="trash"
              aria-label={texts.deleteView(view.name)}
              onClick={() => remove(view)}
            />
          </div>
        ))}
        {views.length === 0 && <p className="menu-note">{texts.noViews}</p>}
        <Button variant="quiet" icon="plus" onClick={() => setSaving(true)}>
          {texts.saveView}
        </Button>
      </Menu>
      {isSaving && <SaveDialog filters={filters} onClose={() => setSaving(false)} />}
    </>
  );
}

/** The number of rows on a page. */
export function PageSize({ filters }: { filters: Filters }) {
  const { paging, settings, set } = filters;
  return (
    <label className="row">
      {texts.pageSize}
      <select
        className="input"
        value={paging.pageSize}
        onChange={({ target }) => {
          settings.change({ pageSize: Number(target.value) });
          set({ page: '' });
        }}
      >
        {pageSizes.map((size) => (
          <option key={size}>{size}</option>
        ))}
      </select>
    </label>
  );
}

/** The order of a table, from the filters of its list. */
export const sortOf = ({ sort, sortBy }: Filters, sorts: Readonly<Record<string, string>>) => ({
  by: sort,
  fields: Object.keys(sorts),
  onSort: (field: string, direction = firstDirection(field)) => sortBy(field, direction),
});
