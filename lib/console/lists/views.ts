/** The views that a caller has saved for lists. */
import type { SavedView } from '../../../shared/clients/typescript/index.ts';

/** Filters, order, columns and page size of a list, under a name. */
export type View = SavedView;

/** The views with one more, which replaces one of the same list and name. In the order of the names. */
export const withView = (views: readonly View[], view: View): View[] =>
  [...withoutView(views, view), view].toSorted((one, other) => one.name.localeCompare(other.name));

export const withoutView = (views: readonly View[], { list, name }: Pick<View, 'list' | 'name'>): View[] =>
  views.filter((view) => view.list !== list || view.name !== name);
