/** Filters of lists: how they are shown, and what their values in the address mean for the query. */
import type { ReactNode } from 'react';
import { endOfDay, startOfDay } from '../forms/days.ts';
import type { Choices } from '../forms/field.tsx';
import { DayFilter, OnOffFilter, SearchFilter, SelectFilter } from '../forms/filter-bar.tsx';
import { isOn, oneOf } from '../forms/filters.ts';

type Get = (name: string) => string | undefined;

export interface Filter<Value> {
  /** The value for the query; undefined if the filter is not set. */
  read: (get: Get) => Value | undefined;
  control: ReactNode;
}

/** A filter of the list by each parameter of its query, in the order in which they are shown. */
export type FiltersOf<Query> = { readonly [Name in keyof Query]: Filter<Query[Name]> };

export function queryOf<Query>(filters: FiltersOf<Query>, get: Get): Partial<Query> {
  const query: Partial<Query> = {};
  for (const name in filters) {
    const value = filters[name].read(get);
    if (value !== undefined) query[name] = value;
  }
  return query;
}

/** A text to find. */
export const search = (texts: { search: string; searchHint?: string }, name = 'search'): Filter<string> => ({
  read: (get) => get(name),
  control: <SearchFilter name={name} label={texts.search} hint={texts.searchHint ?? ''} />,
});

/** Switched on or off, in the address as `state`. */
export const state = (label: string, { on, off }: { on: string; off: string }): Filter<boolean> => ({
  read: (get) => isOn(get('state')),
  control: <OnOffFilter label={label} on={on} off={off} />,
});

/** One of the values, each with its title. */
export const choice = <Value extends string>(
  name: string,
  label: string,
  values: readonly Value[],
  titles: Readonly<Record<Value, string>>,
): Filter<Value> => ({
  read: (get) => oneOf(values, get(name)),
  control: <SelectFilter name={name} label={label} choices={values.map((value) => [value, titles[value]])} />,
});

/** The first day of a range. */
export const firstDay = (name: string, label: string): Filter<string> => ({
  read: (get) => startOfDay(get(name)),
  control: <DayFilter name={name} label={label} />,
});

/** The last day of a range, which is included. */
export const lastDay = (name: string, label: string): Filter<string> => ({
  read: (get) => endOfDay(get(name)),
  control: <DayFilter name={name} label={label} />,
});

/** A value that may also be none of the choices, in a link. */
export const anyOf = (name: string, label: string, choices: Choices): Filter<string> => ({
  read: (get) => get(name),
  control: <SelectFilter name={name} label={label} choices={choices} />,
});
