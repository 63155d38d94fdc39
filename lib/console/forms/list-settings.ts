/** What a user has chosen for a list in this browser: its columns, and the size of its pages. */

import { parseJson } from '../../../shared/clients/typescript/json.ts';
import { idPattern } from '../api/ids.ts';
import { isJsonObject } from '../api/json.ts';

export const pageSizes = [25, 50, 100] as const;

export interface ListSettings {
  /** The titles of the shown columns; undefined for those that are shown by default. */
  columns?: readonly string[] | undefined;
  pageSize?: number | undefined;
}

const textsOf = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : undefined;

/** The size, if lists offer it. */
export const sizeOf = (value: unknown): number | undefined => pageSizes.find((size) => size === value);

/** Parses what the browser has kept, which anyone may have edited: what is not valid is left out. */
export function parseListSettings(text: string | null): ListSettings {
  let value: unknown;
  try {
    value = parseJson(text ?? '{}');
  } catch {
    return {};
  }
  if (!isJsonObject(value)) return {};
  const { columns, pageSize } = value;
  return { columns: textsOf(columns), pageSize: sizeOf(pageSize) };
}

/** The name under which the browser keeps the settings of a list: one for each caller and tenant. */
export const settingsKey = (callerId: string, tenantId: string | undefined, list: string): string =>
  `console.list:${callerId}:${tenantId ?? ''}:${list}`;

const ids = new RegExp(idPattern, 'gi');

/** The name of a list: its path, the same for the lists on the pages of all things of a kind. */
export const listName = (path: string): string => path.replace(ids, ':id');
