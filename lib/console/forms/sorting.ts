/** The order of a list. */
export type Direction = 'asc' | 'desc';

/** In the query of most lists. */
export interface Sorting<Field extends string> {
  sortField?: Field;
  sortDir?: Direction;
}

/** The direction in which a field is sorted first: times the latest first, all else from the lowest. */
export const firstDirection = (field: string): Direction => (/At$/.test(field) ? 'desc' : 'asc');
