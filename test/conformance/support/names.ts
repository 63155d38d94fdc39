/** Begins the names of everything that a run creates. */
export const namePrefix = 'conform';
