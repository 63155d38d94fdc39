import { useSearchParams } from 'react-router';

/**
 * Filters of a list, kept in the address so that a link shows the same list. What the address holds beside them, such as
 * how the list is shown or the type of its records, is named by `fixed`: it is no filter, and clearing them keeps it.
 */
export function useFilters(fixed: readonly string[] = ['view']) {
  const [params, setParams] = useSearchParams();
  const set = (changes: Readonly<Record<string, string>>) => {
    // The address is ahead of what is drawn when two filters are changed quickly.
    const next = new URLSearchParams(window.location.search);
    // Another filter begins at the first page.
    if (!('page' in changes)) next.delete('page');
    for (const [name, value] of Object.entries(changes)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    setParams(next, { replace: true });
  };
  return {
    /** The value of a filter; undefined when it is not set. */
    get: (name: string): string | undefined => params.get(name) || undefined,
    set,
    reset: () =>
      setParams(
        [...params].filter(([name]) => fixed.includes(name)),
        { replace: true },
      ),
    page: Math.max(1, Number(params.get('page')) || 1),
    isFiltered: [...params.keys()].some((name) => name !== 'page' && !fixed.includes(name)),
  };
}

/** Those of the choices that the text names, separated by commas; undefined when it names none. */
export function someOf<Choice extends string>(
  choices: readonly Choice[],
  text: string | undefined,
): Choice[] | undefined {
  const named = text?.split(',');
  const known = choices.filter((choice) => named?.includes(choice));
  return known.length > 0 ? known : undefined;
}

/** The one of the choices that the text names. */
export const oneOf = <Choice extends string>(
  choices: readonly Choice[],
  text: string | undefined,
): Choice | undefined => choices.find((choice) => choice === text);

export type Filters = ReturnType<typeof useFilters>;
