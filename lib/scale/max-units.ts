/**
 * The maximum cost of operations: pages of 20 and reads are limited in read units, creations in write units. A test checks
 * every operation.
 */
export const maxUnits = { page: 16, read: 3, creation: 16 } as const;
