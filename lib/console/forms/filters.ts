import { useContext } from 'react';
import {
  UNSAFE_DataRouterContext as RouterContext,
  useHref,
  useLocation,
  useSearchParams,
} from 'react-router';
import { useZoneChoice } from '../session/use-zone-choice.ts';
import { listName, pageSizes } from './list-settings.ts';
import { type Direction, firstDirection, type Sorting } from './sorting.ts';
import { useListSettings } from './use-list-settings.ts';

/** Parameters of the address that no filter uses. */
const ofList = ['page', 'sort', 'dir'];

/** The API knows no further page. */
const maxPage = 1_000_000;

/** The page of a list that the address names; the first one for a text that is no number. */
const pageIn = (text: string | null): number => Math.min(maxPage, Math.max(1, Math.trunc(Number(text)) || 1));

/**
 * Filters of a list, stored in the address so that a link shows the same list. `fixed` names other parameters of the
 * address, such as the view or the record type: they are not filters, and stay when filters are cleared.
 */
export function useFilters(fixed: readonly string[] = ['view']) {
  const [params, setParams] = useSearchParams();
  // The router's own state: what is rendered follows it late on a busy page.
  const router = useContext(RouterContext)?.router;
  const { pathname } = useLocation();
  const shownPath = useHref(pathname);
  const type = fixed.includes('type') ? `?type=${params.get('type')}` : '';
  const list = listName(`${pathname}${type}`);
  const settings = useListSettings(list);
  // Filters by day mean other times when the user chooses another zone.
  useZoneChoice();
  const set = (changes: Readonly<Record<string, string>>) => {
    // A search whose pause ends after a click on a link would take the user back to the list.
    const { location, navigation } = router?.state ?? {};
    const path = (navigation?.location ?? location)?.pathname;
    if (path !== undefined && path !== shownPath) return;
    // The address is ahead of the rendered state when two filters are changed quickly.
    const changed = new URLSearchParams(window.location.search);
    // A changed filter starts at the first page.
    if (!('page' in changes)) changed.delete('page');
    for (const [name, value] of Object.entries(changes)) {
      if (value === '') changed.delete(name);
      else changed.set(name, value);
    }
    setParams(changed, { replace: true });
  };
  const page = pageIn(params.get('page'));
  const count = [...params.keys()].filter((name) => !ofList.includes(name) && !fixed.includes(name)).length;
  const field = params.get('sort') || undefined;
  const direction: Direction = params.get('dir') === 'desc' ? 'desc' : 'asc';
  return {
    /** The value of a filter; undefined if it is not set. */
    get: (name: string): string | undefined => params.get(name) || undefined,
    set,
    reset: () =>
      setParams(
        [...params].filter(([name]) => fixed.includes(name) || name === 'sort' || name === 'dir'),
        { replace: true },
      ),
    page,
    /** The page, for the query of most lists. */
    paging: { page, pageSize: settings.pageSize ?? pageSizes[0] },
    /** The order by one of the fields, for the query of most lists; empty for the order of the API. */
    sorting: <Field extends string>(fields: readonly Field[]): Sorting<Field> => {
      const sortField = fields.find((one) => one === field);
      return sortField === undefined ? {} : { sortField, sortDir: direction };
    },
    sort: field === undefined ? undefined : { field, direction },
    /** Sorts by the field, or by default. */
    sortBy: (by: string, dir = firstDirection(by)) => set({ sort: by, dir: by === '' ? '' : dir }),
    /** The filters and the order, without the page. */
    search: new URLSearchParams([...params].filter(([name]) => name !== 'page')).toString(),
    /** Shows the list of a view. */
    show: (search: string) => setParams(new URLSearchParams(search)),
    /** Its name. */
    list,
    settings,
    /** The number of filters that are set. */
    count,
    isFiltered: count > 0,
  };
}

/** Parses comma-separated options; undefined without a valid one. */
export function someOf<Choice extends string>(
  choices: readonly Choice[],
  text: string | undefined,
): Choice[] | undefined {
  const named = text?.split(',');
  const known = choices.filter((choice) => named?.includes(choice));
  return known.length > 0 ? known : undefined;
}

/** Parses one option. */
export const oneOf = <Choice extends string>(
  choices: readonly Choice[],
  text: string | undefined,
): Choice | undefined => choices.find((choice) => choice === text);

const switches: ReadonlyMap<string, boolean> = new Map([
  ['on', true],
  ['off', false],
]);

/** Parses the choice of an `OnOffFilter`; undefined for both states. */
export const isOn = (choice: string | undefined): boolean | undefined => switches.get(choice ?? '');

export type Filters = ReturnType<typeof useFilters>;
