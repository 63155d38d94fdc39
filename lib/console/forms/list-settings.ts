/** What a user has chosen for a list: its columns, the size of its pages, and named views. Kept in the browser. */

import { parseJson } from '../../../shared/clients/typescript/json.ts';
import { idPattern } from '../api/ids.ts';
import { isJsonObject } from '../api/json.ts';

export const pageSizes = [25, 50, 100] as const;

export interface View {
  name: string;
  /** The filters and the order, as in the address. */
  search: string;
  columns?: readonly string[] | undefined;
  pageSize?: number | undefined;
}

export interface ListSettings {
  /** The titles of the shown columns; undefined for those that are shown by default. */
  columns?: readonly string[] | undefined;
  pageSize?: number | undefined;
  views?: readonly View[] | undefined;
}

const textsOf = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : undefined;

const sizeOf = (value: unknown): number | undefined => pageSizes.find((size) => size === value);

function viewOf(value: unknown): View[] {
  if (!isJsonObject(value)) return [];
  const { name, search, columns, pageSize } = value;
  if (typeof name !== 'string' || typeof search !== 'string') return [];
  return [{ name, search, columns: textsOf(columns), pageSize: sizeOf(pageSize) }];
}

/** Parses what the browser has kept, which anyone may have edited: what is not valid is left out. */
export function parseListSettings(text: string | null): ListSettings {
  let value: unknown;
  try {
    value = parseJson(text ?? '{}');
  } catch {
    return {};
  }
  if (!isJsonObject(value)) return {};
  const { columns, pageSize, views } = value;
  return {
    columns: textsOf(columns),
    pageSize: sizeOf(pageSize),
    views: Array.isArray(views) ? views.flatMap(viewOf) : undefined,
  };
}

/** The views with one more, which replaces one of the same name. */
export const withView = (views: readonly View[], view: View): View[] =>
  [...views.filter(({ name }) => name !== view.name), view].toSorted((one, other) =>
    one.name.localeCompare(other.name),
  );

/** The name under which the browser keeps the settings of a list: one for each caller and tenant. */
export const settingsKey = (callerId: string, tenantId: string | undefined, list: string): string =>
  `console.list:${callerId}:${tenantId ?? ''}:${list}`;

const ids = new RegExp(idPattern, 'gi');

/** The name of a list: its path, the same for the lists on the pages of all things of a kind. */
export const listName = (path: string): string => path.replace(ids, ':id');
